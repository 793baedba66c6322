package app_test

import (
	"fmt"
	"os"

	"fyne.io/fyne/v2/test"

	"orbweaver/app"
)

// Where sessions can not be kept, New says why and builds no window.
func ExampleNew() {
	file, err := os.CreateTemp("", "no-folder")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(file.Name())
	defer file.Close()

	_, err = app.New(test.NewApp(), app.Options{DataDir: file.Name()})
	fmt.Println(err != nil)
	// Output: true
}
