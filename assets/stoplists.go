package assets

import "embed"

// StopLists holds one list of stop words a language, "stoplists/<ISO 639-1 code>.txt", one word a line.
//
//go:embed stoplists/*.txt
var StopLists embed.FS
