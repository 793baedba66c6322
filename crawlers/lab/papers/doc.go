// Package papers runs the experiments of the papers again and puts what came out of them beside what was published.
//
// A Plan is a file that names the experiments (specs of package lab, in files of their own) and says which figures and
// tables are made of each, and which published findings are tested. Run runs them and writes the figures beside the plan,
// and tables and findings into a document, between marks: what people have written around them stays.
package papers
