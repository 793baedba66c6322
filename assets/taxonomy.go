package assets

import "embed"

// Taxonomy holds the built-in taxonomy: one file a subject, "taxonomy/<name>.txt", with the categories below it and a
// few English words about each. Package classify says what the files mean.
//
//go:embed taxonomy/*.txt
var Taxonomy embed.FS
