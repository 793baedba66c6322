package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// SessionRow is one saved session.
type SessionRow struct {
	ID      string
	Name    string
	Facts   string // "500 pages · InfoSpiders"
	State   string // "Finished · yesterday"
	Problem bool   // State tells of a problem
	Resume  bool   // it can go on
	Open    bool   // it is the one that the window shows
}

// SessionList shows saved sessions, one a row. A click on a row reopens it; its button offers the rest.
type SessionList struct {
	widget.BaseWidget

	OnOpen   func(SessionRow) // look at it
	OnResume func(SessionRow) // let it go on
	OnAgain  func(SessionRow) // crawl it once more, in a session of its own
	OnRename func(SessionRow)
	OnDelete func(SessionRow)
	OnWhatIf func(SessionRow) // what if another family had crawled it

	rows []SessionRow
	list *List
	hint *Note // shown when there are none
}

// NewSessionList returns an empty list that shows hint.
func NewSessionList(hint string) *SessionList {
	l := &SessionList{hint: NewHint(hint)}
	l.list = NewList(func() int { return len(l.rows) },
		func() fyne.CanvasObject { return newSessionLine(l) },
		func(i int, o fyne.CanvasObject) { o.(*sessionLine).show(l.rows[i]) })
	l.list.HideSeparators = true
	l.list.OnSelected = func(i int) {
		l.list.UnselectAll()
		l.do(l.OnOpen, l.rows[i])
	}
	l.ExtendBaseWidget(l)
	return l
}

// Set shows these sessions.
func (l *SessionList) Set(rows []SessionRow) {
	l.rows = rows
	show(l.hint, len(rows) == 0)
	l.list.Refresh()
}

func (l *SessionList) do(f func(SessionRow), row SessionRow) {
	if f != nil {
		f(row)
	}
}

// Actions are what can be done with a row, for its menu.
func (l *SessionList) Actions(row SessionRow) *fyne.Menu {
	action := func(name string, icon fyne.Resource, f func(SessionRow)) *fyne.MenuItem {
		return fyne.NewMenuItemWithIcon(name, icon, func() { l.do(f, row) })
	}
	open := action(lang.L("Open"), theme.FolderOpenIcon(), l.OnOpen)
	resume := action(lang.L("Resume"), theme.MediaPlayIcon(), l.OnResume)
	again := action(lang.L("Crawl again"), theme.ViewRefreshIcon(), l.OnAgain)
	again.Disabled = row.Problem
	rename := action(lang.L("Rename…"), theme.DocumentCreateIcon(), l.OnRename)
	resume.Disabled = !row.Resume
	whatIf := action(lang.L("What if another family…"), theme.ComputerIcon(), l.OnWhatIf)
	whatIf.Disabled = row.Problem
	return fyne.NewMenu("", open, resume, again, rename, whatIf, fyne.NewMenuItemSeparator(),
		action(lang.L("Delete…"), theme.DeleteIcon(), l.OnDelete))
}

// CreateRenderer implements fyne.Widget.
func (l *SessionList) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size { return fyne.NewSize(160, 120) }
	place := func(size fyne.Size) {
		l.list.Resize(size)
		l.hint.Resize(fyne.NewSize(size.Width, 0)) // wrapping needs the width before the height
		hint := l.hint.MinSize().Height
		put(l.hint, 0, max(0, (size.Height-hint)/2), size.Width, hint)
	}
	return arranged(least, place, l.list, l.hint)
}

// sessionLine is a row of a SessionList.
type sessionLine struct {
	widget.BaseWidget
	list         *SessionList
	row          SessionRow
	name         *Line
	facts, state *Line
	more         *widget.Button
}

func newSessionLine(l *SessionList) *sessionLine {
	s := &sessionLine{list: l, name: NewHeading(""), facts: NewCaption(""), state: NewCaption("")}
	s.more = widget.NewButtonWithIcon("", theme.MoreVerticalIcon(), s.menu)
	s.more.Importance = widget.LowImportance
	s.ExtendBaseWidget(s)
	return s
}

func (s *sessionLine) show(row SessionRow) {
	s.row = row
	s.name.SetText(row.Name)
	s.facts.SetText(row.Facts)
	s.state.SetText(row.State)
	color := fyne.ThemeColorName(theme.ColorNameForeground)
	if row.Open {
		color = theme.ColorNamePrimary
	}
	s.name.SetColor(color)
	color = ColorMuted
	if row.Problem {
		color = theme.ColorNameError
	}
	s.state.SetColor(color)
}

func (s *sessionLine) menu() {
	driver := fyne.CurrentApp().Driver()
	menu := widget.NewPopUpMenu(s.list.Actions(s.row), driver.CanvasForObject(s.more))
	menu.ShowAtPosition(driver.AbsolutePositionForObject(s.more).AddXY(0, s.more.Size().Height))
}

// CreateRenderer implements fyne.Widget.
func (s *sessionLine) CreateRenderer() fyne.WidgetRenderer {
	lines := []*Line{s.name, s.facts, s.state}
	least := func() fyne.Size {
		height := float32(2*rowMargin + 4)
		for _, line := range lines {
			height += line.MinSize().Height
		}
		return fyne.NewSize(120, height)
	}
	place := func(size fyne.Size) {
		more := s.more.MinSize()
		y := float32(rowMargin)
		for _, line := range lines {
			height := line.MinSize().Height
			put(line, 8, y, max(0, size.Width-more.Width-12), height)
			y += height + 2
		}
		put(s.more, size.Width-more.Width, (size.Height-more.Height)/2, more.Width, more.Height)
	}
	return arranged(least, place, s.name, s.facts, s.state, s.more)
}
