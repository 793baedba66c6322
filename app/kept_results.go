package app

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers/lab"
	"orbweaver/widgets"
)

// kept is what an experiment has left in the folder of experiments; or the families' files that specs name.
type kept struct {
	folder  string // name of its own
	name    string // of the experiment
	bytes   int
	changed time.Time // the latest of its files
}

func (k kept) facts() string { return joined(size(k.bytes), day(k.changed)) }

// keptResults are what experiments have left in a folder, the latest first. A folder that is not there holds nothing.
func keptResults(dir string) ([]kept, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []kept
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		k := kept{folder: e.Name(), name: nameOfResults(filepath.Join(dir, e.Name()))}
		err = errors.Join(err, filepath.WalkDir(filepath.Join(dir, e.Name()), k.count))
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b kept) int { return cmp.Or(b.changed.Compare(a.changed), cmp.Compare(a.folder, b.folder)) })
	return all, err
}

// count takes in a file of the results. One that has gone since its folder was read is none: an experiment may be running.
func (k *kept) count(_ string, d fs.DirEntry, err error) error {
	if err == nil && !d.IsDir() {
		var info fs.FileInfo
		if info, err = d.Info(); err == nil {
			k.bytes += int(info.Size())
			if info.ModTime().After(k.changed) {
				k.changed = info.ModTime()
			}
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// nameOfResults is what the experiment was called whose results are in that folder.
func nameOfResults(dir string) string {
	base := filepath.Base(dir)
	if base == modelsFolder {
		return lang.L("Families' files that specs name")
	}
	file, err := os.Open(filepath.Join(dir, specFile)) // #nosec G304 -- it is in the program's own folder
	if err != nil {
		return base
	}
	spec, err := lab.ReadSpec(file)
	if err = errors.Join(err, file.Close()); err != nil || spec.Name == "" {
		return base
	}
	return widgets.Clean(spec.Name, 80)
}

// deleteResults deletes what is in a folder of that name, and nothing outside of dir.
func deleteResults(dir, folder string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	return errors.Join(root.RemoveAll(folder), root.Close())
}

// showKept lists what experiments have left, to be deleted.
func (p *experimentPane) showKept() {
	var all []kept
	hint := widgets.NewHint("")
	var refresh func()
	list := widgets.NewList(func() int { return len(all) },
		func() fyne.CanvasObject { return newKeptRow() },
		func(i int, o fyne.CanvasObject) {
			k := all[i]
			o.(*keptRow).show(k, func() { p.deleteKept(k, refresh) })
		})
	list.HideSeparators = true
	list.OnSelected = func(int) { list.UnselectAll() }
	refresh = func() {
		p.app.background(func() {
			now, err := keptResults(p.folder())
			p.app.ui(func() {
				if err != nil {
					p.app.fail(fmt.Errorf("%s: %w", lang.L("The results could not be listed"), err))
				}
				all = now
				show(hint, len(all) == 0)
				hint.SetText(lang.L("No experiment has left anything yet."))
				list.Refresh()
			})
		})
	}
	note := widgets.NewNote(lang.L("The crawls, tables and reports of your experiments. An experiment that is started again uses what is here; what you delete is crawled anew."))
	note.ColorName, note.SizeName = theme.ColorNameForeground, theme.SizeNameText
	empty := container.NewVBox(layout.NewSpacer(), hint, layout.NewSpacer())
	d := dialog.NewCustom(lang.L("Kept results"), lang.L("Close"), container.NewPadded(container.NewBorder(note, nil, nil, nil, container.NewStack(list, empty))), p.app.window)
	room := p.app.window.Canvas().Size()
	d.Resize(fyne.NewSize(min(560, room.Width-40), min(480, room.Height-40)))
	d.Show()
	refresh()
}

// isNeeded says whether the experiment that is running needs these results, and tells the user if it does.
func (p *experimentPane) isNeeded(k kept) bool {
	running := p.board.start.Disabled()
	needed := running && (k.folder == filepath.Base(p.run.out) || k.folder == modelsFolder)
	if needed {
		tell(p.app.window, lang.L("That did not work"), lang.L("An experiment is running: stop it first."))
	}
	return needed
}

// deleteKept asks, and deletes what an experiment has left.
func (p *experimentPane) deleteKept(k kept, then func()) {
	if p.isNeeded(k) {
		return
	}
	text := lang.X("kept.delete", "“{{.Name}}” ({{.Facts}}) is deleted for good.", map[string]any{"Name": k.name, "Facts": k.facts()})
	d := dialog.NewConfirm(lang.L("Delete these results?"), text, func(yes bool) {
		if !yes || p.isNeeded(k) { // it may have been started while the question was on the screen
			return
		}
		p.app.background(func() {
			err := deleteResults(p.folder(), k.folder)
			p.app.ui(func() {
				if err != nil {
					p.app.fail(err)
				}
				if p.run != nil && k.folder == filepath.Base(p.run.out) {
					p.report.Disable() // it is gone
				}
				then()
			})
		})
	}, p.app.window)
	d.SetConfirmText(lang.L("Delete"))
	d.SetConfirmImportance(widget.DangerImportance)
	d.SetDismissText(lang.L("Keep"))
	d.Show()
}

// keptRow is a row of the list of what experiments have left.
type keptRow struct {
	widget.BaseWidget
	name, facts *widgets.Line
	drop        *widget.Button
}

func newKeptRow() *keptRow {
	r := &keptRow{name: widgets.NewHeading(""), facts: widgets.NewCaption(""), drop: widget.NewButtonWithIcon("", theme.DeleteIcon(), nil)}
	r.drop.Importance = widget.LowImportance
	r.ExtendBaseWidget(r)
	return r
}

func (r *keptRow) show(k kept, drop func()) {
	r.name.SetText(k.name)
	r.facts.SetText(k.facts())
	r.drop.OnTapped = drop
}

// CreateRenderer implements fyne.Widget.
func (r *keptRow) CreateRenderer() fyne.WidgetRenderer {
	lines := container.New(layout.NewCustomPaddedVBoxLayout(2), r.name, r.facts)
	return widget.NewSimpleRenderer(container.NewPadded(container.NewBorder(nil, nil, nil, container.NewCenter(r.drop), lines)))
}
