package frontier

import "hash/maphash"

// Index finds the numbers of URLs, which are kept elsewhere, by number. What a map would do, it does with fewer looks at
// memory that is far away: the number lies beside half of the URL's hash, eight of such pairs in a line of the cache, and
// only where these halves agree the URL itself is looked at.
//
// Invariant: on the way from a pair's home, the place that its hash says, to where it lies no place is free.
type Index struct {
	url   func(number int32) string
	slots []slot // a power of two; at least half of them free
	used  int
}

// slot is a number + 1, and half of the hash of its URL; nothing when both are 0.
type slot struct {
	hash   uint32
	number uint32
}

// Key is what URLs are found by: a hash. It is another one in every run of the program, so that nobody can choose URLs
// that have the same, and decides nothing but how soon something is found.
type Key uint32

var seed = maphash.MakeSeed()

// KeyOf is the key of a URL, never 0.
func KeyOf(url string) Key { return max(1, Key(maphash.String(seed, url))) } // #nosec G115 -- a part of a hash is wanted

// orOf is the key, or that of the URL where it is 0.
func (k Key) orOf(url string) Key {
	if k == 0 {
		k = KeyOf(url)
	}
	return k
}

// NewIndex returns an empty index. It asks for the URL of a number that was put into it.
func NewIndex(url func(number int32) string) *Index {
	return &Index{url: url, slots: make([]slot, 64)}
}

// Find returns the number of a URL that is there. The key is the URL's.
func (x *Index) Find(k Key, url string) (number int32, ok bool) {
	at, ok := x.search(k, url)
	return int32(x.slots[at].number) - 1, ok // #nosec G115 -- Put was given it as an int32
}

// search returns the place of a URL, or the free one where the search for it has ended.
func (x *Index) search(k Key, url string) (at uint32, ok bool) {
	mask := uint32(len(x.slots) - 1) // #nosec G115 -- URLs in memory, fewer than 2³¹
	for at = uint32(k) & mask; ; at = (at + 1) & mask {
		switch s := &x.slots[at]; {
		case s.number == 0:
			return at, false
		case s.hash == uint32(k) && x.url(int32(s.number)-1) == url: // #nosec G115 -- Put was given it as an int32
			return at, true
		}
	}
}

// Put gives a URL that is not there a number ≥ 0.
func (x *Index) Put(k Key, number int32) {
	if x.used++; x.used > len(x.slots)/2 {
		old := x.slots
		x.slots = make([]slot, 2*len(old))
		for _, s := range old {
			if s.number != 0 {
				x.place(s)
			}
		}
	}
	x.place(slot{uint32(k), uint32(number) + 1}) // #nosec G115 -- numbers are not negative
}

func (x *Index) place(s slot) {
	mask := uint32(len(x.slots) - 1) // #nosec G115 -- URLs in memory, fewer than 2³¹
	at := s.hash & mask
	for x.slots[at].number != 0 {
		at = (at + 1) & mask
	}
	x.slots[at] = s
}

// Delete makes the URL of a number unknown. What lies behind it moves up, so that the ways have no gaps.
func (x *Index) Delete(k Key, number int32) {
	mask := uint32(len(x.slots) - 1) // #nosec G115 -- URLs in memory, fewer than 2³¹
	gap := x.placeOf(k, number)
	for at := (gap + 1) & mask; x.slots[at].number != 0; at = (at + 1) & mask {
		if home := x.slots[at].hash & mask; (at-home)&mask >= (at-gap)&mask {
			x.slots[gap] = x.slots[at]
			gap = at
		}
	}
	x.slots[gap] = slot{}
	x.used--
}

// placeOf is the place of a number that is there.
func (x *Index) placeOf(k Key, number int32) uint32 {
	mask := uint32(len(x.slots) - 1) // #nosec G115 -- URLs in memory, fewer than 2³¹
	at := uint32(k) & mask
	for x.slots[at].number != uint32(number)+1 { // #nosec G115 -- numbers are not negative
		at = (at + 1) & mask
	}
	return at
}

// Guess is the number that the URL of a key has, most probably; -1 = none. It looks at no URL, and so at less memory than
// Find does.
func (x *Index) Guess(k Key) (number int32) {
	mask := uint32(len(x.slots) - 1) // #nosec G115 -- URLs in memory, fewer than 2³¹
	for at := uint32(k) & mask; ; at = (at + 1) & mask {
		if s := x.slots[at]; s.number == 0 || s.hash == uint32(k) {
			return int32(s.number) - 1 // #nosec G115 -- Put was given it as an int32
		}
	}
}

// Touch looks at what Guess looks at first, and no further: so that for several keys that memory is waited for together. What
// it returns is of no meaning, but must be made use of.
func (x *Index) Touch(k Key) int { return int(x.slots[uint32(k)&uint32(len(x.slots)-1)].number) } // #nosec G115 -- URLs in memory, fewer than 2³¹
