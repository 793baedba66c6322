package engine

import (
	"encoding/binary"
	"math/bits"

	"orbweaver/crawlers/page"
)

// fingerprint is what tells pages that are nearly the same: it is made of the pairs of words that follow one another.
//
// Two pages are compared by their simhash (Charikar 2002) first, which finds the few that may be alike among many. But of
// a site's thousand pages with one menu, some have the same simhash by chance. So the least hashes of the pairs (MinHash,
// Broder 1997), dealt out to bins (Li, Owen and Zhang 2012), must be alike too: the share of bins that are equal is about
// that of the pairs that the pages have in common.
type fingerprint struct {
	simhash uint64 // 0 = the page is too short to tell
	least   [bins]uint16
	words   int // of the whole page
}

const (
	twinWords = 40  // pages of fewer words have no fingerprint: too much alike by chance
	most      = 512 // words that are looked at: of a longer page the beginning tells enough, with its length
	bins      = 64
	sameBins  = 60 // that two pages nearly the same have in common at least: some 19 of 20 pairs of words
)

// fingerprintOf takes the words outside of links, or all of them where these are too few: menus are the same on pages
// that are not. Numbers are left out, because dates and counters are often all that differs.
func fingerprintOf(p *page.Page) fingerprint {
	s, at := newSketch(p), 0
	for _, l := range p.Links { // in the order of the page
		s.take(at, l.Start)
		at = max(at, l.End)
	}
	s.take(at, p.Words.Len())
	if s.counts.n < twinWords {
		s = newSketch(p)
		s.take(0, p.Words.Len())
	}
	return s.fingerprint()
}

// sketch is a fingerprint being drawn.
type sketch struct {
	page     *page.Page
	least    [bins]uint16
	counts   tallies
	previous uint64 // hash of the last word taken
}

func newSketch(p *page.Page) *sketch {
	s := &sketch{page: p}
	for i := range s.least {
		s.least[i] = 1<<16 - 1
	}
	return s
}

// take adds the words from one place up to another.
func (s *sketch) take(from, to int) {
	for at := from; at < to && s.counts.n < most; at++ {
		start, n := s.page.Words.Start(at)
		if isDigit(rune(start[0])) && isNumber(s.page.Words.At(at)) {
			continue
		}
		h := hashOfShort(start, n)
		if n > len(start) {
			h = hash(s.page.Words.At(at))
		}
		pair := fold(bits.RotateLeft64(s.previous, 29) ^ h)
		s.previous = h
		bin := &s.least[pair%bins]
		*bin = min(*bin, uint16(pair>>8)) // #nosec G115 -- a part of a hash is wanted
		s.counts.add(pair)
	}
}

func (s *sketch) fingerprint() fingerprint {
	if s.counts.n < twinWords {
		return fingerprint{}
	}
	return fingerprint{simhash: s.counts.majority(), least: s.least, words: s.page.Words.Len()}
}

func isNumber(word string) bool {
	for i := range len(word) {
		if !isDigit(rune(word[i])) {
			return false
		}
	}
	return true
}

// isLike says whether two pages are nearly the same.
func (f *fingerprint) isLike(g *fingerprint) bool {
	longer := max(f.words, g.words)
	if !isNear(f.simhash, g.simhash) || longer-min(f.words, g.words) > longer/10 {
		return false
	}
	same := 0
	for i := range f.least {
		if f.least[i] == g.least[i] {
			same++
		}
	}
	return same >= sameBins
}

// Print is what tells pages apart that are nearly the same, as a crawl does.
type Print struct{ of fingerprint }

// PrintOf makes the Print of a page.
func PrintOf(p *page.Page) Print { return Print{fingerprintOf(p)} }

// IsLike says whether two pages are nearly the same. Of pages too short to tell it says no.
func (p Print) IsLike(q Print) bool {
	return p.of.simhash != 0 && q.of.simhash != 0 && p.of.isLike(&q.of)
}

// hash is the same in every run, so that a replay finds what the crawl has found. It takes eight bytes at a time.
func hash(word string) uint64 {
	h := fold(uint64(len(word)) ^ 0xa0761d6478bd642f)
	for ; len(word) >= 8; word = word[8:] {
		h = fold(h ^ (uint64(word[0]) | uint64(word[1])<<8 | uint64(word[2])<<16 | uint64(word[3])<<24 |
			uint64(word[4])<<32 | uint64(word[5])<<40 | uint64(word[6])<<48 | uint64(word[7])<<56))
	}
	rest := uint64(0)
	for i := range len(word) {
		rest |= uint64(word[i]) << (8 * i)
	}
	return fold(h ^ rest)
}

// hashOfShort is the hash of a word of at most 16 bytes, given by these and zeros.
func hashOfShort(start *[16]byte, n int) uint64 {
	h := fold(uint64(n) ^ 0xa0761d6478bd642f) // #nosec G115 -- the length of a word
	low, high := binary.LittleEndian.Uint64(start[:]), binary.LittleEndian.Uint64(start[8:])
	if n >= 8 {
		h, low = fold(h^low), high
	}
	if n == 16 {
		h, low = fold(h^low), 0
	}
	return fold(h ^ low)
}

// fold spreads every bit of its argument over all of its result (wyhash's mixer).
func fold(h uint64) uint64 {
	high, low := bits.Mul64(h^0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3)
	return high ^ low
}

// tallies counts for all 64 bits at once in how many numbers each is set: planes[k] holds bit k of every count. Eight
// numbers are added together at a time (carry-save adders, as in Harley and Seal's population count).
type tallies struct {
	planes  [32]uint64
	waiting [8]uint64
	n       int
}

func (t *tallies) add(x uint64) {
	t.waiting[t.n%8] = x
	if t.n++; t.n%8 != 0 {
		return
	}
	w := &t.waiting
	one, a := sum(t.planes[0], w[0], w[1])
	one, b := sum(one, w[2], w[3])
	one, c := sum(one, w[4], w[5])
	one, d := sum(one, w[6], w[7])
	two, e := sum(t.planes[1], a, b)
	two, f := sum(two, c, d)
	four, carry := sum(t.planes[2], e, f)
	t.planes[0], t.planes[1], t.planes[2] = one, two, four
	t.carry(carry, 3)
}

// sum adds three numbers bit by bit.
func sum(x, y, z uint64) (one, two uint64) {
	half := x ^ y
	return half ^ z, x&y | half&z
}

// carry adds 2^k to the counts of some bits.
func (t *tallies) carry(to uint64, k int) {
	for ; to != 0; k++ {
		t.planes[k], to = t.planes[k]^to, t.planes[k]&to
	}
}

// majority has the bits that are set in more than half of the numbers.
func (t *tallies) majority() (most uint64) {
	for _, x := range t.waiting[:t.n%8] {
		t.carry(x, 0)
	}
	used := t.planes[:bits.Len(uint(t.n))]
	for i := range 64 {
		count := 0
		for k, plane := range used {
			count |= int(plane>>i&1) << k
		}
		if 2*count > t.n {
			most |= 1 << i
		}
	}
	return most
}
