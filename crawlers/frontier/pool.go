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
	Value V   // the family's own; the frontier only keeps it
	Key   Key // of the URL when it is offered, if at hand; 0 = it is worked out
}

// lines are the links of each host, by number, and the hosts in the order of what their links are worth. Not every frontier
// keeps them all the time.
type lines interface {
	enter(number int32)
	leave(number int32)
	change(number int32, before float64) // the link had that rank before
	rebuild()                            // all ranks may have changed
}

// pool is what all frontiers have in common: everything but Take.
type pool[V any] struct {
	limit    int
	known    *Index // the numbers of links that wait, and from closedFrom on those of URLs that must not enter any more
	links    links[V]
	order    order // of worth
	closed   slab[string]
	lines    lines
	arrivals uint64
	ahead
}

// closedFrom is the first number in the index that is no link's, and more than a frontier may ever hold.
const closedFrom = 1 << numberBits

func (p *pool[V]) init(limit int, lines lines) {
	p.limit, p.lines, p.order = min(limit, closedFrom-1), lines, newOrder()
	p.known = NewIndex(p.url)
}

// url is what a number in the index stands for.
func (p *pool[V]) url(number int32) string {
	if number >= closedFrom {
		return *p.closed.at(number - closedFrom)
	}
	return p.links.at(number).url
}

// item puts a link together.
func (p *pool[V]) item(number int32) Item[V] {
	l := p.links.at(number)
	return Item[V]{URL: l.url, Host: l.host, Score: l.score, Value: l.value}
}

// Len is the number of links.
func (p *pool[V]) Len() int { return p.links.len() }

// Limit is the most links that the frontier holds.
func (p *pool[V]) Limit() int { return p.limit }

// find returns the number of a link that waits.
func (p *pool[V]) find(url string) (number int32, waits bool) { return p.findBy(0, url) }

// findBy is find where the key of the URL may be at hand.
func (p *pool[V]) findBy(k Key, url string) (number int32, waits bool) {
	number, known := p.known.Find(k.orOf(url), url)
	return number, known && number < closedFrom
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
	return p.item(number), true
}

// ValueOf returns where the link's value is kept, to be changed there; nil when the link is not in the frontier. It is of
// no use after the next change of the frontier. The key of the URL is given where it is at hand; else it is 0.
func (p *pool[V]) ValueOf(k Key, url string) *V {
	number, waits := p.findBy(k, url)
	if !waits {
		return nil
	}
	return &p.links.at(number).value
}

// Remove takes a link out and says whether it was there.
func (p *pool[V]) Remove(url string) bool { return p.RemoveBy(0, url) }

// RemoveBy is Remove where the key of the URL may be at hand; else it is 0.
func (p *pool[V]) RemoveBy(k Key, url string) bool {
	number, waits := p.findBy(k, url)
	if waits {
		p.drop(number)
	}
	return waits
}

// Close takes links out that are there, and refuses them all from now on.
func (p *pool[V]) Close(urls ...string) {
	for _, url := range urls {
		k := KeyOf(url)
		number, known := p.known.Find(k, url)
		if known && number >= closedFrom {
			continue
		}
		if known {
			p.drop(number)
		}
		p.known.Put(k, closedFrom+p.closed.add(url))
	}
}

// Reopen lets a link that was closed be offered again.
func (p *pool[V]) Reopen(url string) {
	k := KeyOf(url)
	if number, known := p.known.Find(k, url); known && number >= closedFrom {
		p.known.Delete(k, number)
		p.closed.remove(number - closedFrom)
	}
}

// Closed says whether the link is refused, whatever its score.
func (p *pool[V]) Closed(url string) bool {
	number, known := p.known.Find(KeyOf(url), url)
	return known && number >= closedFrom
}

// DropWorst removes the link that is worth least and returns it; false when the frontier is empty.
func (p *pool[V]) DropWorst() (Item[V], bool) {
	if p.Len() == 0 {
		return Item[V]{}, false
	}
	return p.take(p.worst().number()), true
}

// SetLimit changes how many links the frontier holds; the worst go when they are too many.
func (p *pool[V]) SetLimit(limit int) {
	for p.limit = min(limit, closedFrom-1); p.Len() > max(0, limit); {
		p.DropWorst()
	}
}

// All yields the links in no order of meaning, which is the same after the same calls. The frontier must not be changed
// meanwhile.
func (p *pool[V]) All() iter.Seq[Item[V]] {
	return func(yield func(Item[V]) bool) {
		for number := range p.links.numbers() {
			if !yield(p.item(number)) {
				return
			}
		}
	}
}

// Values yields where the values of all links are kept, to be changed there, in whatever order is the quickest.
func (p *pool[V]) Values() iter.Seq[*V] {
	return func(yield func(*V) bool) {
		for number := range p.links.numbers() {
			if !yield(&p.links.at(number).value) {
				return
			}
		}
	}
}

