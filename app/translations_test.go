package app

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"orbweaver/assets"
	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/lab"
	"orbweaver/storage/race"
)

// uiText is a text of the window, as found in the source.
type uiText struct {
	key, text string
	plural    bool
}

// messages finds the calls of lang.L, lang.X and lang.XN in the source of a folder.
func messages(t *testing.T, dir string) []uiText {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var found []uiText
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || exprName(f.X) != "lang" {
				return true
			}
			switch f.Sel.Name {
			case "L":
				if text := literal(call.Args[0]); text != "" { // metrics bring their own texts
					found = append(found, uiText{key: text, text: text})
				}
			case "X", "XN":
				if key := literal(call.Args[0]); key != "" { // kinds of failures and the texts of families have computed keys
					found = append(found, uiText{key, literal(call.Args[1]), f.Sel.Name == "XN"})
				}
			}
			return true
		})
	}
	return found
}

func exprName(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

func literal(e ast.Expr) string {
	if b, ok := e.(*ast.BasicLit); ok {
		if s, err := strconv.Unquote(b.Value); err == nil {
			return s
		}
	}
	return ""
}

var placeholder = regexp.MustCompile(`\{\{\.\w+\}\}`)

func placeholders(s string) []string {
	found := placeholder.FindAllString(s, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// Every text of the window has a translation, with the same placeholders and both plural forms, and no translation is
// left over. English is the language of the source, so only its plurals are in its file.
func TestTranslationsAreComplete(t *testing.T) {
	all := append(messages(t, "."), messages(t, "../widgets")...)
	if len(all) < 100 {
		t.Fatalf("only %d texts found in the source", len(all))
	}
	for _, kind := range []fetch.Kind{
		fetch.KindDNS, fetch.KindConnect, fetch.KindTLS, fetch.KindTimeout, fetch.KindStatus, fetch.KindType, fetch.KindTooLarge,
		fetch.KindRedirect, fetch.KindRefusedAddress, fetch.KindRefusedURL, fetch.KindProtocol, fetch.KindClosed, fetch.KindEncoding,
		fetch.KindCanceled, fetch.KindRobots, fetch.KindDuplicate, fetch.KindScope, fetch.KindHostLimit, fetch.KindTrap,
	} {
		all = append(all, uiText{key: "kind." + string(kind), text: kind.Meaning()})
	}
	for _, f := range crawlers.Families() {
		all = append(all, uiText{key: "family." + f.Name, text: f.Doc})
		if f.Model != nil {
			all = append(all, uiText{key: "model." + f.Name, text: f.Model.Doc})
		}
		for _, p := range f.Params {
			all = append(all, uiText{key: "param." + f.Name + "." + p.Name, text: p.Doc})
		}
	}
	metrics := lab.Metrics()
	for _, kind := range []race.Kind{race.KindRace, race.KindHoldOut, race.KindWhatIf} {
		metrics = append(metrics, race.Metrics(kind)...)
	}
	for _, m := range metrics {
		for _, text := range []string{m.Title, m.Doc, m.Axis} {
			all = append(all, uiText{key: text, text: text})
		}
	}
	for name, words := range partWords {
		all = append(all, uiText{key: "part." + name, text: words})
	}
	for name, words := range armWords {
		all = append(all, uiText{key: "arm." + name, text: words})
	}
	for _, language := range []string{"en", "de"} {
		data, err := assets.Translations.ReadFile(path.Join(assets.TranslationsDir, language+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var have map[string]any
		if err := json.Unmarshal(data, &have); err != nil {
			t.Fatal(err)
		}
		used := map[string]bool{}
		for _, m := range all {
			used[m.key] = true
			if language == "en" && !m.plural {
				continue
			}
			for _, form := range forms(have[m.key], m.plural) {
				if form == "" {
					t.Errorf("%s.json lacks %q: %q", language, m.key, m.text)
				} else if !slices.Equal(placeholders(form), placeholders(m.text)) {
					t.Errorf("%s.json: %q has other placeholders than %q", language, form, m.text)
				}
			}
		}
		for key := range have {
			if !used[key] {
				t.Errorf("%s.json has %q, which the window does not say", language, key)
			}
		}
	}
}

// forms are the texts of an entry that must be there.
func forms(entry any, plural bool) []string {
	if !plural {
		s, _ := entry.(string)
		return []string{s}
	}
	both, _ := entry.(map[string]any)
	one, _ := both["one"].(string)
	other, _ := both["other"].(string)
	return []string{one, other}
}
