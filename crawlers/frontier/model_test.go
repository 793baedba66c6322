package frontier

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// model is a frontier done naively: a slice in the order of worth. FIFO scores all count as equal. The value of an item is
// its arrival.
type model struct {
	limit  int
	fifo   bool
	items  []Item[int]
	closed map[string]bool
}

func (m *model) find(url string) int {
	return slices.IndexFunc(m.items, func(it Item[int]) bool { return it.URL == url })
}

// worth is negative where a is worth more than b.
func (m *model) worth(a, b Item[int]) int {
	switch {
	case !m.fifo && a.Score > b.Score:
		return -1
	case !m.fifo && a.Score < b.Score:
		return 1
	}
	return a.Value - b.Value
}

// put puts an item where it belongs; what is too much goes.
func (m *model) put(it Item[int]) {
	at := slices.IndexFunc(m.items, func(other Item[int]) bool { return m.worth(it, other) < 0 })
	if at < 0 {
		at = len(m.items)
	}
	m.items = slices.Insert(m.items, at, it)
	m.setLimit(m.limit)
}

func (m *model) setLimit(limit int) {
	m.limit = limit
	m.items = m.items[:min(len(m.items), max(0, limit))]
}

// offer says whether the frontier has changed.
func (m *model) offer(it Item[int]) bool {
	if m.closed[it.URL] || math.IsNaN(it.Score) {
		return false
	}
	if at := m.find(it.URL); at >= 0 {
		if m.fifo || it.Score <= m.items[at].Score {
			return false
		}
		m.rescore(at, it)
		return true
	}
	full := len(m.items) >= m.limit
	if full && (m.fifo || m.limit <= 0 || m.worth(it, m.items[len(m.items)-1]) > 0) {
		return false
	}
	m.put(it)
	return true
}

