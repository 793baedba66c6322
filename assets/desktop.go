package assets

import "embed"

// Icon is the program's icon: a PNG of 512×512 pixels, drawn by the code in icon_test.go.
//
//go:embed Icon.png
var Icon []byte

// Translations holds the window's text, a file for each language in the folder TranslationsDir, as Fyne's lang package
// reads it. English is the language of the keys.
//
//go:embed translations/*.json
var Translations embed.FS

// TranslationsDir is the folder inside Translations.
const TranslationsDir = "translations"
