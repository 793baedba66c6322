package widgets

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// FieldKind says how a Field is edited.
type FieldKind int

const (
	NumberField FieldKind = iota // a number within Min…Max
	ChoiceField                  // one of Choices
	SwitchField                  // "on" or "off"
	TextField                    // anything that Check accepts
)

// Field describes one setting of a ParamForm.
type Field struct {
	Name     string // key of its value
	Title    string // what stands over it
	Doc      string // a sentence under it
	Kind     FieldKind
	Default  string
	Min, Max float64 // numbers, inclusive
	Integer  bool    // numbers: no fractions
	Auto     bool    // numbers: or the word auto, which the Doc explains
	Choices  []string
	Check    func(value string) error // texts; nil = anything goes
}

// ParamForm edits settings from a description of them, says at once what is wrong with a value, and knows the way back
// to the defaults.
type ParamForm struct {
	widget.BaseWidget

	// OnChanged is called after the user has changed a value.
	OnChanged func()

	fields  []Field
	inputs  []*fieldInput
	content *fyne.Container
}

// NewParamForm returns a form of these fields, each at its default.
func NewParamForm(fields []Field) *ParamForm {
	f := &ParamForm{fields: fields, content: container.NewVBox()}
	for _, field := range fields {
		input := newFieldInput(field, func() {
			if f.OnChanged != nil {
				f.OnChanged()
			}
		})
		f.inputs = append(f.inputs, input)
		f.content.Add(input)
	}
	f.ExtendBaseWidget(f)
	return f
}

// Values are the values as they stand, by name; wrong ones too.
func (f *ParamForm) Values() map[string]string {
	values := map[string]string{}
	for i, field := range f.fields {
		values[field.Name] = f.inputs[i].value()
	}
	return values
}

// Set changes the values of the fields named; the others keep theirs.
func (f *ParamForm) Set(values map[string]string) {
	for i, field := range f.fields {
		if v, ok := values[field.Name]; ok {
			f.inputs[i].set(v)
		}
	}
}

// Reset puts every field back to its default.
func (f *ParamForm) Reset() {
	for i, field := range f.fields {
		f.inputs[i].set(field.Default)
	}
}

// Check returns the first thing that is wrong, "" if nothing is.
func (f *ParamForm) Check() string {
	for _, input := range f.inputs {
		if fault := input.fault(); fault != "" {
			return input.field.Title + ": " + fault
		}
	}
	return ""
}

// Enable lets the user edit, or not.
func (f *ParamForm) Enable(on bool) {
	for _, input := range f.inputs {
		input.enable(on)
	}
}

// CreateRenderer implements fyne.Widget.
func (f *ParamForm) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.content) }

// fieldInput is one field with its title, its explanation, what is wrong with it, and a button back to the default.
type fieldInput struct {
	widget.BaseWidget
	field   Field
	entry   *formEntry // of numbers and texts
	choice  *Select
	check   *Check
	reset   *widget.Button
	wrong   *Note
	changed func()
}

func newFieldInput(f Field, changed func()) *fieldInput {
	in := &fieldInput{field: f, wrong: NewNote(""), changed: changed}
	in.wrong.ColorName = theme.ColorNameError
	in.wrong.Hide()
	in.reset = widget.NewButtonWithIcon("", theme.ContentUndoIcon(), func() { in.set(f.Default) })
	in.reset.Importance = widget.LowImportance
	switch f.Kind {
	case ChoiceField:
		in.choice = NewSelect(f.Choices, func(string) { in.edited() })
	case SwitchField:
		in.check = NewCheck(f.Title, func(bool) { in.edited() })
	default:
		in.entry = newFormEntry()
		in.entry.OnChanged = func(string) { in.edited() }
	}
	in.ExtendBaseWidget(in)
	in.set(f.Default)
	return in
}

func (in *fieldInput) value() string {
	switch in.field.Kind {
	case ChoiceField:
		return in.choice.Selected
	case SwitchField:
		if in.check.Checked {
			return "on"
		}
		return "off"
	case NumberField:
		if !in.field.Integer {
			return typed(strings.TrimSpace(in.entry.Text))
		}
	}
	return strings.TrimSpace(in.entry.Text)
}

func (in *fieldInput) set(value string) {
	switch in.field.Kind {
	case ChoiceField:
		in.choice.SetSelected(value)
	case SwitchField:
		in.check.SetChecked(value == "on")
	default:
		in.entry.SetText(value)
	}
	in.edited()
}

// edited shows what is wrong, and the way back when the value is not the default.
func (in *fieldInput) edited() {
	fault := in.fault()
	in.wrong.SetText(fault)
	show(in.wrong, fault != "")
	show(in.reset, in.value() != in.field.Default)
	in.Refresh()
	in.changed()
}

func show(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}

// fault says what is wrong with the value and what to write instead; "" = nothing.
func (in *fieldInput) fault() string {
	f, v := in.field, in.value()
	switch f.Kind {
	case NumberField:
		if f.Auto && strings.EqualFold(v, "auto") {
			return ""
		}
		bounds := map[string]any{"Min": number(f.Min), "Max": number(f.Max)}
		x, err := strconv.ParseFloat(v, 64)
		if f.Integer {
			var whole int64 // 1.000 is a thousand to some people, and one to others
			whole, err = strconv.ParseInt(v, 10, 64)
			x = float64(whole)
		}
		switch wrong := err != nil || math.IsNaN(x) || x < f.Min || x > f.Max; {
		case wrong && f.Integer:
			return lang.X("form.whole", "Write a whole number from {{.Min}} to {{.Max}}.", bounds)
		case wrong:
			return lang.X("form.number", "Write a number from {{.Min}} to {{.Max}}.", bounds)
		}
	case TextField:
		if f.Check != nil {
			if err := f.Check(v); err != nil {
				return err.Error()
			}
		}
	}
	return ""
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func (in *fieldInput) enable(on bool) {
	for _, o := range in.editable() {
		if on {
			o.Enable()
		} else {
			o.Disable()
		}
	}
}

func (in *fieldInput) editable() []fyne.Disableable {
	switch in.field.Kind {
	case ChoiceField:
		return []fyne.Disableable{in.choice, in.reset}
	case SwitchField:
		return []fyne.Disableable{in.check, in.reset}
	default:
		return []fyne.Disableable{in.entry, in.reset}
	}
}

// CreateRenderer implements fyne.Widget.
func (in *fieldInput) CreateRenderer() fyne.WidgetRenderer {
	var content *fyne.Container
	if in.field.Kind == SwitchField {
		content = container.NewVBox(container.NewBorder(nil, nil, nil, in.reset, in.check))
	} else {
		var input fyne.CanvasObject = in.entry
		if in.choice != nil {
			input = in.choice
		}
		content = container.NewVBox(NewLine(in.field.Title), container.NewBorder(nil, nil, nil, in.reset, input))
	}
	if in.field.Doc != "" {
		content.Add(NewNote(in.field.Doc))
	}
	content.Add(in.wrong)
	content.Layout = layout.NewCustomPaddedVBoxLayout(2)
	return widget.NewSimpleRenderer(content)
}
