package assets

import "embed"

// SampleWeb holds what the sample web is made of, in its folder sampleweb: one file a topic, the aspects under which its
// articles are written, and names of people. Package corpus says what the files mean.
//
//go:embed sampleweb/*.txt
var SampleWeb embed.FS
