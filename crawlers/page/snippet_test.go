package page

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"orbweaver/crawlers/text"
)

func TestSnippet(t *testing.T) {
	filler := strings.Repeat("Nothing to see in these words. ", 20)
	p := parse(t, "<html lang=en><title>Fox</title><meta name=description content='About the fox.'><p>"+
		filler+"A fox, a fox, another fox! "+filler+"Red foxes run at night. "+filler)
	for _, c := range []struct{ name, query, want string }{
		{"most different words", "fox red night", "Red foxes run at night."},
		{"inflected", "foxed", "fox, another fox"},
		{"none stands in the text", "spider", "About the fox."},
		{"no query", "", "About the fox."},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := p.Snippet(text.NewQuery(c.query), 100)
			if !strings.Contains(got, c.want) || len(got) > 100+len("…  …") {
				t.Errorf("Snippet(%q) = %q (%d bytes), want %q in about 100", c.query, got, len(got), c.want)
			}
		})
	}
	if got := parse(t, "<p>Spiders spin webs").Snippet(text.NewQuery("spider"), 100); got != "Spiders spin webs" {
		t.Errorf("without a title: %q", got)
	}
	if got := parse(t, "<title>Fox</title><p>Beginning of it").Snippet(text.NewQuery("spider"), 100); got != "Beginning of it" {
		t.Errorf("without description: %q", got)
	}
	if got := (&Page{Words: text.WordsOf([]string{"fox"})}).Snippet(text.NewQuery("fox"), 100); got != "" {
		t.Errorf("of a page that was not parsed: %q", got)
	}
}

func TestSnippetStaysInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		markup := rapid.StringOfN(rapid.RuneFrom([]rune("fox é東 \n<p>")), 0, 300, -1).Draw(t, "markup")
		p, err := Parse(at, []byte(markup))
		if err != nil {
			t.Fatal(err)
		}
		width := rapid.IntRange(0, 100).Draw(t, "width")
		got := p.Snippet(text.NewQuery("fox 東京"), width)
		if !utf8.ValidString(got) || len(got) > width+len("…  …") {
			t.Fatalf("Snippet of width %d is %q", width, got)
		}
	})
}
