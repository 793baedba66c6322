package crawlers

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ParamKind says what values a parameter takes.
type ParamKind string

const (
	Number ParamKind = "number" // a decimal number within Min…Max
	Choice ParamKind = "choice" // one of Choices
	Switch ParamKind = "switch" // on or off
)

// Param describes one parameter of a family. The settings form, the flags of orb and the laboratory are made from it.
type Param struct {
	Name    string // as in --set: "max-pop"
	Kind    ParamKind
	Default string   // as typed
	Min     float64  // numbers only, inclusive
	Max     float64  // numbers only, inclusive
	Integer bool     // numbers only: no fractions
	Auto    bool     // numbers only: may also be Auto, what suits the other parameters; the Doc says what that is
	Choices []string // choices only
	Doc     string   // one sentence: what it is and what more of it does
}

// Auto is the value of a number that follows from the other parameters.
const Auto = "auto"

// Values are a family's parameters as typed, one for each of its Params.
type Values map[string]string

// ParseValues checks what the user gave against the params and fills in the defaults. An error names the parameter and
// what to write instead.
func ParseValues(params []Param, given map[string]string) (Values, error) {
	values := Values{}
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
		values[p.Name] = p.Default
	}
	for _, name := range sortedKeys(given) {
		i := slices.Index(names, name)
		if i < 0 && len(names) == 0 {
			return nil, fmt.Errorf("unknown parameter %q: this family has none", name)
		}
		if i < 0 {
			return nil, fmt.Errorf("unknown parameter %q; did you mean %q? (parameters: %s)", name, Nearest(name, names), strings.Join(names, ", "))
		}
		value, err := params[i].check(given[name])
		if err != nil {
			return nil, err
		}
		values[name] = value
	}
	return values, nil
}

// check returns the value in the form in which it is kept.
func (p Param) check(value string) (string, error) {
	value = strings.TrimSpace(value)
	switch p.Kind {
	case Number:
		if p.Auto && strings.EqualFold(value, Auto) {
			return Auto, nil
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsNaN(x) || p.Integer && x != math.Trunc(x) {
			kind := "a number"
			if p.Integer {
				kind = "a whole number"
			}
			return "", fmt.Errorf("parameter %s = %q is not %s: write one from %s", p.Name, value, kind, p.bounds())
		}
		if x < p.Min || x > p.Max {
			return "", fmt.Errorf("parameter %s = %v is out of bounds: write %s", p.Name, value, p.bounds())
		}
		return value, nil
	case Choice:
		if !slices.Contains(p.Choices, value) {
			return "", fmt.Errorf("parameter %s = %q is no choice; did you mean %q? (choices: %s)", p.Name, value, Nearest(value, p.Choices), strings.Join(p.Choices, ", "))
		}
		return value, nil
	case Switch:
		switch strings.ToLower(value) {
		case "on", "true", "yes", "1":
			return "on", nil
		case "off", "false", "no", "0":
			return "off", nil
		}
		return "", fmt.Errorf("parameter %s = %q is neither on nor off", p.Name, value)
	}
	return "", fmt.Errorf("parameter %s has the unknown kind %q", p.Name, p.Kind)
}

// bounds says in words which numbers the parameter takes: "0 to 1, or auto".
func (p Param) bounds() string {
	bounds := decimal(p.Min) + " to " + decimal(p.Max)
	if p.Auto {
		bounds += ", or " + Auto
	}
	return bounds
}

// Float is the value of a number parameter that is not Auto. Values come from ParseValues, so it always parses.
func (v Values) Float(name string) float64 {
	x, err := strconv.ParseFloat(v[name], 64)
	if err != nil {
		panic("crawlers: no number parameter " + name) // a family asked for what is not in its Params
	}
	return x
}

// Int is the value of an Integer parameter.
func (v Values) Int(name string) int { return int(v.Float(name)) }

// On is the value of a switch.
func (v Values) On(name string) bool { return v[name] == "on" }

// Nearest returns the candidate with the smallest edit distance to name, "" without candidates.
func Nearest(name string, candidates []string) string {
	best, least := "", math.MaxInt
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// editDistance is the Levenshtein distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
