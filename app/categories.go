package app

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"orbweaver/crawlers"
	"orbweaver/crawlers/classify"
	"orbweaver/widgets"
)

// takesTree reports whether a family's file is a tree of categories.
func takesTree(f crawlers.Family) bool { return f.Model != nil && f.Model.Name == "taxonomy" }

// goodShown is how many good categories are named.
const goodShown = 8

// goodNote says which categories of a file are good.
func goodNote(file chosenFile) string {
	if len(file.good) == 0 {
		return lang.L("No category is marked good: your keywords make one, or your seeds where there are no keywords.")
	}
	names := make([]string, min(len(file.good), goodShown))
	for i := range names {
		names[i] = widgets.Clean(file.good[i], 80)
	}
	if len(file.good) > goodShown {
		names = append(names, "…")
	}
	return lang.X("good.names", "Marked good: {{.Names}}", map[string]any{"Names": strings.Join(names, ", ")})
}

// goodCategories are the paths of the good categories of a taxonomy; those without an example do not count.
func goodCategories(data []byte) (paths []string) {
	t, err := classify.Read(data)
	if err != nil {
		return nil // it is not used either
	}
	for c := range t.All() {
		if c.Good() && c.Count() > 0 {
			paths = append(paths, c.Path())
		}
	}
	return paths
}

// tree is the taxonomy in the file, without a file the built-in one.
func (f chosenFile) tree() (*classify.Taxonomy, error) {
	if f.data == nil {
		return classify.BuiltIn(), nil
	}
	return classify.Read(f.data)
}

// marked is a copy of the file in which the categories of those paths are good, and no others.
func (f chosenFile) marked(paths []string) (chosenFile, error) {
	t, err := f.tree()
	if err != nil {
		return f, err
	}
	for c := range t.All() {
		if err := t.SetGood(c, slices.Contains(paths, c.Path())); err != nil {
			return f, err
		}
	}
	data, err := t.MarshalJSON()
	if err != nil {
		return f, fmt.Errorf("the categories: %w", err)
	}
	if f.data == nil {
		f.name, f.path = lang.L("Built-in tree"), builtInTree
	}
	f.data, f.marks, f.good = data, paths, goodCategories(data)
	return f, nil
}

// chooseGood lets the user mark categories of the file that is chosen, or of the built-in tree.
func (a *App) chooseGood() {
	if a.phase != empty {
		return
	}
	family, file := a.form.chosenFamily(), a.drawer.model.file()
	a.background(func() {
		t, err := file.tree()
		a.ui(func() {
			if err != nil {
				a.fail(err)
				return
			}
			a.showCategories(t, func(good []string) { a.markGood(family, file, good) })
		})
	})
}

// markGood puts a marked copy in place of the file. The user's own stays as it is.
func (a *App) markGood(family crawlers.Family, file chosenFile, good []string) {
	if len(good) == 0 && (file.data == nil || file.path == builtInTree) { // the tree as it comes needs no copy
		a.drawer.model.set(family, chosenFile{})
		return
	}
	a.background(func() {
		marked, err := file.marked(good)
		a.ui(func() {
			if err != nil {
				a.fail(err)
			} else if a.phase == empty {
				a.drawer.model.set(family, marked)
			}
		})
	})
}

// showCategories lists the categories of a tree with a check box for each, and hands over the paths of those that were
// chosen.
func (a *App) showCategories(t *classify.Taxonomy, chosen func(good []string)) {
	all := slices.Collect(t.All())
	good := make([]bool, len(all))
	for i, c := range all {
		good[i] = c.Good()
	}
	list := widgets.NewList(func() int { return len(all) },
		func() fyne.CanvasObject { return widgets.NewCheck("", nil) },
		func(i int, o fyne.CanvasObject) {
			check := o.(*widgets.Check)
			check.OnChanged = nil // of the row that it was before
			check.SetText(categoryLabel(all[i]))
			check.SetChecked(good[i])
			check.OnChanged = func(on bool) { good[i] = on }
		})
	list.HideSeparators = true
	note := widgets.NewNote(lang.L("The crawl looks for pages that belong under the categories marked here, or below them. With none marked, your keywords make the category. Your file stays as it is: the crawl gets a marked copy."))
	note.ColorName, note.SizeName = theme.ColorNameForeground, theme.SizeNameText
	d := dialog.NewCustomConfirm(lang.L("Good categories"), lang.L("Use these"), lang.L("Cancel"), container.NewBorder(note, nil, nil, nil, list), func(yes bool) {
		if !yes {
			return
		}
		var paths []string
		for i, c := range all {
			if good[i] {
				paths = append(paths, c.Path())
			}
		}
		chosen(paths)
	}, a.window)
	d.Resize(fyne.NewSize(560, 560))
	d.Show()
}

// categoryLabel is a category's name, indented by its depth, with the number of its examples.
func categoryLabel(c *classify.Category) string {
	const step = "      "
	return strings.Repeat(step, strings.Count(c.Path(), "/")) + widgets.Clean(c.Name(), 80) + " (" + count(c.Count()) + ")"
}
