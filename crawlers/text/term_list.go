package text

import "slices"

// termList is terms by number, in blocks of termBlock. Blocks stay where they are when there come to be more: what keeps
// the terms as they once were, as Words do, keeps no copy of them.
type termList [][]term

const termBlock = 64

// term has its first bytes at hand, which nearly always are all of them.
type term struct {
	text  string
	start [16]byte
}

func newTerm(text string) term {
	t := term{text: text}
	copy(t.start[:], text)
	return t
}

// termListOf numbers terms as they stand.
func termListOf(list []term) termList { return slices.Collect(slices.Chunk(list, termBlock)) }

func (t termList) at(number int32) *term {
	return &t[uint32(number)/termBlock][uint32(number)%termBlock] // #nosec G115 -- numbers are not negative
}
