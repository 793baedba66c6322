package corpus

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// dice makes the choices of one page. They depend on the page's URL alone, so that pages can be made in any order, and
// are the same on every machine.
type dice struct{ source *rand.PCG }

func newDice(url string) dice {
	h := fnv.New64a()
	_, _ = h.Write([]byte(url)) // a hash takes everything
	return dice{rand.NewPCG(h.Sum64(), 2004)}
}

// below is a number from 0 to n−1.
func (d dice) below(n int) int { return int(d.source.Uint64() % uint64(n)) } // #nosec G115 -- n is some number above 0, and what is left is less

// oneIn is true once in n times.
func (d dice) oneIn(n int) bool { return d.below(n) == 0 }

func choose[T any](d dice, from []T) T { return from[d.below(len(from))] }

// deck deals its cards in random order, and begins again when all have been dealt.
type deck[T any] struct {
	cards []T
	dealt int
	dice  dice
}

func newDeck[T any](d dice, cards []T) *deck[T] {
	return &deck[T]{cards: slices.Clone(cards), dice: d}
}

func (d *deck[T]) deal() T {
	if d.dealt == len(d.cards) {
		d.dealt = 0
	}
	i := d.dealt + d.dice.below(len(d.cards)-d.dealt)
	d.cards[d.dealt], d.cards[i] = d.cards[i], d.cards[d.dealt]
	d.dealt++
	return d.cards[d.dealt-1]
}
