package frontier

import (
	"cmp"
	"math"
	"slices"
)

// urn is things with a mass, by number, from which one can be drawn, and which can come and go, at a cost that does not
// depend on how many there are.
//
// They lie in tiers, by the power of two in their mass. A draw takes them all for as heavy as that power: such sums are
// counts, which are exact, and of which there is nothing to be kept. Whoever draws must keep what was drawn with its mass's
// chance, and else draw again: so that each thing has its due probability, and a draw is kept more often than not.
type urn struct {
	tiers []tier // the heaviest first; none is empty
	at    *places
}

// tier is things of the same power of two.
type tier struct {
	exp     int64
	numbers []int32
}

// tier returns the index of the tier of a power of two, or where it would be.
func (u *urn) tier(exp int64) (at int, ok bool) {
	return slices.BinarySearchFunc(u.tiers, exp, func(t tier, exp int64) int { return cmp.Compare(exp, t.exp) })
}

func (u *urn) put(number int32, exp int64) {
	i, ok := u.tier(exp)
	if !ok {
		u.tiers = slices.Insert(u.tiers, i, tier{exp: exp})
	}
	t := &u.tiers[i]
	u.at.put(number, len(t.numbers))
	t.numbers = append(t.numbers, number)
}

// remove takes a thing out that was put in with that power of two.
func (u *urn) remove(number int32, exp int64) {
	i, _ := u.tier(exp)
	t, at := &u.tiers[i], (*u.at)[number]
	last := len(t.numbers) - 1
	if last == 0 {
		u.tiers = slices.Delete(u.tiers, i, i+1)
		return
	}
	moved := t.numbers[last]
	t.numbers[at], t.numbers = moved, t.numbers[:last]
	u.at.put(moved, int(at))
}

// each is what a thing in a tier weighs where one in the heaviest tier weighs 1.
func (u *urn) each(t *tier) float64 { return powerOfTwo(t.exp - u.tiers[0].exp) }

// sum is what all things weigh where one in the heaviest tier weighs 1.
func (u *urn) sum() float64 {
	sum := 0.0
	for i := range u.tiers {
		t := &u.tiers[i]
		each := u.each(t)
		if each == 0 {
			break
		}
		sum += each * float64(len(t.numbers))
	}
	return sum
}

// mass is what all things weigh.
func (u *urn) mass() mass {
	if len(u.tiers) == 0 {
		return mass{}
	}
	frac, exp := math.Frexp(u.sum()) // 0.5 ≤ frac < 1
	return mass{2 * frac, u.tiers[0].exp + int64(exp) - 1}
}

// draw returns the thing at the share r, 0 ≤ r < 1, of what all weigh; false when there is none.
func (u *urn) draw(r float64) (number int32, ok bool) {
	if len(u.tiers) == 0 {
		return 0, false
	}
	r *= u.sum()
	for i := range u.tiers {
		t := &u.tiers[i]
		each := u.each(t)
		all := each * float64(len(t.numbers))
		if r < all {
			return t.numbers[int(r/each)], true
		}
		r -= all
	}
	return u.tiers[0].numbers[0], true // rounding has left something over
}
