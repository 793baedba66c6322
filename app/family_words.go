package app

import (
	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers"
)

// Families describe themselves in English; a translation stands under keys made of their names. Titles and
// parameters' names are those of the papers in every language.

func familyDoc(f crawlers.Family) string { return lang.X("family."+f.Name, f.Doc) }

func modelDoc(f crawlers.Family) string { return lang.X("model."+f.Name, f.Model.Doc) }

func paramDoc(f crawlers.Family, p crawlers.Param) string {
	return lang.X("param."+f.Name+"."+p.Name, p.Doc)
}
