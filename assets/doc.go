// Package assets holds what is embedded in the programs: the icon, the window's translations, the stop lists, the
// built-in taxonomy and the vocabulary of the sample web. It gives them out as they are; what their files mean is the
// business of whoever reads them: package text the stop lists, package classify the taxonomy, package corpus the
// vocabulary, package app the rest.
package assets