// Best returns up to limit links, those worth most first. They stay in the frontier. It looks at every link, which is
// for the screen and for rare events, not for every page.
func (p *pool[V]) Best(limit int) []Item[V] {
	best := heap{} // the worst of them first
	for number := range p.links.numbers() {
		k := p.links.keyOf(number).inverse()
		if limit <= 0 || best.len() == limit && k.before(best.keys[0]) {
			continue
		}
		best.push(k)
		if best.len() > limit {
			best.removeAt(0)
		}
	}
	slices.SortFunc(best.keys, func(a, b key) int { return b.compare(a) })
	items := make([]Item[V], best.len())
	for i, k := range best.keys {
		items[i] = p.item(k.number())
	}
	return items
}

// offer puts a link in, with the rank that orders it, or merges it with the one that is there.
func (p *pool[V]) offer(it *Item[V], rank float64) bool {
	worst, ok := p.admits(rank)
	if !ok {
		return false // whether it is there or not
	}
	k := it.Key.orOf(it.URL)
	if number, known := p.known.Find(k, it.URL); known {
		return number < closedFrom && rank > p.links.at(number).rank && p.replace(number, it, rank)
	}
	var number int32
	if p.Len() < p.limit {
		number = p.links.add(link[V]{})
	} else {
		number = worst.number()
		p.leave(number)
	}
	p.arrivals++
	p.enter(number, it, rank, p.arrivals, k)
	return true
}

// admits says whether a link of that rank can change anything: not one that can not be ordered, nor in a full frontier one
// that would be the worst and the youngest. There it is for the worst to make room.
func (p *pool[V]) admits(rank float64) (worst key, ok bool) {
	if p.Len() < p.limit {
		return key{}, !math.IsNaN(rank)
	}
	if p.Len() == 0 {
		return key{}, false
	}
	worst = p.worst()
	return worst, rank > p.links.at(worst.number()).rank
}

// worst is the key of the link that is worth least, where there are links.
func (p *pool[V]) worst() key {
	for {
		k, _ := p.order.last()
		if p.links.isOf(k) {
			return k
		}
		p.order.discard(k)
	}
}

// best is the key of the link that is worth most, where there are links.
func (p *pool[V]) best() key {
	for {
		k, _ := p.order.first()
		if p.links.isOf(k) {
			return k
		}
		p.order.discard(k)
	}
}

// enter makes a number that of a link that is not there.
func (p *pool[V]) enter(number int32, it *Item[V], rank float64, arrival uint64, k Key) {
	*p.links.at(number) = link[V]{it.URL, rank, arrival, k, it.Host, it.Score, it.Value}
	p.known.Put(k, number)
	p.order.push(p.links.keyOf(number))
	p.lines.enter(number)
}

// leave makes a number that of no link.
func (p *pool[V]) leave(number int32) {
	l := p.links.at(number)
	p.known.Delete(l.key, number)
	p.order.discard(p.links.keyOf(number))
	l.arrival = 0
	p.lines.leave(number)
}

// rescore gives a link that is there another score, which is also its rank.
func (p *pool[V]) rescore(it Item[V]) bool {
	number, waits := p.find(it.URL)
	return waits && !math.IsNaN(it.Score) && p.replace(number, &it, it.Score)
}

// rescoreAll gives every link the score that rescored returns, which may change its value, in O(n).
func (p *pool[V]) rescoreAll(rescored func(url string, score float64, value *V) float64) {
	keys := p.order.room(p.Len())
	for number := range p.links.numbers() {
		l := p.links.at(number)
		if score := rescored(l.url, l.score, &l.value); !math.IsNaN(score) {
			l.rank, l.score = score, score
		}
		keys = append(keys, p.links.keyOf(number))
	}
	p.order.reset(keys)
	p.lines.rebuild()
}

// sort puts all links in the order of worth anew.
func (p *pool[V]) sort() {
	keys := p.order.room(p.Len())
	for number := range p.links.numbers() {
		keys = append(keys, p.links.keyOf(number))
	}
	p.order.reset(keys)
}

// replace gives a link another score and value. Its arrival stays: among equal scores it keeps its turn.
func (p *pool[V]) replace(number int32, it *Item[V], rank float64) bool {
	l := p.links.at(number)
	switch before := l.rank; {
	case it.Host != l.host:
		moved, arrival, k := *it, l.arrival, l.key
		moved.URL = l.url
		p.leave(number)
		p.enter(number, &moved, rank, arrival, k)
	case rank != before:
		p.order.discard(p.links.keyOf(number))
		l.rank = rank
		p.order.push(p.links.keyOf(number))
		p.lines.change(number, before)
	}
	l.score, l.value = it.Score, it.Value
	p.tidy()
	return true
}

// take removes a link and returns it.
func (p *pool[V]) take(number int32) Item[V] {
	it := p.item(number)
	p.drop(number)
	return it
}

// drop removes a link.
func (p *pool[V]) drop(number int32) {
	p.leave(number)
	p.links.remove(number)
	p.tidy()
}

// tidy takes the keys that are no link's out of the order when they are most of it.
func (p *pool[V]) tidy() {
	if p.order.len() > 2*p.Len()+short {
		p.sort()
	}
}
