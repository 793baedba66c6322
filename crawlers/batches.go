package crawlers

import (
	"math/rand/v2"

	"orbweaver/crawlers/frontier"
)

// batches is a frontier whose best N links are taken out as a batch and visited in random order; what is found meanwhile
// competes for the next batch ([MPS04] Fig. 16 and 17).
//
// With several workers a batch ends when all its picks have ended. Members whose host is not ready wait in the batch
// while others overtake them. When only such members are left, the batch is filled up with the best links of hosts that
// are ready: a host that wants its links fetched slowly does not make the others wait. As in the papers a batch is not
// part of the frontier, which may fill up to MAX_BUFFER beside it.
//
// N = 1 has no batches: the best links of the moment are always given. With one worker that is [MPS04] Fig. 6 and 8 to
// the letter; more workers do not have to wait for each other's pages.
type batches[V any] struct {
	n      int
	links  *frontier.Priority[V] // in which the members of the batch are closed
	batch  *frontier.FIFO[V]     // members not yet given, in the order of their visit
	open   map[string]V          // links given and not yet ended
	random *rand.Rand
}

func newBatches[V any](n int, s Setup) batches[V] {
	return batches[V]{
		n: n, links: frontier.NewPriority[V](s.MaxBuffer), batch: frontier.NewFIFO[V](n),
		open: map[string]V{}, random: s.Rand,
	}
}

// next takes up to n links of hosts that are ready.
func (b *batches[V]) next(n int, ready func(host string) bool) []frontier.Item[V] {
	var taken []frontier.Item[V]
	for len(taken) < n {
		it, ok := b.take(ready)
		if !ok {
			break
		}
		b.links.Close(it.URL)
		b.open[it.URL] = it.Value
		taken = append(taken, it)
	}
	return taken
}

func (b *batches[V]) take(ready func(host string) bool) (frontier.Item[V], bool) {
	if b.n == 1 {
		return b.links.Take(ready)
	}
	it, ok := b.batch.Take(ready)
	if !ok && len(b.open) == 0 {
		if b.batch.Len() == 0 {
			b.draw(anyHost)
		} else {
			b.draw(ready)
		}
		it, ok = b.batch.Take(ready)
	}
	return it, ok
}

// draw fills the batch with the best links of those hosts.
func (b *batches[V]) draw(hosts func(host string) bool) {
	var members []frontier.Item[V]
	for b.batch.Len()+len(members) < b.n {
		it, ok := b.links.Take(hosts)
		if !ok {
			break
		}
		b.links.Close(it.URL)
		members = append(members, it)
	}
	b.random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	for _, it := range members {
		b.batch.Offer(it)
	}
}

// end closes the URLs of an outcome, the first of which is the pick's, and returns what is known of that link: nothing
// when it neither was given nor waits.
func (b *batches[V]) end(urls ...string) (known V, ok bool) {
	if known, ok = b.open[urls[0]]; ok {
		delete(b.open, urls[0])
	} else if it, waits := b.links.Get(urls[0]); waits {
		known, ok = it.Value, true
	} else if it, waits := b.batch.Get(urls[0]); waits {
		known, ok = it.Value, true
	}
	for _, url := range urls {
		b.batch.Remove(url)
	}
	b.links.Close(urls...)
	return known, ok
}

func (b *batches[V]) size() int { return b.batch.Len() + b.links.Len() }

// best returns the links of the batch and up to limit others, the best of these first.
func (b *batches[V]) best(limit int) []frontier.Item[V] {
	return append(b.batch.Best(b.n), b.links.Best(limit)...)
}

// rescore gives all links new scores. A batch under way was chosen by the old ones: what of it has not been given goes
// back among the others, and where these are then more than MAX_BUFFER the worst go.
func (b *batches[V]) rescore(rescored func(frontier.Item[V]) frontier.Item[V]) {
	limit := b.links.Limit()
	b.links.SetLimit(limit + b.batch.Len())
	for _, it := range b.batch.Best(b.n) {
		b.batch.Remove(it.URL)
		b.links.Reopen(it.URL)
		b.links.Offer(it)
	}
	b.links.RescoreAll(rescored)
	b.links.SetLimit(limit)
}
