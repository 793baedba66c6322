package lab

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestReadGraphSpec(t *testing.T) {
	s, err := ReadGraphSpec(strings.NewReader(`{"folder": "g", "keywords": ["k"], "estimators": ["oracle", "mab-var:epsilon=0.1:reset=1000"], "budget": 5}`))
	if err != nil {
		t.Fatal(err)
	}
	if e := s.Estimators[1]; e.Label != "mab-var:epsilon=0.1:reset=1000" || e.Estimator != "mab-var" || e.Epsilon != 0.1 || e.Reset != 1000 || e.Batch != 1 {
		t.Errorf("%+v", e)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ReadGraphSpec(strings.NewReader(string(text))); err != nil || again.Estimators[1] != s.Estimators[1] {
		t.Errorf("written as %s it is read as %+v, %v", text, again, err)
	}
	for text, line := range map[string]int{
		"{\n\"estimators\": [\"oracle\",\n\"fl-x\"]}":                    3,
		"{\n\"estimators\": [\"oracle\", \"oracle\"]}":                   2,
		"{\"estimators\": [\"oracle\"],\n\"budgets\": 3}":                2,
		"{\"estimators\": [\"oracle\"],\n\"keywords\": [\"k\",\n\"k\"]}": 3,
		"{\"estimators\": [\"oracle\"],\n\"budget\": -1}":                2,
	} {
		_, err := ReadGraphSpec(strings.NewReader(text))
		if wrong, ok := errors.AsType[*SpecError](err); !ok || wrong.Line != line {
			t.Errorf("%s: %v, want line %d", text, err, line)
		}
	}
}
