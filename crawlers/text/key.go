package text

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// key is a short word in lower case and its language, as two numbers: the word's bytes in order, then zeros, then the
// number of the language. No word holds a zero, so that keys of all lengths differ.
type key struct{ low, high uint64 }

// shortWord is how many bytes a word may have to be a key.
const shortWord = 15

// keyOf is the key of a word of at most shortWord bytes, without a language.
func keyOf[T string | []byte](word T) key {
	var b [16]byte
	copy(b[:shortWord], word)
	return key{binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])}
}

// in adds the language.
func (k key) in(l *language) key {
	k.high |= uint64(l.number) << 56 // #nosec G115 -- one of a few languages
	return k
}

// word is the word.
func (k key) word() string {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], k.low)
	binary.LittleEndian.PutUint64(b[8:], k.high)
	word, _, _ := bytes.Cut(b[:shortWord], []byte{0})
	return string(word)
}

// secret makes it impossible to write a page whose words all have one hash.
var secret = key{rand.Uint64(), rand.Uint64()} // #nosec G404 -- math/rand/v2 is seeded by the system, and ChaCha8 can not be guessed

// hash is that of wyhash for 16 bytes.
func (k key) hash() uint64 {
	high, low := bits.Mul64(k.low^secret.low, k.high^secret.high)
	return high ^ low
}

// A byte of eight, and what is done to all eight at once.
const (
	each  = 0x0101010101010101
	tops  = 0x80 * each
	lower = 0x20 * each // what the lower case of a letter has and the upper case has not; all digits have it
)

// readShort reads a word of ASCII letters and digits, eight bytes at a time. It gives the word in lower case, without a
// language, and its length; what follows the word may be a letter that is not ASCII. The length is more than shortWord
// if the word is.
func readShort(s string, at int) (k key, n int) {
	k.low, n = readEight(s, at)
	if n == 8 {
		var more int
		k.high, more = readEight(s, at+8)
		n += more
	}
	return k, n
}

// readEight gives the ASCII letters and digits that the next eight bytes begin with, in lower case, then zeros, and
// their number.
func readEight(s string, at int) (word uint64, n int) {
	var eight uint64
	if at+8 <= len(s) {
		b := s[at : at+8]
		eight = uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
	} else {
		for i := at; i < len(s); i++ {
			eight |= uint64(s[i]) << (8 * (i - at))
		}
	}
	low := eight &^ tops // a byte plus a constant does not reach into the next one
	word = low | lower
	letter := (word + (0x80-'a')*each) &^ (word + (0x80-'z'-1)*each)
	digit := (low + (0x80-'0')*each) &^ (low + (0x80-'9'-1)*each)
	other := ^(letter|digit)&tops | eight&tops
	n = bits.TrailingZeros64(other) / 8 // 64 without any: 8
	if n < 8 {
		word &= 1<<(8*n) - 1
	}
	return word, n
}
