package engine

import (
	"math/bits"
	"strings"
)

const (
	twinDistance   = 6  // bits in which the simhashes of two pages may differ that count as one: Manku et al. (WWW 2007) take 3 for 8 billion pages, a person's crawl can be more generous
	twinsOfPattern = 10 // in a row, after which the addresses of a pattern are taken for a trap
	twinsOfHost    = 50 // in a row, after which a whole host is
)

// twins knows the pages of a crawl by their fingerprints, and how many of each host and pattern of addresses were nearly
// the same as earlier ones. Calendars without end, orders of lists, session ids, mirrors and pages that say "not found"
// all show themselves by that, whatever their addresses look like, and a host of ten thousand real articles does not.
type twins struct {
	pages     []fingerprinted
	simhashes []uint64 // of pages, once more: few comparisons need anything else
	// Two simhashes that differ in six bits are equal in one part of seven at least: places in pages by part.
	parts  [twinDistance + 1][1 << 10][]uint32
	inARow map[string]int // twins since the last page that was new, by host and by pattern
}

type fingerprinted struct {
	fingerprint
	seq uint64
}

func newTwins() *twins { return &twins{inARow: map[string]int{}} }

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
	place := uint32(len(t.pages)) // #nosec G115 -- pages of one crawl, fewer than 2³²
	t.pages = append(t.pages, fingerprinted{print, seq})
	t.simhashes = append(t.simhashes, print.simhash)
	for i := range t.parts {
		at := part(print.simhash, i)
		t.parts[i][at] = append(t.parts[i][at], place)
	}
	return 0
}

func (t *twins) find(print *fingerprint) uint64 {
	for i := range t.parts {
		for _, place := range t.parts[i][part(print.simhash, i)] {
			if isNear(t.simhashes[place], print.simhash) && t.pages[place].isLike(print) {
				return t.pages[place].seq
			}
		}
	}
	return 0
}

// isNear says whether two simhashes may be of pages nearly the same.
func isNear(a, b uint64) bool { return bits.OnesCount64(a^b) <= twinDistance }

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
