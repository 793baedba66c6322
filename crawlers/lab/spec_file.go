package lab

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"reflect"
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
		return spec, decodingError(text, err, new(S))
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

// decodingError says where JSON is wrong that should have been decoded into something of into's kind.
func decodingError(text []byte, err error, into any) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &SpecError{Line: lineOf(text, syntax.Offset), Err: fmt.Errorf("this is not JSON: %w", err)}
	}
	if mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return &SpecError{Field: mistyped.Field, Line: lineOf(text, mistyped.Offset), Err: fmt.Errorf("%s stands where %s is wanted", jsonKind(mistyped.Value), kindOf(mistyped.Type))}
	}
	if m := unknownField.FindStringSubmatch(err.Error()); m != nil {
		for _, f := range fieldsOf(text) {
			if path.Ext("."+f.path) == "."+m[1] && isUnknown(f.path, into) {
				return &SpecError{Field: f.path, Line: lineOf(text, f.offset), Err: fmt.Errorf("there is no field of this name; docs/laboratory.md has all")}
			}
		}
	}
	return &SpecError{Line: lineOf(text, int64(len(text))), Err: fmt.Errorf("this is not a whole JSON object: %w", err)}
}

// isUnknown says whether there is no field at a path in into's kind: it tries one that holds nothing else.
func isUnknown(path string, into any) bool {
	text := "null"
	for path != "" {
		i := strings.LastIndexAny(path, ".[")
		if i >= 0 && path[i] == '[' {
			text, path = "["+text+"]", path[:i]
		} else {
			text, path = fmt.Sprintf("{%q: %s}", path[i+1:], text), path[:max(i, 0)]
		}
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into) != nil
}

// jsonKind is what package json calls a kind of value, in words.
func jsonKind(value string) string {
	switch name, _, _ := strings.Cut(value, " "); name {
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object"
	case value:
		return "a " + value
	}
	return "the " + value // number 1.5
}

// kindOf is what is written for a value of a type, in words.
func kindOf(t reflect.Type) string {
	switch kind := t.Kind(); {
	case kind == reflect.String, reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return "a text"
	case kind == reflect.Bool:
		return "true or false"
	case kind == reflect.Slice:
		return "a list"
	case kind == reflect.Float64:
		return "a number"
	case kind == reflect.Int:
		return "a whole number"
	case kind == reflect.Uint64:
		return "a whole number from 0 on"
	}
	return "an object"
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
