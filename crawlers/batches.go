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
// are ready; when it is full of them, such links are given beyond N, the best first. So a host that wants its links
// fetched slowly does not make the others wait. As in the papers a batch is not part of the frontier, which may fill up to
// MAX_BUFFER beside it.
//
// N = 1 has no batches: the best links of the moment are always given. With one worker that is [MPS04] Fig. 6 and 8 to
// the letter; more workers do not have to wait for each other's pages.
type batches[V any] struct {
	n       int
	links   *frontier.Priority[V] // in which the members of the batch are closed
	batch   *frontier.FIFO[V]     // members not yet given, in the order of their visit
	open    map[string]given[V]   // by URL: links given and not yet ended
	members int                   // how many of these are of the batch
	random  *rand.Rand
}

// given is a link under way.
type given[V any] struct {
	value  V
	member bool // of the batch
}

func newBatches[V any](n int, s Setup) batches[V] {
	return batches[V]{
		n: n, links: frontier.NewPriority[V](s.MaxBuffer), batch: frontier.NewFIFO[V](n),
		open: map[string]given[V]{}, random: s.Rand,
	}
}

// next takes up to n links of hosts that are ready.
func (b *batches[V]) next(n int, ready func(host string) bool) []frontier.Item[V] {
	var taken []frontier.Item[V]
	for len(taken) < n {
		it, member, ok := b.take(ready)
		if !ok {
			break
		}
		b.links.Close(it.URL)
		b.open[it.URL] = given[V]{it.Value, member}
		if member {
			b.members++
		}
		taken = append(taken, it)
	}
	return taken
}

// take removes the link that comes next, and says whether it is a member of the batch.
func (b *batches[V]) take(ready func(host string) bool) (it frontier.Item[V], member, ok bool) {
	if b.n > 1 {
		if it, ok = b.batch.Take(ready); ok || b.members > 0 {
			return it, true, ok
		}
		if b.batch.Len() == 0 {
			b.draw(anyHost)
		} else {
			b.draw(ready)
		}
		if it, ok = b.batch.Take(ready); ok {
			return it, true, true
		}
	}
	it, ok = b.links.Take(ready)
	return it, false, ok
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
	if under, is := b.open[urls[0]]; is {
		known, ok = under.value, true
		delete(b.open, urls[0])
		if under.member {
			b.members--
		}
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
func (b *batches[V]) rescore(rescored func(url string, score float64, value *V) float64) {
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
