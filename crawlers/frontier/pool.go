package frontier

import (
	"iter"
	"math"
	"slices"
)

// Item is a link as a frontier keeps it.
type Item[V any] struct {
	URL   string // canonical: the link's identity
	Host  string // what ready is asked about
	Score float64
	Value V // the family's own; the frontier only keeps it
}

// entry is an item in a frontier.
type entry[V any] struct {
	Item[V]
	rank    float64 // what the order is by: the score, or 0 where only arrival counts
	arrival uint64
	line    *line[V]
	inLine  int // index in the line
	inWorst int // index in the pool's order of worth
}

// before says whether e is worth more than f: it leaves earlier, and is dropped later.
func (e *entry[V]) before(f *entry[V]) bool {
	if e.rank != f.rank {
		return e.rank > f.rank
	}
	return e.arrival < f.arrival
}

// container is what hosts keep their links in, and a frontier its hosts: a heap or a sumTree.
type container[E any] interface {
	push(e E)
	fix(at int)    // the element at that index has changed
	remove(at int) // the element at that index
	rebuild()      // any elements have changed
	len() int
}

// line is the links of one host.
type line[V any] struct {
	host   string
	links  container[*entry[V]]
	at     int  // index in the pool's hosts
	passed bool // not ready: a Sampler's Take goes on without it
}

// pool is what all frontiers have in common: everything but Take.
type pool[V any] struct {
	limit    int
	links    map[string]*entry[V] // by URL
	worst    heap[*entry[V]]      // all of them, the worst first
	lines    map[string]*line[V]  // by host
	hosts    container[*line[V]]
	newLinks func() container[*entry[V]]
	arrivals uint64
}

func newPool[V any](limit int, hosts container[*line[V]], newLinks func() container[*entry[V]]) pool[V] {
	return pool[V]{
		limit: limit,
		links: map[string]*entry[V]{},
		worst: heap[*entry[V]]{
			before: func(a, b *entry[V]) bool { return b.before(a) },
			placed: func(e *entry[V], at int) { e.inWorst = at },
		},
		lines:    map[string]*line[V]{},
		hosts:    hosts,
		newLinks: newLinks,
	}
}

// Len is the number of links.
func (p *pool[V]) Len() int { return len(p.links) }

// Limit is the most links that the frontier holds.
func (p *pool[V]) Limit() int { return p.limit }

// Contains says whether the link is in the frontier.
func (p *pool[V]) Contains(url string) bool { return p.links[url] != nil }

// Get returns the link without removing it; false when it is not in the frontier.
func (p *pool[V]) Get(url string) (Item[V], bool) {
	e := p.links[url]
	if e == nil {
		return Item[V]{}, false
	}
	return e.Item, true
}

// Remove takes a link out and says whether it was there.
func (p *pool[V]) Remove(url string) bool {
	e := p.links[url]
	if e == nil {
		return false
	}
	p.drop(e)
	return true
}

// DropWorst removes the link that is worth least and returns it; false when the frontier is empty.
func (p *pool[V]) DropWorst() (Item[V], bool) {
	if len(p.links) == 0 {
		return Item[V]{}, false
	}
	e := p.worst.items[0]
	p.drop(e)
	return e.Item, true
}

// SetLimit changes how many links the frontier holds; the worst go when they are too many.
func (p *pool[V]) SetLimit(limit int) {
	for p.limit = limit; len(p.links) > limit; {
		p.DropWorst()
	}
}

// All yields the links in no order of meaning, which is the same after the same calls. The frontier must not be changed
// meanwhile.
func (p *pool[V]) All() iter.Seq[Item[V]] {
	return func(yield func(Item[V]) bool) {
		for _, e := range p.worst.items {
			if !yield(e.Item) {
				return
			}
		}
	}
}

// Best returns up to limit links, those worth most first. They stay in the frontier. It looks at every link, which is
// for the screen and for rare events, not for every page.
func (p *pool[V]) Best(limit int) []Item[V] {
	best := heap[*entry[V]]{before: p.worst.before, placed: func(*entry[V], int) {}}
	for _, e := range p.worst.items {
		if limit <= 0 || best.len() == limit && best.items[0].before(e) {
			continue
		}
		best.push(e)
		if best.len() > limit {
			best.remove(0)
		}
	}
	slices.SortFunc(best.items, func(a, b *entry[V]) int {
		if a.before(b) {
			return -1
		}
		return 1 // two links are never worth the same: their arrivals differ
	})
	items := make([]Item[V], best.len())
	for i, e := range best.items {
		items[i] = e.Item
	}
	return items
}

// offer puts a link in, with the rank that orders it, or merges it with the one that is there.
func (p *pool[V]) offer(it Item[V], rank float64) bool {
	if math.IsNaN(rank) {
		return false // it could not be ordered
	}
	if e := p.links[it.URL]; e != nil {
		return rank > e.rank && p.replace(e, it, rank)
	}
	if len(p.links) >= p.limit {
		if p.limit <= 0 || rank <= p.worst.items[0].rank { // among equals the new one is the youngest
			return false
		}
		p.drop(p.worst.items[0])
	}
	e := &entry[V]{Item: it, rank: rank, arrival: p.arrivals}
	p.arrivals++
	p.links[it.URL] = e
	p.worst.push(e)
	p.enter(e)
	return true
}

// rescore gives a link that is there another score, which is also its rank.
func (p *pool[V]) rescore(it Item[V]) bool {
	e := p.links[it.URL]
	return e != nil && !math.IsNaN(it.Score) && p.replace(e, it, it.Score)
}

// rescoreAll gives every link the score and value that rescored returns, in O(n).
func (p *pool[V]) rescoreAll(rescored func(Item[V]) Item[V]) {
	for _, e := range p.worst.items {
		if it := rescored(e.Item); !math.IsNaN(it.Score) {
			e.Score, e.Value, e.rank = it.Score, it.Value, it.Score
		}
	}
	p.worst.rebuild()
	for _, l := range p.lines {
		l.links.rebuild()
	}
	p.hosts.rebuild()
}

// replace gives a link another score and value. Its arrival stays: among equal scores it keeps its turn.
func (p *pool[V]) replace(e *entry[V], it Item[V], rank float64) bool {
	if it.Host != e.Host {
		p.leave(e)
		e.Item, e.rank = it, rank
		p.enter(e)
	} else {
		e.Item, e.rank = it, rank
		e.line.links.fix(e.inLine)
		p.hosts.fix(e.line.at)
	}
	p.worst.fix(e.inWorst)
	return true
}

func (p *pool[V]) drop(e *entry[V]) {
	delete(p.links, e.URL)
	p.worst.remove(e.inWorst)
	p.leave(e)
}

// enter puts an entry into its host's line.
func (p *pool[V]) enter(e *entry[V]) {
	e.line = p.lines[e.Host]
	if e.line != nil {
		e.line.links.push(e)
		p.hosts.fix(e.line.at)
		return
	}
	e.line = &line[V]{host: e.Host, links: p.newLinks()}
	e.line.links.push(e)
	p.lines[e.Host] = e.line
	p.hosts.push(e.line)
}

// leave takes an entry out of its host's line.
func (p *pool[V]) leave(e *entry[V]) {
	e.line.links.remove(e.inLine)
	if e.line.links.len() > 0 {
		p.hosts.fix(e.line.at)
		return
	}
	delete(p.lines, e.Host)
	p.hosts.remove(e.line.at)
}
