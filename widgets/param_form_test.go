package widgets

import (
	"errors"
	"maps"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestParamFormFaults(t *testing.T) {
	themed(test.NewTempApp(t))
	fields := append(someFields(),
		Field{Name: "n", Title: "Batch", Kind: NumberField, Default: "256", Min: 1, Max: 1024, Integer: true},
		Field{Name: "epsilon", Title: "Epsilon", Kind: NumberField, Default: "auto", Min: 0, Max: 1, Auto: true},
		Field{Name: "proxy", Title: "Proxy", Kind: TextField, Check: func(v string) error {
			if v != "" && v != "http://proxy" {
				return errors.New("Write a URL.")
			}
			return nil
		}})
	for _, tc := range []struct{ name, value, want string }{
		{"beta", "5", ""},
		{"beta", " 5.5 ", ""},
		{"beta", "", "beta: Write a number from 0 to 100."},
		{"beta", "101", "beta: Write a number from 0 to 100."},
		{"beta", "NaN", "beta: Write a number from 0 to 100."},
		{"beta", "auto", "beta: Write a number from 0 to 100."},
		{"epsilon", "0.5", ""},
		{"epsilon", "some", "Epsilon: Write a number from 0 to 1."},
		{"n", "1.5", "Batch: Write a whole number from 1 to 1024."},
		{"n", "1025", "Batch: Write a whole number from 1 to 1024."},
		{"proxy", "http://proxy", ""},
		{"proxy", "me", "Proxy: Write a URL."},
	} {
		form := NewParamForm(fields)
		if fault := form.Check(); fault != "" {
			t.Fatalf("the defaults are faulty: %s", fault)
		}
		form.Set(map[string]string{tc.name: tc.value})
		if got := form.Check(); got != tc.want {
			t.Errorf("%s = %q: %q, want %q", tc.name, tc.value, got, tc.want)
		}
	}
}

func TestParamFormResets(t *testing.T) {
	themed(test.NewTempApp(t))
	form := NewParamForm(someFields())
	changes := 0
	form.OnChanged = func() { changes++ }
	test.NewTempWindow(t, form)
	defaults := form.Values()
	if form.inputs[0].reset.Visible() {
		t.Error("a default offers the way back to itself")
	}
	test.Type(form.inputs[0].entry, "7")
	test.Tap(form.inputs[1].check)
	if v := form.Values(); v["beta"] != "75" || v["learning"] != "off" || changes != 2 {
		t.Errorf("values %v after %d changes", v, changes)
	}
	test.Tap(form.inputs[0].reset)
	form.Reset()
	if !maps.Equal(form.Values(), defaults) {
		t.Errorf("reset to %v, want %v", form.Values(), defaults)
	}
	form.Enable(false)
	if !form.inputs[0].entry.Disabled() || !form.inputs[1].check.Disabled() || !form.inputs[2].choice.Disabled() {
		t.Error("a disabled form can be edited")
	}
}

func TestEscapeInAFormIsTheWindows(t *testing.T) {
	test.NewTempApp(t)
	form := NewParamForm(someFields())
	window := test.NewTempWindow(t, form)
	escaped := 0
	window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { escaped++ })
	form.inputs[0].entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if escaped != 1 {
		t.Errorf("the window was told %d times", escaped)
	}
}
