package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Judgement is what the user thinks of a page.
type Judgement int

// The judgements there are.
const (
	Unjudged Judgement = iota
	Good
	Bad
)

// Two thumbs, drawn for this program in the size and manner of Fyne's icons.
var (
	thumbUp = theme.NewThemedResource(fyne.NewStaticResource("thumb-up.svg", []byte(
		`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path d="M2 10h4v11H2z"/><path d="M8 10l4-8c1.7 0 3 1.3 3 3v4h5c1.2 0 2.1 1.1 1.9 2.3l-1.4 8c-.2 1-1 1.7-2 1.7H8z"/></svg>`)))
	thumbDown = theme.NewThemedResource(fyne.NewStaticResource("thumb-down.svg", []byte(
		`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path d="M2 3h4v11H2z"/><path d="M8 14l4 8c1.7 0 3-1.3 3-3v-4h5c1.2 0 2.1-1.1 1.9-2.3l-1.4-8c-.2-1-1-1.7-2-1.7H8z"/></svg>`)))
)

// sign is the icon of a judgement in its colour, nil without one.
func (j Judgement) sign() fyne.Resource {
	switch j {
	case Good:
		return theme.NewSuccessThemedResource(thumbUp)
	case Bad:
		return theme.NewErrorThemedResource(thumbDown)
	}
	return nil
}
