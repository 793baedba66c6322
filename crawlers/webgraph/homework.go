package webgraph

import "sync/atomic"

// Homework is work for a Crawl that any goroutine may do while the crawl goes on: what has come in since is made one with what
// was there. It makes no difference to what is chosen whether and when it is done.
type Homework struct {
	blocks, departures int // of the forest, that are in it
	piles              int
	merge              func() *pile
	begun              atomic.Bool
	done               chan struct{} // closed once it is made
	made               *pile
}

// Do does it, unless somebody has or does, and says whether it is done.
func (h *Homework) Do() (done bool) {
	if h.begun.CompareAndSwap(false, true) {
		defer close(h.done)
		h.made, h.merge = h.merge(), nil
		return true
	}
	select {
	case <-h.done:
		return true
	default:
		return false
	}
}

// result is what was made. Where somebody is at it, it waits.
func (h *Homework) result() *pile {
	h.Do()
	<-h.done
	return h.made
}

// Homework is what others may do for the crawl at the moment; nil while there is nothing. It is the same until it is handed in.
func (c *Crawl) Homework() *Homework {
	if e := c.regression(); e != nil {
		return e.order.homework()
	}
	return nil
}

// HandIn makes use of Homework. It has no effect where it is not, or no longer, what is due.
func (c *Crawl) HandIn(h *Homework) {
	if e := c.regression(); e != nil {
		e.order.shared.handIn(h)
	}
}

// regression is the arm that has homework; nil where there is none.
func (c *Crawl) regression() *regression {
	for _, arm := range c.arms {
		if e, ok := arm.(*regression); ok {
			return e
		}
	}
	return nil
}
