package app

import (
	"errors"
	"fmt"
	"os"

	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers"
	"orbweaver/storage/session"
	"orbweaver/widgets"
)

// chosenFile is a file for a family that was read and checked.
type chosenFile struct {
	name  string
	path  string // of the user's copy; builtInTree; "" = not known, as of a file that came with a session
	data  []byte
	good  []string // paths of the good categories, of a taxonomy
	marks []string // the same where the user has marked them in this window; empty = as in the file
}

// builtInTree is the path of the taxonomy that comes with the program.
const builtInTree = "built-in"

func newChosenFile(f crawlers.Family, name, path string, data []byte) chosenFile {
	file := chosenFile{name: name, path: path, data: data}
	if takesTree(f) && data != nil {
		file.good = goodCategories(data)
	}
	return file
}

// keepFiles remembers which files are chosen.
func (a *App) keepFiles() {
	prefs := a.fyne.Preferences()
	for _, f := range a.form.families {
		if f.Model == nil {
			continue
		}
		file := a.drawer.model.chosen[f.Name]
		prefs.SetString(prefFile+f.Name, file.name)
		prefs.SetString(prefFilePath+f.Name, file.path)
		prefs.SetStringList(prefFileMarks+f.Name, file.marks)
	}
}

// restoreFiles chooses the files that were chosen last time, as they are now. When that of the chosen family can not be
// had any more the form says so.
func (a *App) restoreFiles() {
	prefs := a.fyne.Preferences()
	for _, f := range a.form.families {
		name, path, marks := prefs.String(prefFile+f.Name), prefs.String(prefFilePath+f.Name), prefs.StringList(prefFileMarks+f.Name)
		if f.Model == nil || name == "" {
			continue
		}
		a.background(func() {
			file, err := readChosenFile(f, name, path, marks)
			a.ui(func() {
				switch {
				case a.phase != empty || a.drawer.model.chosen[f.Name].data != nil: // the user was quicker
				case err == nil:
					a.drawer.model.set(f, file)
				case a.form.chosenFamily().Name == f.Name:
					a.form.say(lang.X("form.lost", "The file {{.File}} that was chosen last time can not be read: choose it again under Advanced, or go on without it.",
						map[string]any{"File": widgets.Clean(name, 80)}))
				}
			})
		})
	}
}

// readChosenFile reads a file that was chosen earlier, and marks its categories again.
func readChosenFile(f crawlers.Family, name, path string, marks []string) (chosenFile, error) {
	file := chosenFile{name: name, path: path}
	switch path {
	case "":
		return file, errors.New("nobody knows where it was")
	case builtInTree:
	default:
		from, err := os.Open(path) // #nosec G304 -- the user has chosen the file
		if err != nil {
			return file, fmt.Errorf("the file chosen last time: %w", err)
		}
		data, err := session.ReadModel(f, name, from)
		if err = errors.Join(err, from.Close()); err != nil {
			return file, err
		}
		file = newChosenFile(f, name, path, data)
	}
	if len(marks) == 0 {
		return file, nil
	}
	return file.marked(marks)
}
