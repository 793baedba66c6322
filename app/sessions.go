package app

import (
	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// sessionRow is what the list says of a saved session.
func sessionRow(s session.Summary, open string) widgets.SessionRow {
	row := widgets.SessionRow{
		ID:     s.ID,
		Name:   sessionName(s),
		Facts:  joined(pages(s.Pages), hitCount(s.Hits), familyTitle(s.Family)),
		State:  joined(sessionState(s), day(s.Updated)),
		Resume: s.Problem == "" && s.State != "running",
		Open:   s.ID == open,
	}
	if s.Problem != "" {
		row.State, row.Problem = widgets.Clean(s.Problem, 200), true
	}
	return row
}

// sessionName is what a session is called: its own name, else its keywords, else its number.
func sessionName(s session.Summary) string {
	for _, name := range []string{s.Name, s.Keywords} {
		if name = title(name); name != "" {
			return name
		}
	}
	return s.ID
}

func sessionState(s session.Summary) string {
	switch s.State {
	case "new":
		return lang.L("Not yet started")
	case "running":
		return lang.L("Running")
	case "paused":
		return lang.L("Paused")
	case "finished":
		return lang.L("Finished")
	case "interrupted":
		return lang.L("Interrupted")
	default:
		return lang.L("Stopped")
	}
}

// familyTitle is a family's title; of a family that this version does not know, its name.
func familyTitle(name string) string {
	if f, err := crawlers.Lookup(name); err == nil {
		return f.Title
	}
	return name
}
