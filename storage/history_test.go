package storage

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"orbweaver/crawlers"
	"orbweaver/crawlers/weburl"
)

func collect[T any](t testing.TB, seq func(yield func(T, error) bool)) []T {
	t.Helper()
	var all []T
	for v, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// 200 pages are more than two chunks of every iteration. By hand: of the numbers 1…200, 28 are multiples of 7; of the
// 172 others, 66 − 9 = 57 are multiples of 3.
func TestEverythingIsReadBackAfterReopening(t *testing.T) {
	f := mustFolder(t)
	s := mustCreate(t, f)
	want := records(200)
	mustAppend(t, s, want...)
	mustClose(t, s)
	s, err := f.Open(s.ID())
	if err != nil {
		t.Fatal(err)
	}
	defer mustClose(t, s)

	for i := range want {
		want[i] = asRead(want[i])
	}
	if d := cmp.Diff(want, collect(t, s.Log())); d != "" {
		t.Errorf("log: %s", d)
	}
	history := collect(t, s.History(0))
	for i, e := range history {
		_, ended := step(i + 1)
		ended.Answer = nil
		if d := cmp.Diff(ended, e); d != "" {
			t.Fatalf("history: %s", d)
		}
	}
	if from := collect(t, s.History(150)); len(history) != 200 || len(from) != 51 || from[0].Seq != 150 {
		t.Errorf("history has %d outcomes, %d from the 150th", len(history), len(from))
	}
	hits := collect(t, s.Hits())
	bestFirst := slices.SortedStableFunc(slices.Values(hits), func(a, b crawlers.Ended) int {
		if a.Score != b.Score {
			return int(10*b.Score) - int(10*a.Score)
		}
		return int(a.Seq) - int(b.Seq)
	})
	if len(hits) != 57 || !cmp.Equal(hits, bestFirst) {
		t.Errorf("%d hits, best first: %v", len(hits), cmp.Equal(hits, bestFirst))
	}
	tally := s.Tally()
	if tally.Pages != 172 || tally.Failed != 28 || tally.Failures["status"] != 28 || tally.Hits != 57 || tally.State() != StateFinished {
		t.Errorf("tally: %+v", tally)
	}
	if d := cmp.Diff(testMeta, s.Meta()); d != "" {
		t.Errorf("meta: %s", d)
	}
}

func TestPageIsFoundByEveryNameItHas(t *testing.T) {
	s := mustCreate(t, mustFolder(t))
	asked, ended := step(1)
	ended.FinalURL, ended.Via = "http://sun.example/final", []string{"http://sun.example/via"}
	mustAppend(t, s, asked, ended) // not flushed: Page must see to that
	for _, url := range []string{ended.Pick.URL, ended.FinalURL, ended.Via[0]} {
		got, err := s.Page(t.Context(), weburl.Name(url))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(ended, got); d != "" {
			t.Errorf("%s: %s", url, d)
		}
	}
	if _, err := s.Page(t.Context(), weburl.Name("http://elsewhere.example/")); !errors.Is(err, ErrNoPage) {
		t.Errorf("a page that is not there: %v", err)
	}
}

// A page that answered under its own URL keeps its name when something else leads there later.
func TestOwnPageKeepsItsName(t *testing.T) {
	s := mustCreate(t, mustFolder(t))
	a1, e1 := step(1)
	a2, e2 := step(2)
	e2.FinalURL = e1.Pick.URL
	a7, e7 := step(7)
	a7.FirstID, e7.Seq, e7.PickID, e7.Pick, e7.Kind = 3, 3, 3, e1.Pick, "duplicate"
	a7.Picks = []crawlers.Pick{e1.Pick}
	mustAppend(t, s, a1, e1, a2, e2, a7, e7)
	got, err := s.Page(t.Context(), weburl.Name(e1.Pick.URL))
	if err != nil || got.Seq != 1 {
		t.Errorf("found outcome %d, %v", got.Seq, err)
	}
}

func TestIterationMeetsWhatIsCommittedMeanwhile(t *testing.T) {
	s := mustCreate(t, mustFolder(t))
	n := 100
	for i := range n {
		asked, ended := step(i + 1)
		mustAppend(t, s, asked, ended)
	}
	mustFlush(t, s)
	met := 0
	for _, err := range s.History(1) {
		if err != nil {
			t.Fatal(err)
		}
		if met++; met == 10 { // more than 4 MB, so that the file must grow and be mapped again under the loop
			for range 60 {
				n++
				asked, ended := step(n)
				if ended.Answer != nil {
					ended.Packed = Pack(&crawlers.Answer{Body: []byte(randomText(n, 100_000))})
				}
				mustAppend(t, s, asked, ended)
			}
			mustFlush(t, s)
		}
	}
	if met != n {
		t.Errorf("met %d of %d", met, n)
	}
}

// randomText is a text that does not compress well.
func randomText(seed, size int) string {
	var b strings.Builder
	x := uint64(seed)
	for b.Len() < size {
		x = x*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
		b.WriteByte(byte('!' + x>>57))
	}
	return b.String()
}

// Whatever a crawl records comes back as it was, however it is spread over commits.
func TestLogRoundTrip(t *testing.T) {
	f := mustFolder(t)
	rapid.Check(t, func(rt *rapid.T) {
		s, err := f.Create(testMeta)
		if err != nil {
			rt.Fatal(err)
		}
		flush := rapid.IntRange(0, 30).Draw(rt, "flush")
		var want []crawlers.Record
		picks, seq := uint64(0), uint64(0)
		var open []crawlers.Pick
		var pages []crawlers.Ended
		stand := map[uint64]crawlers.Judgement{}
		for i := range rapid.IntRange(0, 30).Draw(rt, "records") {
			var r crawlers.Record
			switch rapid.IntRange(0, 5).Draw(rt, "type") {
			case 0:
				asked := crawlers.Asked{N: rapid.Int().Draw(rt, "n"), Busy: rapid.SliceOfN(rapid.String(), 1, 3).Draw(rt, "busy"), FirstID: picks + 1}
				for range rapid.IntRange(0, 5).Draw(rt, "picks") {
					p := crawlers.Pick{Score: rapid.Float64().Draw(rt, "score"), Parent: rapid.String().Draw(rt, "parent")}
					p.URL = "http://x.example/" + rapid.String().Draw(rt, "path")
					asked.Picks = append(asked.Picks, p)
				}
				picks += uint64(len(asked.Picks))
				open = append(open, asked.Picks...)
				r = asked
			case 1, 2:
				if len(open) == 0 {
					continue
				}
				seq++
				ended := crawlers.Ended{Seq: seq, PickID: seq, Pick: open[0], Time: epoch, Kind: rapid.SampledFrom([]string{"ok", "dns"}).Draw(rt, "kind"), Hit: rapid.Bool().Draw(rt, "hit"), Score: rapid.Float64Range(0, 1).Draw(rt, "score")}
				open = open[1:]
				if ended.Kind == crawlers.KindOK {
					ended.Answer = &crawlers.Answer{URL: "http://x.example/", Head: []byte("H"), Body: rapid.SliceOfN(rapid.Byte(), 1, 100).Draw(rt, "body"), Truncated: rapid.Bool().Draw(rt, "cut")}
					pages = append(pages, ended)
				}
				r = ended
			case 5:
				if len(pages) == 0 {
					continue
				}
				e := rapid.SampledFrom(pages).Draw(rt, "page")
				j := rapid.SampledFrom([]crawlers.Judgement{crawlers.Good, crawlers.Bad, crawlers.Unmarked}).Draw(rt, "judgement")
				if stand[e.Seq] = j; j == crawlers.Unmarked {
					delete(stand, e.Seq)
				}
				r = crawlers.Marked{Seq: e.Seq, Judgement: j, Time: epoch, Answer: e.Answer}
			case 3:
				r = crawlers.Budgeted{Pages: rapid.Int().Draw(rt, "pages")}
			case 4:
				r = crawlers.Rested{Time: epoch, Stop: rapid.String().Draw(rt, "stop")}
			}
			want = append(want, r)
			if err := s.Append(r); err != nil {
				rt.Fatal(err)
			}
			if i == flush {
				if err := s.Flush(t.Context()); err != nil {
					rt.Fatal(err)
				}
			}
		}
		if err := s.Close(); err != nil {
			rt.Fatal(err)
		}
		if s, err = f.Open(s.ID()); err != nil {
			rt.Fatal(err)
		}
		var got []crawlers.Record
		for r, err := range s.Log() {
			if err != nil {
				rt.Fatal(err)
			}
			got = append(got, r)
		}
		if d := cmp.Diff(want, got); d != "" {
			rt.Fatal(d)
		}
		standing := map[uint64]crawlers.Judgement{}
		for e, err := range s.History(0) {
			if err != nil {
				rt.Fatal(err)
			}
			if e.Judgement != "" {
				standing[e.Seq] = e.Judgement
			}
		}
		if d := cmp.Diff(stand, standing); d != "" {
			rt.Fatalf("judgements: %s", d)
		}
		if err := s.Close(); err != nil {
			rt.Fatal(err)
		}
		if problems, err := f.Check(s.ID()); err != nil || len(problems) > 0 {
			rt.Fatal(problems, err)
		}
		if err := f.Delete(s.ID()); err != nil {
			rt.Fatal(err)
		}
	})
}
