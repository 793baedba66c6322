package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
)

// fileDialogSize is that of dialogs in which a file or folder is chosen.
var fileDialogSize = fyne.NewSize(760, 520)

// openFile asks for a file with one of these endings, any without, and hands it on; whoever takes it closes it. in is the
// folder in which the dialog begins; empty = where Fyne does.
func (a *App) openFile(in string, endings []string, then func(fyne.URIReadCloser)) {
	d := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		if err != nil {
			a.fail(err)
		} else if file != nil {
			then(file)
		}
	}, a.window)
	if len(endings) > 0 {
		d.SetFilter(storage.NewExtensionFileFilter(endings))
	}
	if folder, err := storage.ListerForURI(storage.NewFileURI(in)); in != "" && err == nil {
		d.SetLocation(folder)
	}
	d.Resize(fileDialogSize)
	d.Show()
}

// saveFile asks where to write a file that is called name unless the user calls it otherwise.
func (a *App) saveFile(name string, then func(fyne.URIWriteCloser)) {
	d := dialog.NewFileSave(func(file fyne.URIWriteCloser, err error) {
		if err != nil {
			a.fail(err)
		} else if file != nil {
			then(file)
		}
	}, a.window)
	d.SetFileName(name)
	d.Resize(fileDialogSize)
	d.Show()
}

// openFolder asks for a folder.
func (a *App) openFolder(then func(path string)) {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err != nil {
			a.fail(err)
		} else if folder != nil {
			then(folder.Path())
		}
	}, a.window)
	d.Resize(fileDialogSize)
	d.Show()
}

// ask shows content that has buttons of its own, in a dialog of that size or as large as the window allows, and returns
// what closes it.
func (a *App) ask(title string, content fyne.CanvasObject, size fyne.Size) (close func()) {
	d := dialog.NewCustomWithoutButtons(title, container.NewPadded(content), a.window)
	room := a.window.Canvas().Size()
	d.Resize(fyne.NewSize(min(size.Width, room.Width-40), min(size.Height, room.Height-40)))
	d.Show()
	return d.Hide
}
