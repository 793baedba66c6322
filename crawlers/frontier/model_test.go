package frontier

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// model is a frontier done naively: a slice in the order of worth. FIFO scores all count as equal.
type model struct {
	limit  int
	fifo   bool
	items  []Item[int]
	closed map[string]bool
}

func (m *model) find(url string) int {
	return slices.IndexFunc(m.items, func(it Item[int]) bool { return it.URL == url })
}

// sort is stable, and new items come at the end: that is what keeps equal scores in the order of arrival.
func (m *model) sort() {
	if m.fifo {
		return
	}
	slices.SortStableFunc(m.items, func(a, b Item[int]) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return a.Value - b.Value // the arrival, see arrivalOf
	})
	m.items = m.items[:min(len(m.items), m.limit)]
}

func (m *model) offer(it Item[int]) {
	if m.closed[it.URL] {
		return
	}
	if at := m.find(it.URL); at >= 0 {
		if !m.fifo && it.Score > m.items[at].Score {
			m.items[at].Score = it.Score
		}
	} else if !m.fifo || len(m.items) < m.limit {
		m.items = append(m.items, it)
	}
	m.sort()
}

func (m *model) remove(at int) Item[int] {
	it := m.items[at]
	m.items = slices.Delete(m.items, at, at+1)
	return it
}

// tested is what the three frontiers have in common.
type tested interface {
	Len() int
	Contains(string) bool
	Get(string) (Item[int], bool)
	Offer(Item[int]) bool
	Value(string) *int
	Remove(string) bool
	Close(...string)
	Reopen(string)
	Closed(string) bool
	DropWorst() (Item[int], bool)
	SetLimit(int)
	Best(int) []Item[int]
	All() iter.Seq[Item[int]]
	Values() iter.Seq[*int]
}

func TestFrontiersAgainstModel(t *testing.T) {
	for _, kind := range []string{"fifo", "priority", "sampler"} {
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkAgainstModel(t, kind) })
		})
	}
}

