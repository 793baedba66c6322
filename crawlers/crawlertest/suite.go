package crawlertest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"orbweaver/crawlers"
)

// Run checks a family with its default parameters and with each of the variants, with and without keywords, and, where a
// model is given, with and without that.
func Run(t *testing.T, f crawlers.Family, model []byte, variants ...map[string]string) {
	t.Run("description", func(t *testing.T) { checkDescription(t, f) })
	t.Run("bounds", func(t *testing.T) {
		for _, p := range f.Params {
			for _, value := range valuesToTry(p) {
				rapid.Check(t, func(rt *rapid.T) { checkCrawl(rt, f, model, map[string]string{p.Name: value}, 3) })
			}
		}
	})
	for _, params := range append([]map[string]string{nil}, variants...) {
		t.Run(fmt.Sprint(params), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkCrawl(t, f, model, params, 60) })
		})
	}
}

// checkDescription checks what the screen, the flags and the files take from a family.
func checkDescription(t *testing.T, f crawlers.Family) {
	if f.Name == "" || f.Title == "" || f.Source == "" || f.Doc == "" || f.Version < 1 {
		t.Errorf("family %+v lacks a name, title, source, doc or version", f)
	}
	for _, p := range f.Params {
		if p.Name == "" || p.Doc == "" {
			t.Errorf("parameter %+v lacks a name or doc", p)
		}
		values, err := crawlers.ParseValues(f.Params, map[string]string{p.Name: p.Default})
		if err != nil {
			t.Errorf("the default of %s is refused: %v", p.Name, err)
		} else if values[p.Name] != p.Default {
			t.Errorf("the default of %s is %q, which is kept as %q", p.Name, p.Default, values[p.Name])
		}
	}
}

// valuesToTry are the extreme values of a parameter.
func valuesToTry(p crawlers.Param) []string {
	switch p.Kind {
	case crawlers.Number:
		return []string{strconv.FormatFloat(p.Min, 'g', -1, 64), strconv.FormatFloat(p.Max, 'g', -1, 64)}
	case crawlers.Choice:
		return p.Choices
	default:
		return []string{"on", "off"}
	}
}

// checkCrawl crawls a random Web in a random way, checking every answer, and then replays the calls.
func checkCrawl(t *rapid.T, f crawlers.Family, model []byte, params map[string]string, steps int) {
	values, err := crawlers.ParseValues(f.Params, params)
	if err != nil {
		t.Fatalf("parameters: %v", err)
	}
	maxBuffer := rapid.SampledFrom([]int{1, 2, 3, 8, 1000}).Draw(t, "MAX_BUFFER")
	seed := rapid.Uint64().Draw(t, "seed")
	topic := crawlers.NewTopic(rapid.SampledFrom([]string{"orb web", ""}).Draw(t, "keywords"))
	if model != nil && rapid.Bool().Draw(t, "no model") {
		model = nil
	}
	start := func() crawlers.Crawler {
		s := setup(topic, values, maxBuffer, seed)
		s.Model = model
		c, err := f.New(s)
		if err != nil {
			t.Fatalf("New: %v", err)
		}
		return c
	}
	d := &drive{
		T: t, crawler: start(), topic: topic, web: drawWeb(t),
		bound: bound(values, maxBuffer), closed: map[string]bool{}, analyses: map[string]analysis{},
	}
	d.seed()
	for range rapid.IntRange(0, steps).Draw(t, "steps") {
		d.step()
	}
	d.finish()
	d.replay(start())
}

func setup(topic crawlers.Topic, values crawlers.Values, maxBuffer int, seed uint64) crawlers.Setup {
	return crawlers.Setup{Topic: topic, Params: values, MaxBuffer: maxBuffer, Rand: rand.New(rand.NewPCG(seed, 0))} // #nosec G404 -- a crawl is repeated by its seed; nothing is kept secret by it
}

// bound is the most links that may wait. Families with batches (parameter n) take a batch out of the frontier before
// they visit it ([MPS04] Fig. 16), so that as many links again may wait in the batch.
func bound(values crawlers.Values, maxBuffer int) int {
	if values["n"] == "" || values.Int("n") == 1 {
		return maxBuffer
	}
	return maxBuffer + min(values.Int("n"), maxBuffer)
}

// drawWeb draws a Web of up to 30 URLs on up to 4 hosts: pages with and without links and words, redirects, dead URLs.
func drawWeb(t *rapid.T) Web {
	hosts := rapid.IntRange(1, 4).Draw(t, "hosts")
	size := rapid.IntRange(1, 30).Draw(t, "pages")
	address := func(i int) string { return fmt.Sprintf("http://%d.example/%d", i%hosts, i) }
	target := rapid.IntRange(0, size-1)
	word := rapid.SampledFrom([]string{"orb", "web", "silk", "moth", "car", "the"})
	texts := map[string]string{}
	for i := range size {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0: // dead
		case 1:
			texts[address(i)] = "-> " + address(target.Draw(t, "redirect"))
		default:
			text := ""
			for range rapid.IntRange(0, 8).Draw(t, "words") {
				if rapid.Bool().Draw(t, "link") {
					text += fmt.Sprintf("[%s](%s) ", word.Draw(t, "anchor"), address(target.Draw(t, "target")))
				} else {
					text += word.Draw(t, "word") + " "
				}
			}
			texts[address(i)] = text
		}
	}
	return NewWeb(texts)
}
