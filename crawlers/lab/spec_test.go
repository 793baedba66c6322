package lab

import (
	"strings"
	"testing"
)

func TestSpecsThatAreWrong(t *testing.T) {
	const begin = "{\n\"corpus\": {\"kind\": \"sample\"},\n"
	for _, c := range []struct{ text, want string }{
		{"", "line 1: this is not a whole JSON object: EOF"},
		{"{\n\"name\": \"x\",\n}", "line 3: this is not JSON: invalid character '}' looking for beginning of object key string"},
		{begin + `"contestants": [{"family": "best-first"}]} {}`, "line 3: there is more after the end of the spec"},
		{begin + `"contestants": [{"family": "best-first"}],` + "\n\"page\": 3}", "line 4: page: there is no field of this name; docs/laboratory.md has all"},
		{begin + `"pages": "many"}`, "line 3: pages: a text stands where a whole number is wanted"},
		{begin + `"pages": 1.5}`, "line 3: pages: the number 1.5 stands where a whole number is wanted"},
		{begin + `"name": "x",` + "\n\"contestants\": [\n{\"name\": \"BFS\", \"family\": \"best-first\"}]}", "line 5: contestants[0].name: there is no field of this name"},
		{begin + `"contestants": [{"family": "best-first"},` + "\n{\"family\": \"best-frist\"}]}", `line 4: contestants[1].family: unknown family "best-frist"; did you mean "best-first"?`},
		{begin + `"contestants": [{"family": "best-first", "params": {"m": 1}}]}`, `line 3: contestants[0].params: unknown parameter "m"; did you mean "n"?`},
		{begin + `"contestants": [{"family": "best-first", "params": {"n": 0}}]}`, "line 3: contestants[0].params: parameter n = 0 is out of bounds"},
		{begin + `"contestants": [{"family": "best-first", "params": {"n": [1]}}]}`, "line 3: contestants[0].params.n: [1] is neither a number nor a text, true or false"},
		{begin + `"contestants": [{"family": "best-first"}, {"family": "best-first"}]}`, `line 3: contestants[1].label: contestant 1 is called "best-first" too`},
		{begin + `"contestants": []}`, "line 3: contestants: there are none"},
		{begin + `"contestants": [{"family": "best-first", "model": "x"}]}`, "line 3: contestants[0].model: the family best-first takes no file"},
		{begin + `"contestants": [{"family": "best-first"}],` + "\n\"task\": {\"distance\": 11}}", "line 4: task.distance: 11 is out of bounds: write 0 to 10"},
		{begin + `"contestants": [{"family": "best-first"}],` + "\n\"measure\": {\"shares\": [0.5, 2]}}", "line 4: measure.shares[1]: 2 is out of bounds"},
		{"{\"corpus\": {\"kind\": \"folders\"}}", `line 1: corpus.kind: unknown kind "folders"; did you mean "folder"?`},
		{"{\"corpus\": {\"kind\": \"folder\"}}", "line 1: corpus.path: is missing: write which folder"},
	} {
		if _, err := ReadSpec(strings.NewReader(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestSpecDefaults(t *testing.T) {
	spec, err := ReadSpec(strings.NewReader(`{"corpus": {"kind": "sample"}, "buffer": 64, "contestants": [{"family": "best-first"}, {"label": "big", "family": "best-first", "buffer": 2048}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := spec.filled()
	if s.Pages != 1000 || s.Measure.Every != 10 || s.Contestants[0].Label != "best-first" || s.Contestants[0].Buffer != 64 || s.Contestants[1].Buffer != 2048 || s.Task.InLinks != 20 {
		t.Errorf("%+v", s)
	}
	if spec.Contestants[0].Label != "" {
		t.Error("filling in the defaults has changed the spec itself")
	}
}

func FuzzReadSpec(f *testing.F) {
	f.Add(`{"corpus": {"kind": "sample"}, "contestants": [{"family": "best-first", "params": {"n": 1}}]}`)
	f.Add("{\"task\": {\n\"distance\": 11}}")
	f.Add(`[[{}], "`)
	f.Fuzz(func(t *testing.T, text string) {
		if spec, err := ReadSpec(strings.NewReader(text)); err == nil && spec.Check() != nil {
			t.Errorf("%q was read and is wrong: %v", text, spec.Check())
		}
	})
}
