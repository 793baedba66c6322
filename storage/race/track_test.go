package race

import (
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// A contestant of a hold-out check with two targets, one of which goes by two URLs. By hand, page by page:
//
//	page  score  hit  keywords       mean   harvest  keywords       targets found
//	/a    0.4    yes  solar, energy  0.4    1        1              0
//	/b    0      no   none           0.2    0.5      0.5            0
//	/t1   0.8    yes  solar          0.4    2/3      (1+0+½)/3=0.5  1, under the URL that redirected there
//	/a2   0.4    yes  energy         0.4    0.75     (1+0+½+½)/4    1
//
// and a failure after the second page.
func TestTrackByHand(t *testing.T) {
	s := Spec{Keywords: "solar energy", Settings: engine.Settings{Pages: 200}} // a point at every second page
	tr := newTrack("x", "best-first", s)
	tr.looksFor(crawlers.NewTopic("solar energy"), map[string]int{"http://h/t1": 0, "http://h/moved": 0, "http://h/t2": 1})
	tr.take(ended("http://h/a", "http://h/a", 0.4, "solar", "energi", "sun"))
	tr.take(ended("http://h/b", "http://h/b", 0, "wind"))
	tr.take(crawlers.Ended{Kind: "status"})
	tr.take(crawlers.Ended{Kind: "unknown"})
	tr.take(ended("http://h/moved", "http://h/elsewhere", 0.8, "solar"))
	tr.take(ended("http://h/a2", "http://h/a2", 0.4, "energi"))
	row, curves := tr.snapshot(Metrics(KindHoldOut), true)
	if row.Pages != 4 || row.Failed != 1 || row.Unknown != 1 || row.Hits != 3 || row.Found != 1 || row.Needed != 3 || row.Recall != 0.5 {
		t.Errorf("%+v", row)
	}
	if row.UnknownShare() != 1.0/6 {
		t.Errorf("share of unknown picks %v, want 1 of 6", row.UnknownShare())
	}
	for i, want := range []struct{ atTwo, atFour lab.Number }{{0, 0.5}, {0.5, 0.75}, {0.2, 0.4}, {0.5, 0.5}} {
		c := curves[i]
		if len(c.X) != 2 || c.X[0] != 2 || c.X[1] != 4 || !near(c.Mean[0], want.atTwo) || !near(c.Mean[1], want.atFour) {
			t.Errorf("%s: %v at %v, want %v", c.Metric, c.Mean, c.X, want)
		}
	}
}

func ended(asked, answered string, score float64, words ...string) crawlers.Ended {
	return crawlers.Ended{
		Kind: crawlers.KindOK, Pick: crawlers.Pick{Link: page.Link{URL: asked}}, Score: score, Hit: score > 0,
		Page: &page.Page{URL: answered, Lang: "en", Vector: text.NewVector(words)},
	}
}

func near(a, b lab.Number) bool { return max(a-b, b-a) < 1e-12 }

// By hand: B has as many hits as A and is more like the keywords; C has no page; D has fewest hits. In a hold-out check D has found most; A and B as many as one another, A sooner.
func TestPlaces(t *testing.T) {
	rows := []Contestant{
		{Label: "A", Pages: 10, Hits: 5, Relevance: 0.1, Found: 2, Needed: 4},
		{Label: "B", Pages: 10, Hits: 5, Relevance: 0.2, Found: 2, Needed: 9},
		{Label: "C"},
		{Label: "D", Pages: 10, Hits: 1, Relevance: 0.1, Found: 3, Needed: 10},
		{Label: "E", Pages: 10, Hits: 5, Relevance: 0.2, Found: 2, Needed: 9},
	}
	for kind, want := range map[Kind][]int{KindRace: {3, 1, 0, 4, 1}, KindHoldOut: {2, 3, 0, 1, 3}, KindWhatIf: {3, 1, 0, 4, 1}} {
		placeAll(kind, rows)
		for i, row := range rows {
			if row.Place != want[i] {
				t.Errorf("%s: %s has place %d, want %d", kind, row.Label, row.Place, want[i])
			}
		}
	}
}
