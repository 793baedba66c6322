package frontier

import (
	"math"
	"math/bits"
	"slices"
)

// key is what links and hosts are ordered by, and the number of one of them: the one with the lower key is worth more. Two
// things never arrive at once.
type key struct {
	worth uint64 // the rank, upside down
	tag   uint64 // when it arrived, and its number
}

// numberBits are those of a number in a tag: 16 million things, of a trillion that ever arrive.
const numberBits = 24

func newKey(rank float64, arrival uint64, number int32) key {
	worth := math.Float64bits(rank + 0) // 0 and −0 are the same
	if worth>>63 == 0 {
		worth = ^worth &^ (1 << 63)
	}
	return key{worth, arrival<<numberBits | uint64(number)} // #nosec G115 -- numbers are not negative
}

func (a key) number() int32   { return int32(a.tag & (1<<numberBits - 1)) }
func (a key) arrival() uint64 { return a.tag >> numberBits }

// of is the same key for another number.
func (a key) of(number int32) key { return key{a.worth, a.arrival()<<numberBits | uint64(number)} } // #nosec G115 -- numbers are not negative

// before says whether a is worth more than b: it leaves earlier, and is dropped later.
func (a key) before(b key) bool { return a.less(b) == 1 }

// less is 1 where a comes before b, else 0.
func (a key) less(b key) uint64 {
	_, less := bits.Sub64(a.tag, b.tag, 0)
	_, less = bits.Sub64(a.worth, b.worth, less)
	return less
}

// compare puts what is worth more first.
func (a key) compare(b key) int { return int(b.less(a)) - int(a.less(b)) } // #nosec G115 -- 0 or 1

// inverse is the key by which the worst comes first. It is its own inverse.
func (a key) inverse() key { return key{^a.worth, a.tag ^ ^uint64(1<<numberBits-1)} }

// sortKeys puts keys in order.
func sortKeys(keys []key) {
	for len(keys) > 12 {
		_, before, ok := divide(keys)
		if !ok {
			slices.SortFunc(keys, key.compare)
			return
		}
		sortKeys(keys[:before])
		keys = keys[before:]
	}
	for i, k := range keys {
		at := i
		for ; at > 0 && k.before(keys[at-1]); at-- {
			keys[at] = keys[at-1]
		}
		keys[at] = k
	}
}

// divide puts keys that come before a bound in front of the others, and says how many they are; false where these or the
// others are too few to get further that way. It moves every key, with no question asked: a processor guesses every
// second answer wrong.
func divide(keys []key) (bound key, before int, ok bool) {
	if len(keys) < 2 {
		return key{}, 0, false
	}
	bound = middle(keys)
	for i, k := range keys {
		keys[i], keys[before] = keys[before], k
		before += int(k.less(bound)) // #nosec G115 -- 0 or 1
	}
	return bound, before, min(before, len(keys)-before) > len(keys)/16
}

// middle is one of the middle ones of some keys: of three, or of nine where there are many.
func middle(keys []key) key {
	last := len(keys) - 1
	if last < 2*short {
		return median(keys[0], keys[last/2], keys[last])
	}
	third := last / 3
	return median(middle(keys[:third/8]), middle(keys[third:third+third/8]), middle(keys[last-third/8:]))
}

func median(a, b, c key) key {
	if b.before(a) {
		a, b = b, a
	}
	if c.before(a) {
		return a
	}
	if c.before(b) {
		return c
	}
	return b
}
