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
	line    int32 // its host's
}

// container is what hosts keep their links in, and a frontier its hosts, all by number: a heap or a sumTree.
type container interface {
	push(number int32)
	fix(number int32) // it has changed
	remove(number int32)
	refresh(number int32) // it has changed, and a rebuild will follow
	rebuild()
	len() int
}

// line is the links of one host.
type line struct {
	host   string
	links  container
	passed bool // not ready: a Sampler's Take goes on without it
}

// pool is what all frontiers have in common: everything but Take.
type pool[V any] struct {
	limit    int
	known    map[string]int32 // by URL: the number of a link that waits, or closed
	links    slab[entry[V]]
	worst    heap             // all links, the worst first
	hosts    map[string]int32 // by name: the number of a line
	lines    slab[line]
	order    container // of the lines
	newLinks func() container
	arrivals uint64

	inWorst, inLine, inOrder places
}

// closed stands for the number of a link that must not enter any more.
const closed = -1

func (p *pool[V]) init(limit int, order container, newLinks func() container) {
	p.limit, p.order, p.newLinks = limit, order, newLinks
	p.known, p.hosts = map[string]int32{}, map[string]int32{}
	p.worst = heap{keyOf: func(number int32) key { return p.keyOf(number).inverse() }, at: &p.inWorst}
}

// keyOf is what a link is ordered by.
func (p *pool[V]) keyOf(number int32) key {
	e := p.links.at(number)
	return key{e.rank, e.arrival, number}
}

// Len is the number of links.
func (p *pool[V]) Len() int { return p.worst.len() }

// Limit is the most links that the frontier holds.
func (p *pool[V]) Limit() int { return p.limit }

// find returns the number of a link that waits.
func (p *pool[V]) find(url string) (number int32, waits bool) {
	number, known := p.known[url]
	return number, known && number != closed
}

// Contains says whether the link is in the frontier.
func (p *pool[V]) Contains(url string) bool {
	_, waits := p.find(url)
	return waits
}

// Get returns the link without removing it; false when it is not in the frontier.
func (p *pool[V]) Get(url string) (Item[V], bool) {
	number, waits := p.find(url)
	if !waits {
		return Item[V]{}, false
	}
	return p.links.at(number).Item, true
}

// Value returns where the link's value is kept, to be changed there; nil when the link is not in the frontier. It is of
// no use after the next change of the frontier.
func (p *pool[V]) Value(url string) *V {
	number, waits := p.find(url)
	if !waits {
		return nil
	}
	return &p.links.at(number).Value
}

// Remove takes a link out and says whether it was there.
func (p *pool[V]) Remove(url string) bool {
	number, waits := p.find(url)
	if waits {
		p.drop(number)
	}
	return waits
}

// Close takes links out that are there, and refuses them all from now on.
func (p *pool[V]) Close(urls ...string) {
	for _, url := range urls {
		p.Remove(url)
		p.known[url] = closed
	}
}

// Reopen lets a link that was closed be offered again.
func (p *pool[V]) Reopen(url string) {
	if p.Closed(url) {
		delete(p.known, url)
	}
}

// Closed says whether the link is refused, whatever its score.
func (p *pool[V]) Closed(url string) bool {
	number, known := p.known[url]
	return known && number == closed
}

// DropWorst removes the link that is worth least and returns it; false when the frontier is empty.
func (p *pool[V]) DropWorst() (Item[V], bool) {
	if p.Len() == 0 {
		return Item[V]{}, false
	}
	return p.drop(p.worst.keys[0].number), true
}

// SetLimit changes how many links the frontier holds; the worst go when they are too many.
func (p *pool[V]) SetLimit(limit int) {
	for p.limit = limit; p.Len() > limit; {
		p.DropWorst()
	}
}

// All yields the links in no order of meaning, which is the same after the same calls. The frontier must not be changed
// meanwhile.
func (p *pool[V]) All() iter.Seq[Item[V]] {
	return func(yield func(Item[V]) bool) {
		for _, k := range p.worst.keys {
			if !yield(p.links.at(k.number).Item) {
				return
			}
		}
	}
}

// Values yields where the values of all links are kept, in the order of All, to be changed there.
func (p *pool[V]) Values() iter.Seq[*V] {
	return func(yield func(*V) bool) {
		for _, k := range p.worst.keys {
			if !yield(&p.links.at(k.number).Value) {
				return
			}
		}
	}
}

