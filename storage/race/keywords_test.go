package race

import (
	"testing"

	"orbweaver/crawlers/page"
)

// By hand. Words of the text count once, and again twice where they are of the title:
//
//	page 1  Coral (2+2: "Coral", "corals"), reef 1: shares 4/5, 1/5
//	page 2  reef 4, coral 1, fish 1: shares 4/6, 1/6, 1/6
//
// coral (4/5+1/6)·2 = 1.93, reef (1/5+4/6)·2 = 1.73; fish stands on one page only, "the" and "of" are stop words, "xy" is too
// short and 42 no word.
func TestTellingWords(t *testing.T) {
	var w wordCounts
	w.add(&page.Page{Lang: "en", Title: "Coral", Text: "Coral\nthe corals of 42 xy reef"})
	if got := w.telling(); got != "coral reef" {
		t.Errorf("of one page %q", got)
	}
	w.add(&page.Page{Lang: "en", Title: "Reef", Text: "Reef\nthe reef of coral, fish"})
	if got := w.telling(); got != "coral reef" {
		t.Errorf("of two pages %q", got)
	}
	w.add(&page.Page{Lang: "en", Title: "Reef", Text: "Reef"})
	if got := w.telling(); got != "reef coral" {
		t.Errorf("of three pages %q", got) // reef (1/5+4/6+1)·3 = 5.6, coral 1.93
	}
	if got := new(wordCounts).telling(); got != "" {
		t.Errorf("of no page %q", got)
	}
}
