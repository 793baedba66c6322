package app

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"orbweaver/crawlers/weburl"
	"orbweaver/widgets"
)

// hitBook keeps a sitting's hits in the order and under the filter that the user wants. add, sortBy and search may be
// called from any goroutine and only take notes; view does the work and belongs to the pump.
type hitBook struct {
	mu     sync.Mutex // guards what follows, up to the blank line
	fresh  []*widgets.Hit
	order  func(a, b *widgets.Hit) int
	filter string                       // lower case
	asked  bool                         // order or filter have changed since the last view
	judged map[string]widgets.Judgement // since the last view, by URL

	all   []*widgets.Hit // in order
	shown []*widgets.Hit // those of all that pass the filter; handed over, so replaced and never changed
	under string         // the filter that shown passed
}

func newHitBook() *hitBook {
	return &hitBook{order: hitOrder(widgets.ByScore, true)}
}

// add notes new hits, which are the book's from now on. What they are sorted by is made here, once: making it for every
// comparison takes seconds of a hundred thousand.
func (b *hitBook) add(hits ...*widgets.Hit) {
	for _, h := range hits {
		h.TitleKey, h.SiteKey = strings.ToLower(h.Title), weburl.Host(h.URL)
	}
	b.mu.Lock()
	b.fresh = append(b.fresh, hits...)
	b.mu.Unlock()
}

// judge notes what the user thinks of a hit.
func (b *hitBook) judge(url string, j widgets.Judgement) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.judged == nil {
		b.judged = map[string]widgets.Judgement{}
	}
	b.judged[url] = j
}

// sortBy changes the order.
func (b *hitBook) sortBy(column widgets.HitColumn, descending bool) {
	b.mu.Lock()
	b.order, b.asked = hitOrder(column, descending), true
	b.mu.Unlock()
}

// search changes the filter: only hits with all of its words in title or address are shown.
func (b *hitBook) search(text string) {
	b.mu.Lock()
	b.filter, b.asked = strings.ToLower(strings.TrimSpace(text)), true
	b.mu.Unlock()
}

// view returns the rows to show, whether they are others than last time, and whether the user has asked for that.
// New hits are merged into the sorted ones, which costs one walk over them instead of another sort.
func (b *hitBook) view() (rows []*widgets.Hit, changed, asked bool) {
	b.mu.Lock()
	fresh, order, filter := b.fresh, b.order, b.filter
	asked = b.asked
	judged := b.judged
	b.fresh, b.asked, b.judged = nil, false, nil
	b.mu.Unlock()

	if len(judged) > 0 {
		b.all, b.shown = withJudgements(b.all, judged), withJudgements(b.shown, judged)
		slices.SortStableFunc(b.all, order)
		slices.SortStableFunc(b.shown, order)
		fresh = withJudgements(fresh, judged)
	}
	if !asked && len(fresh) == 0 {
		return b.shown, len(judged) > 0, false
	}
	slices.SortStableFunc(fresh, order)
	if asked {
		b.all = append(b.all, fresh...)
		slices.SortStableFunc(b.all, order)
		b.shown = passing(b.all, filter)
	} else {
		b.all = merged(b.all, fresh, order)
		b.shown = merged(b.shown, passing(fresh, b.under), order)
	}
	b.under = filter
	return b.shown, true, asked
}

// withJudgements is a new slice of the hits with copies in place of those that were judged.
func withJudgements(hits []*widgets.Hit, judged map[string]widgets.Judgement) []*widgets.Hit {
	hits = slices.Clone(hits)
	for i, h := range hits {
		if j, ok := judged[h.URL]; ok {
			changed := *h
			changed.Judgement = j
			hits[i] = &changed
		}
	}
	return hits
}

// count is how many hits there are, shown or not; it belongs to the pump.
func (b *hitBook) count() int { return len(b.all) }

// merged is a new slice of both, sorted, those of a first where they are equal.
func merged(a, b []*widgets.Hit, order func(a, b *widgets.Hit) int) []*widgets.Hit {
	out := make([]*widgets.Hit, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if order(a[0], b[0]) <= 0 {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// passing is a new slice of the hits with all words of the filter in title or address.
func passing(hits []*widgets.Hit, filter string) []*widgets.Hit {
	words := strings.Fields(filter)
	if len(words) == 0 {
		return slices.Clone(hits)
	}
	var out []*widgets.Hit
	for _, h := range hits {
		text := strings.ToLower(h.Title + " " + h.URL)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			out = append(out, h)
		}
	}
	return out
}

// hitOrder compares hits by a column. Ties are in the order found, the earlier first. Hits that the user has marked bad
// come after all others, whatever the column.
func hitOrder(column widgets.HitColumn, descending bool) func(a, b *widgets.Hit) int {
	by := func(a, b *widgets.Hit) int {
		switch column {
		case widgets.ByTitle:
			return strings.Compare(a.TitleKey, b.TitleKey)
		case widgets.BySite:
			if c := strings.Compare(a.SiteKey, b.SiteKey); c != 0 {
				return c
			}
			return strings.Compare(a.URL, b.URL)
		case widgets.ByDepth:
			return cmp.Compare(a.Depth, b.Depth)
		case widgets.BySpider:
			return cmp.Compare(a.Spider, b.Spider)
		case widgets.ByFound:
			return a.Found.Compare(b.Found)
		default:
			return cmp.Compare(a.Score, b.Score)
		}
	}
	return func(a, b *widgets.Hit) int {
		if bad := a.Judgement == widgets.Bad; bad != (b.Judgement == widgets.Bad) {
			if bad {
				return 1
			}
			return -1
		}
		c := by(a, b)
		if descending {
			c = -c
		}
		if c != 0 { // comparing times is the dearer part
			return c
		}
		return a.Found.Compare(b.Found)
	}
}