// rescore keeps the arrival.
func (m *model) rescore(at int, it Item[int]) {
	it.Value = m.remove(at).Value
	m.put(it)
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
	Expect([]Key, func(int) float64)
	Offer(Item[int]) bool
	ValueOf(Key, string) *int
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

// reached counts the steps after which a frontier was in a state that small ones never get to.
type reached struct{ steps, full, parts, queues int }

func (r *reached) count(full, parts, queues bool) {
	r.steps++
	for count, is := range map[*int]bool{&r.full: full, &r.parts: parts, &r.queues: queues} {
		if is {
			*count++
		}
	}
}

// Should the frontiers stay small or their hosts ready, most of what they are made of would never be used, and the test
// would find nothing.
func TestFrontiersAgainstModel(t *testing.T) {
	for _, kind := range []string{"fifo", "priority", "sampler"} {
		t.Run(kind, func(t *testing.T) {
			var r reached
			for range 5 { // one is too short with -short to come upon everything
				rapid.Check(t, func(t *rapid.T) { checkAgainstModel(t, kind, &r) })
			}
			const few = 10 // of 8,000 or more; the fewest seen was 32
			if r.full < few || r.parts < few || r.queues < few {
				t.Errorf("too few of these states to tell anything: %+v", r)
			}
		})
	}
}

// Rapid draws the steps, and the seed of all numbers: its own are mostly small, and so would the frontiers be.
func checkAgainstModel(t *rapid.T, kind string, states *reached) {
	const urls = 600
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	upTo := func(most int) int { return 1 + random.IntN(most) }
	limit := func() int { return random.IntN(upTo(302)) - 1 } // some are small, or none
	hosts := upTo(20)
	m := &model{limit: limit(), fifo: kind == "fifo", closed: map[string]bool{}}
	var f tested
	var take func(ready func(string) bool) (Item[int], bool)
	var rescore func(Item[int]) bool
	var rescoreAll func(func(string, float64, *int) float64)
	var check func() error
	var parts *order
	queued := func() bool { return false }
	scores := []float64{-1e300, -3, 0, math.Copysign(0, -1), 0.25, 0.5, 0.5, 1, 800, 1e300, math.Inf(1), math.Inf(-1), math.NaN()}
	switch kind {
	case "fifo":
		q := NewFIFO[int](m.limit)
		f, take, check, parts = q, q.Take, q.check, &q.order
		queued = func() bool { return q.queues != nil }
		scores = scores[:len(scores)-1] // it takes one that is not a number, as it looks at none
	case "priority":
		q := NewPriority[int](m.limit)
		f, take, rescore, rescoreAll, check, parts = q, q.Take, q.Rescore, q.RescoreAll, q.check, &q.order
		queued = func() bool { return q.queues != nil }
	case "sampler":
		q := NewSampler[int](m.limit, 5)
		f, rescore, rescoreAll, check, parts = q, q.Rescore, q.RescoreAll, q.check, &q.order
		take = func(ready func(string) bool) (Item[int], bool) { return q.Take(random, ready) }
		queued = func() bool { return q.byHost != nil }
	}
	arrival := 0
	url := func() string { return strconv.Itoa(random.IntN(urls + 1)) }
	known := func() string { // mostly
		if len(m.items) == 0 || random.IntN(4) == 0 {
			return url()
		}
		return m.items[random.IntN(len(m.items))].URL
	}
	link := func(url string) Item[int] {
		arrival++
		it := Item[int]{URL: url, Score: 4*random.Float64() - 2, Value: arrival}
		if random.IntN(2) == 0 {
			it.Score = scores[random.IntN(len(scores))]
		}
		n, _ := strconv.Atoi(url)
		if random.IntN(10) == 0 { // another host than the last time
			n = random.IntN(hosts)
		}
		it.Host = strconv.Itoa(n % hosts)
		return it
	}
	busy := map[string]bool{} // for some steps
	ready := func(host string) bool { return !busy[host] }
	isReady := func(it Item[int]) bool { return ready(it.Host) }
	offer := func(t *rapid.T) {
		if random.IntN(8) == 0 {
			m.setLimit(limit())
			f.SetLimit(m.limit)
		}
		page := make([]Item[int], upTo(40))
		for i := range page {
			page[i] = link(url())
		}
		var keys []Key
		if random.IntN(2) == 0 {
			for _, it := range page {
				keys = append(keys, KeyOf(it.URL))
			}
			f.Expect(keys, func(i int) float64 { return page[i].Score })
		}
		for i, it := range page {
			if at := m.find(it.URL); at >= 0 {
				it.Value = m.items[at].Value // a merged link keeps its arrival
			}
			if keys != nil {
				it.Key = keys[i]
			}
			q, isSampler := f.(*Sampler[int])
			admitted := !isSampler || q.Admits(it.Score)
			got := f.Offer(it)
			it.Key = 0
			if want := m.offer(it); got != want || got && !admitted {
				t.Fatalf("Offer(%+v) = %v, where Admits = %v; want %v", it, got, admitted, want)
			}
		}
	}
	// again rescores a link several times, mostly back and forth: to what it was, on the host where it was.
	again := func(t *rapid.T) {
		u := known()
		ways := []Item[int]{link(u), link(u)}
		if random.IntN(2) == 0 {
			ways[1].Score = ways[0].Score
		}
		if ways[1].Host = ways[0].Host; random.IntN(2) == 0 {
			ways[1].Host = strconv.Itoa(random.IntN(hosts))
		}
		for i := range upTo(40) {
			it, at := ways[i%2], m.find(u)
			refused := at < 0 || math.IsNaN(it.Score)
			if !refused {
				it.Value = m.items[at].Value
				m.rescore(at, it)
			}
			if got := rescore(it); got == refused {
				t.Fatalf("Rescore(%+v) = %v", it, got)
			}
		}
	}
	takeSome := func(t *rapid.T) {
		for range upTo(10) {
			at := slices.IndexFunc(m.items, isReady)
			got, ok := take(ready)
			if ok != (at >= 0) {
				t.Fatalf("Take found %v, which is %v; want %v", got, ok, at >= 0)
			}
			if !ok {
				return
			}
			if kind == "sampler" { // any ready link will do: which one is another test's
				if at = m.find(got.URL); at < 0 || !isReady(got) {
					t.Fatalf("Take gave %v, whose host is not ready or which does not wait", got)
				}
			}
			if want := m.remove(at); got != want {
				t.Fatalf("Take = %v; want %v", got, want)
			}
		}
	}
	steps := map[string]func(*rapid.T){
		"offer":       offer,
		"offer again": offer, // more often than what takes links out
		"offer more":  offer,
		"take":        takeSome,
		"busy": func(t *rapid.T) {
			clear(busy)
			for range random.IntN(hosts + 1) {
				busy[strconv.Itoa(random.IntN(hosts))] = true
			}
			takeSome(t)
		},
		"remove": func(t *rapid.T) {
			for range upTo(10) {
				u := known()
				at := m.find(u)
				if at >= 0 {
					m.remove(at)
				}
				if got := f.Remove(u); got != (at >= 0) {
					t.Fatalf("Remove(%s) = %v", u, got)
				}
			}
		},
		"close": func(t *rapid.T) {
			for range upTo(5) {
				u := known()
				if at := m.find(u); at >= 0 {
					m.remove(at)
				}
				m.closed[u] = true
				f.Close(u)
			}
			for _, u := range slices.Sorted(maps.Keys(m.closed)) {
				if random.IntN(4) == 0 {
					delete(m.closed, u)
					f.Reopen(u)
				}
			}
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
		// It looks up every URL, which takes a naive model long.
		"look": func(t *rapid.T) {
			for n := range urls + 1 {
				u := strconv.Itoa(n)
				it, ok := f.Get(u)
				if at := m.find(u); ok != (at >= 0) || ok != f.Contains(u) || ok && (it != m.items[at] || *f.ValueOf(0, u) != it.Value) {
					t.Fatalf("Get(%s) = %v, %v; Contains = %v", u, it, ok, f.Contains(u))
				}
				if f.Closed(u) != m.closed[u] {
					t.Fatalf("Closed(%s) = %v", u, f.Closed(u))
				}
			}
			if got, want := f.Best(3), m.items[:min(3, len(m.items))]; !slices.Equal(got, want) {
				t.Fatalf("Best(3) = %v; want %v", got, want)
			}
			if all := slices.SortedFunc(f.All(), m.worth); !slices.Equal(all, m.items) {
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
		},
		"": func(t *rapid.T) {
			if err := check(); err != nil {
				t.Fatal(err)
			}
			if got := f.Best(1000); !slices.Equal(got, m.items) || f.Len() != len(m.items) {
				t.Fatalf("holds %d links: %v; want %v", f.Len(), got, m.items)
			}
			states.count(m.limit > 0 && len(m.items) == m.limit, len(parts.parts) > 1, queued())
		},
	}
	if rescore != nil {
		steps["rescore"] = again
		steps["rescoreAll"] = func(*rapid.T) {
			scores := make([]float64, 8)
			for i := range scores {
				scores[i] = 4*random.Float64() - 2
			}
			scores[3] = math.NaN() // stays as it is
			rescored := func(url string, _ float64, value *int) float64 { return scores[len(url)+*value%5] }
			for i, it := range m.items {
				if score := rescored(it.URL, it.Score, &it.Value); !math.IsNaN(score) {
					m.items[i].Score = score
				}
			}
			slices.SortFunc(m.items, m.worth)
			rescoreAll(rescored)
		}
	}
	for range 5 { // a frontier needs some time to fill
		t.Repeat(steps)
	}
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
	if f.byHost == nil {
		if err := f.checkUrn(&f.all, f.Len(), func(int32) bool { return true }); err != nil {
			return err
		}
		return f.pool.check()
	}
	u, waiting := f.byHost, map[int32]int{}
	for number := range f.links.numbers() {
		waiting[u.hosts.numbers[f.links.at(number).host]]++
	}
	for name, host := range u.hosts.numbers {
		if *u.names.at(host) != name || waiting[host] == 0 || u.masses[host] != u.links[host].mass() {
			return fmt.Errorf("host %s has %d links, mass %v", name, waiting[host], u.masses[host])
		}
		if err := f.checkUrn(&u.links[host], waiting[host], func(number int32) bool { return f.links.at(number).host == name }); err != nil {
			return err
		}
		if i, ok := u.byMass.tier(u.masses[host].exp); !ok || !slices.Contains(u.byMass.tiers[i].numbers, host) {
			return fmt.Errorf("host %s is not where its mass %v belongs", name, u.masses[host])
		}
	}
	if u.byMass.len() != len(u.hosts.numbers) || u.names.len() != len(u.hosts.numbers) {
		return fmt.Errorf("%d hosts by mass of %d", u.byMass.len(), len(u.hosts.numbers))
	}
	return cmp.Or(u.byMass.check(), f.pool.check())
}

// checkUrn says where an urn does not hold that many links, such as belong there.
func (f *Sampler[V]) checkUrn(u *urn, links int, belongs func(number int32) bool) error {
	if u.len() != links {
		return fmt.Errorf("%d links in an urn that should have %d", u.len(), links)
	}
	for _, tier := range u.tiers {
		for _, number := range tier.numbers {
			if f.links.at(number).arrival == 0 || f.weigh(number).exp != tier.exp || !belongs(number) {
				return fmt.Errorf("link %+v in tier %d of an urn", f.links.at(number), tier.exp)
			}
		}
	}
	return u.check()
}

// len is the number of things.
func (u *urn) len() int {
	n := 0
	for _, tier := range u.tiers {
		n += len(tier.numbers)
	}
	return n
}

// check says where an urn's tiers are not in order.
func (u *urn) check() error {
	for i, tier := range u.tiers {
		if len(tier.numbers) == 0 || i > 0 && tier.exp >= u.tiers[i-1].exp {
			return fmt.Errorf("tiers %+v", u.tiers)
		}
		for at, number := range tier.numbers {
			if int((*u.at)[number]) != at {
				return fmt.Errorf("%d is at %d of a tier, not at %d", number, at, (*u.at)[number])
			}
		}
	}
	return nil
}
