package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"
)

// ReadSpec reads a spec from its JSON, strictly: unknown fields are errors. It is checked as Check does. The error is a
// *SpecError with the line.
func ReadSpec(r io.Reader) (Spec, error) {
	return read(r, Spec.Check)
}

// ReadGraphSpec reads the spec of a graph experiment in the same way. Estimators stand in it as ParseEstimator reads them.
func ReadGraphSpec(r io.Reader) (GraphSpec, error) {
	return read(r, GraphSpec.Check)
}

func read[S any](r io.Reader, check func(S) error) (spec S, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSpecBytes))
	if err != nil {
		return spec, fmt.Errorf("the spec can not be read: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&spec); err != nil {
		return spec, decodingError(text, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return spec, &SpecError{Line: lineOf(text, d.InputOffset()), Err: errors.New("there is more after the end of the spec")}
	}
	if err := check(spec); err != nil {
		return spec, located(text, err)
	}
	return spec, nil
}

const maxSpecBytes = 16 << 20

// decodingError says where JSON is wrong.
func decodingError(text []byte, err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &SpecError{Line: lineOf(text, syntax.Offset), Err: fmt.Errorf("this is not JSON: %w", err)}
	}
	if mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return &SpecError{Field: mistyped.Field, Line: lineOf(text, mistyped.Offset), Err: fmt.Errorf("a %s stands where a %s is wanted", mistyped.Value, mistyped.Type)}
	}
	if m := unknownField.FindStringSubmatch(err.Error()); m != nil {
		for _, f := range fieldsOf(text) {
			if path.Ext("."+f.path) == "."+m[1] {
				return &SpecError{Field: f.path, Line: lineOf(text, f.offset), Err: fmt.Errorf("there is no field of this name; docs/laboratory.md has all")}
			}
		}
	}
	return &SpecError{Line: lineOf(text, int64(len(text))), Err: fmt.Errorf("this is not a whole JSON object: %w", err)}
}

var unknownField = regexp.MustCompile(`unknown field "(.*)"`)

// located fills in the line of a SpecError: that of its field, or of what the field would be part of.
func located(text []byte, err error) error {
	wrong, ok := errors.AsType[*SpecError](err)
	if !ok {
		return err
	}
	best := -1
	for _, f := range fieldsOf(text) {
		if (f.path == wrong.Field || strings.HasPrefix(wrong.Field, f.path+".") || strings.HasPrefix(wrong.Field, f.path+"[")) && len(f.path) > best {
			best, wrong.Line = len(f.path), lineOf(text, f.offset)
		}
	}
	return wrong
}

func lineOf(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
}

// field is a place in a JSON text.
type field struct {
	path   string // "contestants[2].family"
	offset int64  // behind its name, or at its beginning in a list
}

// fieldsOf are the fields of a JSON text that is well-formed, as far as it is.
func fieldsOf(text []byte) []field {
	w := walker{Decoder: json.NewDecoder(bytes.NewReader(text)), text: text}
	w.value("")
	return w.fields
}

type walker struct {
	*json.Decoder
	text   []byte
	fields []field
}

// value passes over the next value and says whether there was one.
func (w *walker) value(at string) bool {
	token, err := w.Token()
	if err != nil {
		return false
	}
	delimiter, _ := token.(json.Delim)
	for i := 0; delimiter != 0 && w.More(); i++ {
		inside := fmt.Sprintf("%s[%d]", at, i)
		offset := w.InputOffset()
		if delimiter == '{' {
			name, err := w.Token()
			if err != nil {
				return false
			}
			inside = strings.TrimPrefix(fmt.Sprintf("%s.%v", at, name), ".")
			offset = w.InputOffset()
		} else {
			offset += int64(len(w.text[offset:]) - len(bytes.TrimLeft(w.text[offset:], ", \t\r\n")))
		}
		w.fields = append(w.fields, field{inside, offset})
		if !w.value(inside) {
			return false
		}
	}
	if delimiter != 0 {
		_, err = w.Token()
	}
	return err == nil
}
