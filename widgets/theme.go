package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Colour names of this package, beside those of Fyne's theme package.
const (
	ColorSurface fyne.ThemeColorName = "orb-surface" // the ground of panels, on which text stands
	ColorMuted   fyne.ThemeColorName = "orb-muted"   // text that explains other text
	ColorMark    fyne.ThemeColorName = "orb-mark"    // behind a keyword found in a page
	ColorTrack   fyne.ThemeColorName = "orb-track"   // the empty part of a bar
	ColorChosen  fyne.ThemeColorName = "orb-chosen"  // behind the selected row
)

// Theme is Orbweaver's look: one quiet accent, rounded panels on a slightly darker ground. The zero value follows the
// system's choice between light and dark, with text of normal size.
type Theme struct {
	Variant   *fyne.ThemeVariant // light or dark, whatever the system says; nil = as the system says
	TextScale float32            // factor on all text sizes; 0 = 1
}

var _ fyne.Theme = Theme{}

// palette holds the colours of one variant. Text colours have a contrast of at least 4.5 to the surface, the borders of
// what can be edited or checked one of 3 (WCAG 2 AA).
type palette map[fyne.ThemeColorName]color.NRGBA

var light = palette{
	theme.ColorNameBackground:          rgb(0xF1F3F5),
	theme.ColorNameForeground:          rgb(0x1D2530),
	ColorSurface:                       rgb(0xFFFFFF),
	ColorMuted:                         rgb(0x5C6775),
	ColorMark:                          rgb(0xFFE69A),
	ColorTrack:                         rgb(0xE3E8EC),
	ColorChosen:                        rgb(0xD5EEE9),
	theme.ColorNamePrimary:             rgb(0x0B7468),
	theme.ColorNameHyperlink:           rgb(0x0B7468),
	theme.ColorNameForegroundOnPrimary: rgb(0xFFFFFF),
	theme.ColorNameFocus:               {0x0B, 0x74, 0x68, 0x40},
	theme.ColorNameSelection:           {0x0B, 0x74, 0x68, 0x38},
	theme.ColorNameHover:               {0x1D, 0x25, 0x30, 0x0C},
	theme.ColorNamePressed:             {0x1D, 0x25, 0x30, 0x1E},
	theme.ColorNameButton:              rgb(0xE8ECEF),
	theme.ColorNameDisabledButton:      rgb(0xEEF0F2),
	theme.ColorNameDisabled:            rgb(0x9AA3AD),
	theme.ColorNamePlaceHolder:         rgb(0x6B7684),
	theme.ColorNameInputBackground:     rgb(0xF4F6F7),
	theme.ColorNameInputBorder:         rgb(0x87929E),
	theme.ColorNameSeparator:           rgb(0xDDE2E7),
	theme.ColorNameMenuBackground:      rgb(0xFFFFFF),
	theme.ColorNameOverlayBackground:   rgb(0xFFFFFF),
	theme.ColorNameHeaderBackground:    rgb(0xFFFFFF),
	theme.ColorNameScrollBar:           {0x1D, 0x25, 0x30, 0x66},
	theme.ColorNameScrollBarBackground: {0, 0, 0, 0},
	theme.ColorNameShadow:              {0x10, 0x18, 0x20, 0x14},
	theme.ColorNameError:               rgb(0xB3261E),
	theme.ColorNameForegroundOnError:   rgb(0xFFFFFF),
	theme.ColorNameWarning:             rgb(0x8A5300),
	theme.ColorNameSuccess:             rgb(0x1E7B3C),
}

var dark = palette{
	theme.ColorNameBackground:          rgb(0x12161B),
	theme.ColorNameForeground:          rgb(0xE4E9EE),
	ColorSurface:                       rgb(0x1B2127),
	ColorMuted:                         rgb(0x98A4B0),
	ColorMark:                          rgb(0x6B5310),
	ColorTrack:                         rgb(0x2E3740),
	ColorChosen:                        rgb(0x1D413E),
	theme.ColorNamePrimary:             rgb(0x4CC2B2),
	theme.ColorNameHyperlink:           rgb(0x4CC2B2),
	theme.ColorNameForegroundOnPrimary: rgb(0x06231F),
	theme.ColorNameFocus:               {0x4C, 0xC2, 0xB2, 0x48},
	theme.ColorNameSelection:           {0x4C, 0xC2, 0xB2, 0x40},
	theme.ColorNameHover:               {0xFF, 0xFF, 0xFF, 0x0E},
	theme.ColorNamePressed:             {0xFF, 0xFF, 0xFF, 0x22},
	theme.ColorNameButton:              rgb(0x2A323A),
	theme.ColorNameDisabledButton:      rgb(0x22292F),
	theme.ColorNameDisabled:            rgb(0x5F6B76),
	theme.ColorNamePlaceHolder:         rgb(0x8793A0),
	theme.ColorNameInputBackground:     rgb(0x151A1F),
	theme.ColorNameInputBorder:         rgb(0x65717D),
	theme.ColorNameSeparator:           rgb(0x2C353D),
	theme.ColorNameMenuBackground:      rgb(0x222930),
	theme.ColorNameOverlayBackground:   rgb(0x1F262C),
	theme.ColorNameHeaderBackground:    rgb(0x1B2127),
	theme.ColorNameScrollBar:           {0xE4, 0xE9, 0xEE, 0x66},
	theme.ColorNameScrollBarBackground: {0, 0, 0, 0},
	theme.ColorNameShadow:              {0, 0, 0, 0x48},
	theme.ColorNameError:               rgb(0xF2877F),
	theme.ColorNameForegroundOnError:   rgb(0x2A0906),
	theme.ColorNameWarning:             rgb(0xE5B567),
	theme.ColorNameSuccess:             rgb(0x79CF93),
}

// sizes are the measures in which the look differs from Fyne's own.
var sizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNameText:            13,
	theme.SizeNameCaptionText:     11,
	theme.SizeNameSubHeadingText:  17,
	theme.SizeNameHeadingText:     23,
	theme.SizeNameInlineIcon:      18,
	theme.SizeNameInnerPadding:    7,
	theme.SizeNameInputRadius:     7,
	theme.SizeNameSelectionRadius: 6,
	theme.SizeNameScrollBar:       10,
}

// Color implements fyne.Theme.
func (t Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if t.Variant != nil {
		variant = *t.Variant
	}
	colors := light
	if variant == theme.VariantDark {
		colors = dark
	}
	if c, ok := colors[name]; ok {
		return c
	}
	return theme.DefaultTheme().Color(name, variant)
}

// Size implements fyne.Theme.
func (t Theme) Size(name fyne.ThemeSizeName) float32 {
	size, ok := sizes[name]
	if !ok {
		size = theme.DefaultTheme().Size(name)
	}
	switch name {
	case theme.SizeNameText, theme.SizeNameCaptionText, theme.SizeNameSubHeadingText, theme.SizeNameHeadingText, theme.SizeNameInlineIcon:
		if t.TextScale > 0 {
			size *= t.TextScale
		}
	}
	return size
}

// Font implements fyne.Theme with Fyne's own fonts.
func (t Theme) Font(style fyne.TextStyle) fyne.Resource { return theme.DefaultTheme().Font(style) }

// Icon implements fyne.Theme with Fyne's own icons.
func (t Theme) Icon(name fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(name) }

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF} // #nosec G115 -- bytes of the number
}
