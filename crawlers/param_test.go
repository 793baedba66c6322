package crawlers

import (
	"strings"
	"testing"
)

var someParams = []Param{
	{Name: "alpha", Kind: Number, Default: "0.5", Min: 0, Max: 1},
	{Name: "n", Kind: Number, Default: "256", Min: 1, Max: 1024, Integer: true},
	{Name: "focus", Kind: Choice, Default: "soft", Choices: []string{"soft", "hard"}},
	{Name: "learning", Kind: Switch, Default: "on"},
	{Name: "epsilon", Kind: Number, Default: "auto", Min: 0, Max: 1, Auto: true},
}

func TestParseValues(t *testing.T) {
	v, err := ParseValues(someParams, map[string]string{"n": " 16 ", "learning": "No", "focus": "hard"})
	if err != nil {
		t.Fatal(err)
	}
	if v.Float("alpha") != 0.5 || v.Int("n") != 16 || v.On("learning") || v["focus"] != "hard" || v["epsilon"] != Auto {
		t.Errorf("values %v", v)
	}
	for _, c := range []struct {
		given map[string]string
		want  []string // all in the message
	}{
		{map[string]string{"alfa": "1"}, []string{`"alfa"`, `did you mean "alpha"`, "learning"}},
		{map[string]string{"alpha": "2"}, []string{"alpha", "2", "0 to 1"}},
		{map[string]string{"alpha": "NaN"}, []string{"alpha", "number", "0 to 1"}},
		{map[string]string{"alpha": "half"}, []string{"alpha", "half", "number"}},
		{map[string]string{"n": "1.5"}, []string{"n", "whole number", "1 to 1024"}},
		{map[string]string{"n": "inf"}, []string{"n", "1 to 1024"}},
		{map[string]string{"n": "0"}, []string{"n", "1 to 1024"}},
		{map[string]string{"n": "auto"}, []string{"n", "whole number", "1 to 1024"}},
		{map[string]string{"epsilon": "2"}, []string{"epsilon", "0 to 1, or auto"}},
		{map[string]string{"epsilon": "little"}, []string{"epsilon", "0 to 1, or auto"}},
		{map[string]string{"focus": "sofd"}, []string{"focus", `did you mean "soft"`, "hard"}},
		{map[string]string{"learning": "maybe"}, []string{"learning", "on", "off"}},
	} {
		_, err := ParseValues(someParams, c.given)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: error %v does not say %q", c.given, err, want)
			}
		}
	}
	if _, err := ParseValues(nil, map[string]string{"n": "1"}); err == nil || !strings.Contains(err.Error(), "has none") {
		t.Errorf("a family without parameters: %v", err)
	}
}

// A value is kept as ParseFloat reads it: "1e2" is a whole number.
func TestIntegerForms(t *testing.T) {
	v, err := ParseValues(someParams, map[string]string{"n": "1e2"})
	if err != nil || v.Int("n") != 100 {
		t.Errorf("n = %v, %v; want 100", v, err)
	}
}

// Distances by hand: kitten → sitting takes 3 changes; flaw → lawn 2.
func TestNearest(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"", "abc", 3}, {"same", "same", 0}} {
		if got := editDistance(c.a, c.b); got != c.want {
			t.Errorf("editDistance(%s, %s) = %d; want %d", c.a, c.b, got, c.want)
		}
	}
	if got := Nearest("Bestfirst", []string{"breadth-first", "best-first"}); got != "best-first" {
		t.Errorf("Nearest = %s", got)
	}
	if got := Nearest("x", nil); got != "" {
		t.Errorf("Nearest of none = %q", got)
	}
}

func TestLookup(t *testing.T) {
	if f, err := Lookup("infospiders"); err != nil || f.Name != "infospiders" {
		t.Errorf("Lookup = %v, %v", f.Name, err)
	}
	if _, err := Lookup("infospider"); err == nil || !strings.Contains(err.Error(), `did you mean "infospiders"`) {
		t.Errorf("error %v", err)
	}
}
