package engine

import (
	"iter"
	"math/bits"
	"strings"

	"orbweaver/crawlers/page"
)

const (
	twinDistance   = 6  // bits in which the simhashes of two pages may differ that count as one: Manku et al. (WWW 2007) take 3 for 8 billion pages, a person's crawl can be more generous
	twinWords      = 40 // pages of fewer words have no fingerprint: too much alike by chance
	twinsOfPattern = 10 // in a row, after which the addresses of a pattern are taken for a trap
	twinsOfHost    = 50 // in a row, after which a whole host is
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
	most     = 512 // words that are looked at: of a longer page the beginning tells enough, with its length
	bins     = 64
	sameBins = 60 // that two pages nearly the same have in common at least: some 19 of 20 pairs of words
)

// fingerprintOf takes the words outside of links, or all of them where these are too few: menus are the same on pages
// that are not. Numbers are left out, because dates and counters are often all that differs.
func fingerprintOf(p *page.Page) (f fingerprint) {
	for i := range f.least {
		f.least[i] = 1<<16 - 1
	}
	var counts tallies
	previous := uint64(0)
	for word := range telling(p) {
		h := hash(word)
		pair := fold(bits.RotateLeft64(previous, 29) ^ h)
		previous = h
		bin := &f.least[pair%bins]
		*bin = min(*bin, uint16(pair>>8))
		if counts.add(pair); counts.n == most {
			break
		}
	}
	if counts.n < twinWords {
		return fingerprint{}
	}
	f.simhash, f.words = counts.majority(), p.Words.Len()
	return f
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
	for i := range 64 {
		count := 0
		for k, plane := range t.planes {
			count |= int(plane>>i&1) << k
		}
		if 2*count > t.n {
			most |= 1 << i
		}
	}
	return most
}

// telling are the words that a fingerprint is made of.
func telling(p *page.Page) iter.Seq[string] {
	words := outside(p)
	enough := 0
	for range words {
		if enough++; enough == twinWords {
			return words
		}
	}
	return func(yield func(string) bool) {
		for _, word := range p.Words.All() {
			if !isNumber(word) && !yield(word) {
				return
			}
		}
	}
}

// outside are the words that stand in no link.
func outside(p *page.Page) iter.Seq[string] {
	return func(yield func(string) bool) {
		at := 0
		for _, l := range p.Links { // in the order of the page
			for ; at < l.Start; at++ {
				if word := p.Words.At(at); !isNumber(word) && !yield(word) {
					return
				}
			}
			at = max(at, l.End)
		}
		for _, word := range p.Words.Slice(at, p.Words.Len()).All() {
			if !isNumber(word) && !yield(word) {
				return
			}
		}
	}
}

func isNumber(word string) bool {
	return isDigit(rune(word[0])) && strings.Trim(word, "0123456789") == ""
}

// isLike says whether two pages are nearly the same.
func (f *fingerprint) isLike(g *fingerprint) bool {
	longer := max(f.words, g.words)
	if bits.OnesCount64(f.simhash^g.simhash) > twinDistance || longer-min(f.words, g.words) > longer/10 {
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

// fold spreads every bit of its argument over all of its result (wyhash's mixer).
func fold(h uint64) uint64 {
	high, low := bits.Mul64(h^0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3)
	return high ^ low
}

// twins knows the pages of a crawl by their fingerprints, and how many of each host and pattern of addresses were nearly
// the same as earlier ones. Calendars without end, orders of lists, session ids, mirrors and pages that say "not found"
// all show themselves by that, whatever their addresses look like, and a host of ten thousand real articles does not.
type twins struct {
	pages []fingerprinted
	// Two simhashes that differ in six bits are equal in one part of seven at least: places in pages by part.
	parts  [twinDistance + 1]map[uint16][]uint32
	inARow map[string]int // twins since the last page that was new, by host and by pattern
}

type fingerprinted struct {
	fingerprint
	seq uint64
}

func newTwins() *twins {
	t := &twins{inARow: map[string]int{}}
	for i := range t.parts {
		t.parts[i] = map[uint16][]uint32{}
	}
	return t
}

// add takes a page of the history and returns the number of an earlier one that is nearly the same; 0 = none.
func (t *twins) add(seq uint64, host, url string, print fingerprint) (twin uint64) {
	if print.simhash == 0 {
		return 0
	}
	twin = t.find(&print)
	for _, key := range []string{host, pattern(host, url)} {
		switch {
		case twin != 0:
			t.inARow[key]++
		case t.inARow[key] > 0:
			delete(t.inARow, key)
		}
	}
	if twin != 0 {
		return twin
	}
	place := uint32(len(t.pages))
	t.pages = append(t.pages, fingerprinted{print, seq})
	for i := range t.parts {
		at := part(print.simhash, i)
		t.parts[i][at] = append(t.parts[i][at], place)
	}
	return 0
}

func (t *twins) find(print *fingerprint) uint64 {
	for i := range t.parts {
		for _, place := range t.parts[i][part(print.simhash, i)] {
			if p := &t.pages[place]; p.isLike(print) {
				return p.seq
			}
		}
	}
	return 0
}

// part is nine bits of a simhash, or the last ten.
func part(simhash uint64, i int) uint16 {
	if i == twinDistance {
		return uint16(simhash >> (9 * twinDistance))
	}
	return uint16(simhash >> (9 * i) & 511)
}

// isTrap says whether the host, or the addresses of it that look like this one, have given nothing new for long.
func (t *twins) isTrap(host, url string) bool {
	return t.inARow[host] >= twinsOfHost || t.inARow[pattern(host, url)] >= twinsOfPattern
}

// pattern is what a URL has in common with others of its kind: the host, the segments of the path with every number and
// every long mixture of letters and digits as "0", and the names of its parameters.
func pattern(host, url string) string {
	_, rest, _ := strings.Cut(url, "://")
	path, query, _ := strings.Cut(rest[min(len(rest), len(host)):], "?")
	var b strings.Builder
	b.WriteString(host)
	for segment := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '/' || r == ';' }) {
		name, _, _ := strings.Cut(segment, "=")
		b.WriteByte('/')
		b.WriteString(withoutNumbers(name))
	}
	for parameter := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(parameter, "=")
		b.WriteByte('?')
		b.WriteString(withoutNumbers(name))
	}
	return b.String()
}

// longName is how long a mixture of letters and digits is before it is taken for a number of some sort.
const longName = 8

func withoutNumbers(name string) string {
	digits := strings.ContainsFunc(name, isDigit)
	if !digits {
		return name
	}
	if len(name) >= longName {
		return "0"
	}
	var b strings.Builder
	for i, r := range name {
		switch {
		case !isDigit(r):
			b.WriteRune(r)
		case i == 0 || !isDigit(rune(name[i-1])):
			b.WriteByte('0')
		}
	}
	return b.String()
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
