package page

import (
	"encoding/binary"
	"slices"
)

// appendText appends to the visible text, each run of white space as one space.
func (p *Parser) appendText(piece []byte) {
	n := len(p.text)
	out := slices.Grow(p.text, len(piece))[:n+len(piece)]
	kept := 1 // 0 if a space that comes next is one too many; numbers, because branches would often be guessed wrongly
	if n == 0 || isSpace(out[n-1]) {
		kept = 0
	}
	for len(piece) >= 8 {
		if eight := binary.LittleEndian.Uint64(piece); isSpaced(eight, kept == 0) {
			binary.LittleEndian.PutUint64(out[n:], eight)
			n += 8
			kept = 1
			if isSpace(piece[7]) {
				kept = 0
			}
		} else {
			n, kept = appendSpaced(out, n, kept, piece[:8])
		}
		piece = piece[8:]
	}
	n, _ = appendSpaced(out, n, kept, piece)
	p.text = out[:n]
}

func appendSpaced(out []byte, n, kept int, piece []byte) (length, keptLast int) {
	for _, c := range piece {
		letter := 1
		if c <= ' ' {
			letter = 0
		}
		out[n] = max(c, ' ')
		n += kept | letter
		kept = letter
	}
	return n, kept
}

// isSpaced says whether eight bytes may stay as they are: all their white space is single spaces, also with a space
// before them.
func isSpaced(eight uint64, afterSpace bool) bool {
	const each, tops = 0x0101010101010101, 0x8080808080808080
	spaces := ^((eight | tops) - 0x21*each) &^ eight & tops // the top bit of each byte that is a space or a control
	if spaces == 0 {
		return true
	}
	other := eight ^ 0x20*each
	single := ^((other | tops) - each) &^ other & tops // the same of each byte that is a space
	return spaces == single && spaces&(spaces<<8) == 0 && !(afterSpace && spaces&0x80 != 0)
}

// appendAlternative appends the text that stands for a picture.
func (p *Parser) appendAlternative(alt string) {
	if alt != "" {
		p.appendText([]byte(" " + alt + " "))
	}
}

// isSpace says whether a byte parts words in text: white space and the other control characters.
func isSpace(c byte) bool { return c <= ' ' }

// appendBreak ends the line of the visible text.
func (p *Parser) appendBreak() {
	n := len(p.text)
	if n > 0 && p.text[n-1] == ' ' {
		p.text[n-1] = '\n'
	} else if n > 0 && p.text[n-1] != '\n' {
		p.text = append(p.text, '\n')
	}
}