// Best returns up to limit links, those worth most first. They stay in the frontier. It looks at every link, which is
// for the screen and for rare events, not for every page.
func (p *pool[V]) Best(limit int) []Item[V] {
	best := heap{} // the worst of them first
	for _, k := range p.worst.keys {
		if limit <= 0 || best.len() == limit && k.before(best.keys[0]) {
			continue
		}
		best.insert(k)
		if best.len() > limit {
			best.removeAt(0)
		}
	}
	slices.SortFunc(best.keys, func(a, b key) int {
		if b.before(a) {
			return -1
		}
		return 1 // two links are never worth the same: their arrivals differ
	})
	items := make([]Item[V], best.len())
	for i, k := range best.keys {
		items[i] = p.links.at(k.number).Item
	}
	return items
}

// offer puts a link in, with the rank that orders it, or merges it with the one that is there.
func (p *pool[V]) offer(it Item[V], rank float64) bool {
	if !p.admits(rank) {
		return false // whether it is there or not
	}
	if number, known := p.known[it.URL]; known {
		return number != closed && rank > p.links.at(number).rank && p.replace(number, it, rank)
	}
	if p.Len() >= p.limit {
		p.drop(p.worst.keys[0].number)
	}
	number := p.links.add(entry[V]{Item: it, rank: rank, arrival: p.arrivals})
	p.arrivals++
	p.known[it.URL] = number
	p.worst.push(number)
	p.enter(number)
	return true
}

// admits says whether a link of that rank can change anything: not one that can not be ordered, nor in a full frontier one
// that would be the worst and the youngest.
func (p *pool[V]) admits(rank float64) bool {
	if p.Len() < p.limit {
		return !math.IsNaN(rank)
	}
	return p.Len() > 0 && rank > p.worst.keys[0].inverse().rank
}

// rescore gives a link that is there another score, which is also its rank.
func (p *pool[V]) rescore(it Item[V]) bool {
	number, waits := p.find(it.URL)
	return waits && !math.IsNaN(it.Score) && p.replace(number, it, it.Score)
}

// rescoreAll gives every link the score and value that rescored returns, in O(n).
func (p *pool[V]) rescoreAll(rescored func(Item[V]) Item[V]) {
	for _, k := range p.worst.keys {
		e := p.links.at(k.number)
		if it := rescored(e.Item); !math.IsNaN(it.Score) {
			e.Score, e.Value, e.rank = it.Score, it.Value, it.Score
			p.worst.refresh(k.number) // now, while the link is at hand
			p.lines.at(e.line).links.refresh(k.number)
		}
	}
	p.worst.rebuild()
	for _, number := range p.hosts {
		p.lines.at(number).links.rebuild()
		p.order.refresh(number)
	}
	p.order.rebuild()
}

// replace gives a link another score and value. Its arrival stays: among equal scores it keeps its turn.
func (p *pool[V]) replace(number int32, it Item[V], rank float64) bool {
	e := p.links.at(number)
	if it.Host != e.Host {
		p.leave(number)
		e.Item, e.rank = it, rank
		p.enter(number)
	} else {
		e.Item, e.rank = it, rank
		p.lines.at(e.line).links.fix(number)
		p.order.fix(e.line)
	}
	p.worst.fix(number)
	return true
}

// drop removes a link and returns it.
func (p *pool[V]) drop(number int32) Item[V] {
	it := p.links.at(number).Item
	delete(p.known, it.URL)
	p.worst.remove(number)
	p.leave(number)
	p.links.remove(number)
	return it
}

// enter puts a link into its host's line.
func (p *pool[V]) enter(number int32) {
	e := p.links.at(number)
	host, known := p.hosts[e.Host]
	if known {
		p.lines.at(host).links.push(number)
		p.order.fix(host)
	} else {
		links := p.newLinks()
		links.push(number)
		host = p.lines.add(line{host: e.Host, links: links})
		p.hosts[e.Host] = host
		p.order.push(host)
	}
	e.line = host
}

// leave takes a link out of its host's line.
func (p *pool[V]) leave(number int32) {
	host := p.links.at(number).line
	l := p.lines.at(host)
	l.links.remove(number)
	if l.links.len() > 0 {
		p.order.fix(host)
		return
	}
	delete(p.hosts, l.host)
	p.order.remove(host)
	p.lines.remove(host)
}
