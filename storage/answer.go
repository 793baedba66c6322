package storage

import (
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"orbweaver/crawlers"
)

// A packed answer is answerVersion, then one zstd frame (with its checksum) of: a byte that is 1 if the body was cut,
// the lengths of URL and head as uvarints, URL, head, body.
const answerVersion = 1

// maxAnswer bounds what a packed answer unpacks to, so that a damaged one can not take all memory.
const maxAnswer = 256 << 20

// The codecs hold no state between calls and serve any number of goroutines.
var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(1<<17), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic("storage: zstd refuses its options: " + err.Error()) // they are constants
		}
		return e
	})
	decoder = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxAnswer))
		if err != nil {
			panic("storage: zstd refuses its options: " + err.Error())
		}
		return d
	})
	plain = sync.Pool{New: func() any { return new([]byte) }}
)

// Pack compresses an answer for the page repository: what Ended.Packed holds. It may be called from any goroutine.
func Pack(a *crawlers.Answer) []byte {
	buf := plain.Get().(*[]byte)
	defer plain.Put(buf)
	b := append((*buf)[:0], 0)
	if a.Truncated {
		b[0] = 1
	}
	b = binary.AppendUvarint(b, uint64(len(a.URL)))
	b = binary.AppendUvarint(b, uint64(len(a.Head)))
	b = append(append(append(b, a.URL...), a.Head...), a.Body...)
	*buf = b
	return encoder().EncodeAll(b, append(make([]byte, 0, 64+len(b)/2), answerVersion)) // hypertext shrinks to less than half
}

// Unpack is the inverse of Pack. Its error is an ErrDamaged, or ErrNewer.
func Unpack(packed []byte) (*crawlers.Answer, error) {
	if len(packed) == 0 {
		return nil, damaged("a stored page is empty")
	}
	if packed[0] > answerVersion {
		return nil, fmt.Errorf("stored page of version %d: %w", packed[0], ErrNewer)
	}
	b, err := decoder().DecodeAll(packed[1:], nil)
	if err != nil || len(b) == 0 {
		return nil, damaged("a stored page does not unpack: %v", err)
	}
	truncated, rest := b[0] == 1, b[1:]
	url, n := binary.Uvarint(rest)
	rest = rest[max(n, 0):]
	head, m := binary.Uvarint(rest)
	rest = rest[max(m, 0):]
	size := uint64(len(rest))
	if n <= 0 || m <= 0 || url > size || head > size-url {
		return nil, damaged("a stored page's lengths make no sense")
	}
	return &crawlers.Answer{
		URL: string(rest[:url]), Head: rest[url : url+head : url+head], Body: rest[url+head:], Truncated: truncated,
	}, nil
}