func checkAgainstModel(t *rapid.T, kind string) {
	limit := rapid.IntRange(0, 12).Draw(t, "limit")
	m := &model{limit: limit, fifo: kind == "fifo", closed: map[string]bool{}}
	var f tested
	var take func(ready func(string) bool) (Item[int], bool)
	var rescore func(Item[int]) bool
	var rescoreAll func(func(string, float64, *int) float64)
	var check func() error
	random := rand.New(rand.NewPCG(1, 2))
	switch kind {
	case "fifo":
		q := NewFIFO[int](limit)
		f, take, check = q, q.Take, q.check
	case "priority":
		q := NewPriority[int](limit)
		f, take, rescore, rescoreAll, check = q, q.Take, q.Rescore, q.RescoreAll, q.check
	case "sampler":
		q := NewSampler[int](limit, 5)
		f, rescore, rescoreAll, check = q, q.Rescore, q.RescoreAll, q.check
		take = func(ready func(string) bool) (Item[int], bool) { return q.Take(random, ready) }
	}
	arrival := 0
	url := rapid.IntRange(0, 20)
	link := func(t *rapid.T) Item[int] {
		n := url.Draw(t, "url")
		arrival++
		score := rapid.SampledFrom([]float64{-1e300, -3, 0, 0.25, 0.5, 0.5, 1, 800, 1e300}).Draw(t, "score")
		return Item[int]{URL: fmt.Sprint(n), Host: fmt.Sprint(n % 4), Score: score, Value: arrival}
	}
	t.Repeat(map[string]func(*rapid.T){
		"offer": func(t *rapid.T) {
			it := link(t)
			if at := m.find(it.URL); at >= 0 { // a merged link keeps its arrival: the model tells it by the value
				it.Value = m.items[at].Value
			}
			before := slices.Clone(m.items)
			m.offer(it)
			if q, ok := f.(*Sampler[int]); ok && !q.Admits(it.Score) && !slices.Equal(before, m.items) {
				t.Fatalf("Admits(%v) = false; %v would have changed %v", it.Score, it, before)
			}
			f.Offer(it)
		},
		"rescore": func(t *rapid.T) {
			it := link(t)
			at := m.find(it.URL)
			if rescore == nil {
				return
			}
			if at >= 0 {
				it.Value = m.items[at].Value
				m.items[at] = it
				m.sort()
			}
			if got := rescore(it); got != (at >= 0) {
				t.Fatalf("Rescore(%s) = %v", it.URL, got)
			}
		},
		"rescoreAll": func(t *rapid.T) {
			scores := rapid.SliceOfN(rapid.Float64Range(-2, 2), 7, 7).Draw(t, "scores")
			scores[3] = math.NaN() // stays as it is
			if rescoreAll == nil {
				return
			}
			rescored := func(url string, _ float64, value *int) float64 { return scores[len(url)+*value%5] }
			for i, it := range m.items {
				if score := rescored(it.URL, it.Score, &it.Value); !math.IsNaN(score) {
					m.items[i].Score = score
				}
			}
			m.sort()
			rescoreAll(rescored)
		},
		"remove": func(t *rapid.T) {
			u := fmt.Sprint(url.Draw(t, "url"))
			at := m.find(u)
			if at >= 0 {
				m.remove(at)
			}
			if got := f.Remove(u); got != (at >= 0) {
				t.Fatalf("Remove(%s) = %v", u, got)
			}
		},
		"close": func(t *rapid.T) {
			u := fmt.Sprint(url.Draw(t, "url"))
			if at := m.find(u); at >= 0 {
				m.remove(at)
			}
			m.closed[u] = true
			f.Close(u)
		},
		"reopen": func(t *rapid.T) {
			u := fmt.Sprint(url.Draw(t, "url"))
			delete(m.closed, u)
			f.Reopen(u)
		},
		"dropWorst": func(t *rapid.T) {
			want, ok := Item[int]{}, len(m.items) > 0
			if ok {
				want = m.remove(len(m.items) - 1)
			}
			if got, gotOK := f.DropWorst(); got != want || gotOK != ok {
				t.Fatalf("DropWorst = %v, %v; want %v, %v", got, gotOK, want, ok)
			}
		},
		"setLimit": func(t *rapid.T) {
			m.limit = rapid.IntRange(0, 12).Draw(t, "limit")
			m.items = m.items[:min(len(m.items), m.limit)]
			f.SetLimit(m.limit)
		},
		"take": func(t *rapid.T) {
			hosts := rapid.SliceOfN(rapid.Bool(), 4, 4).Draw(t, "ready")
			ready := func(host string) bool { return hosts[host[0]-'0'] }
			at := slices.IndexFunc(m.items, func(it Item[int]) bool { return ready(it.Host) })
			got, ok := take(ready)
			if ok != (at >= 0) {
				t.Fatalf("Take found %v, which is %v; want %v", got, ok, at >= 0)
			}
			if !ok {
				return
			}
			if kind == "sampler" { // any ready link will do: which one is another test's
				if !ready(got.Host) {
					t.Fatalf("Take gave %v, whose host is not ready", got)
				}
				at = m.find(got.URL)
			}
			if want := m.remove(at); got != want {
				t.Fatalf("Take = %v; want %v", got, want)
			}
		},
		"": func(t *rapid.T) {
			if err := check(); err != nil {
				t.Fatal(err)
			}
			if got := f.Best(100); !slices.Equal(got, m.items) {
				t.Fatalf("holds %v; want %v", got, m.items)
			}
			if got, want := f.Best(3), m.items[:min(3, len(m.items))]; !slices.Equal(got, want) {
				t.Fatalf("Best(3) = %v; want %v", got, want)
			}
			for n := range 21 {
				u := fmt.Sprint(n)
				it, ok := f.Get(u)
				if at := m.find(u); ok != (at >= 0) || ok != f.Contains(u) || ok && (it != m.items[at] || *f.Value(u) != it.Value) {
					t.Fatalf("Get(%s) = %v, %v; Contains = %v", u, it, ok, f.Contains(u))
				}
				if f.Closed(u) != m.closed[u] {
					t.Fatalf("Closed(%s) = %v", u, f.Closed(u))
				}
			}
			if all := slices.Collect(f.All()); len(all) != len(m.items) || slices.ContainsFunc(all, func(it Item[int]) bool { return m.find(it.URL) < 0 }) {
				t.Fatalf("All = %v; want %v", all, m.items)
			}
			var values, want []int
			for v := range f.Values() {
				values = append(values, *v)
			}
			for _, it := range m.items {
				want = append(want, it.Value)
			}
			slices.Sort(values)
			slices.Sort(want)
			if !slices.Equal(values, want) {
				t.Fatalf("values %v; want %v", values, want)
			}
			if f.Len() != len(m.items) {
				t.Fatalf("Len = %d; want %d", f.Len(), len(m.items))
			}
		},
	})
}

