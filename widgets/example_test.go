package widgets_test

import (
	"fmt"

	"fyne.io/fyne/v2/test"

	"orbweaver/widgets"
)

// A form is made from a description of its fields and says what is wrong with what was typed.
func Example() {
	test.NewApp().Settings().SetTheme(widgets.Theme{})
	form := widgets.NewParamForm([]widgets.Field{
		{Name: "beta", Title: "Greediness", Kind: widgets.NumberField, Default: "5", Min: 0, Max: 100},
	})
	fmt.Println(form.Values()["beta"])
	form.Set(map[string]string{"beta": "1000"})
	fmt.Println(form.Check())
	// Output:
	// 5
	// Greediness: Write a number from 0 to 100.
}