// check says where the invariants of doc.go and of pool do not hold.
func (p *pool[V]) check() error {
	if p.known.used != p.Len()+p.closed.len() {
		return fmt.Errorf("%d URLs in the index, %d links, %d closed", p.known.used, p.Len(), p.closed.len())
	}
	inOrder := map[int32]bool{}
	for _, part := range p.order.parts {
		for _, k := range part.keys {
			inOrder[k.number()] = inOrder[k.number()] || p.links.isOf(k)
		}
	}
	for n := range p.links.numbers() {
		if number, waits := p.find(p.links.at(n).url); !waits || number != n || !inOrder[n] {
			return fmt.Errorf("link %+v is %d in the index, in order %v", p.links.at(n), number, inOrder[n])
		}
	}
	if p.order.len() > 2*p.Len()+short {
		return fmt.Errorf("%d keys for %d links", p.order.len(), p.Len())
	}
	return p.order.check()
}

// check says where the invariant of an order does not hold.
func (o *order) check() error {
	count := 0
	for i, part := range o.parts {
		count += len(part.keys)
		for j, k := range part.keys {
			if i > 0 && k.before(o.bounds[i]) || i < len(o.parts)-1 && !k.before(o.bounds[i+1]) || part.sorted && j > 0 && k.before(part.keys[j-1]) {
				return fmt.Errorf("key %+v at %d of part %d, bounds %+v", k, j, i, o.bounds)
			}
		}
	}
	if count != o.count || len(o.parts) != len(o.bounds) || len(o.parts) == 0 {
		return fmt.Errorf("%d keys are counted as %d, in %d parts with %d bounds", count, o.count, len(o.parts), len(o.bounds))
	}
	return nil
}

// check adds the invariants of the queues.
func (o *ordered[V]) check() error {
	if o.queues == nil {
		return o.pool.check()
	}
	q, waiting := o.queues, 0
	for name, host := range q.numbers {
		line := &q.lines[host]
		waiting += int(line.waiting)
		if *q.names.at(host) != name || line.waiting == 0 || !q.isIn(host, line.keys[0]) || q.byBest.keys[q.inOrder[host]] != line.keys[0].of(host) {
			return fmt.Errorf("queue of %s: %+v", name, line)
		}
		if line.len() > 2*int(line.waiting)+arity+1 {
			return fmt.Errorf("%d keys in the queue of %s for %d links", line.len(), name, line.waiting)
		}
	}
	if waiting != o.Len() || q.byBest.len() != len(q.numbers) || q.names.len() != len(q.numbers) {
		return fmt.Errorf("%d links in queues of %d, %d hosts in order of %d", waiting, o.Len(), q.byBest.len(), len(q.numbers))
	}
	return o.pool.check()
}

// check adds the invariants of the urns.
func (f *Sampler[V]) check() error {
	waiting := 0
	for name, host := range f.numbers {
		u := f.urns[host]
		waiting += u.len()
		if *f.names.at(host) != name || u.len() == 0 || u.passed {
			return fmt.Errorf("urn of %s: %+v", name, u)
		}
	}
	if waiting != f.Len() || f.byMass.len() != len(f.numbers) || f.names.len() != len(f.numbers) {
		return fmt.Errorf("%d links in urns of %d, %d hosts in order of %d", waiting, f.Len(), f.byMass.len(), len(f.numbers))
	}
	return f.pool.check()
}
