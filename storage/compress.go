package storage

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

// decoder unpacks zstd frames. It holds no state between calls and serves any number of goroutines.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxAnswer))
	if err != nil {
		panic("storage: zstd refuses its options: " + err.Error()) // they are constants
	}
	return d
})

// compressor makes zstd frames of what Snappy finds: zstd's own search for repetitions, at its fastest, takes half as long
// again, wants a table of 256 KB that leaves no room in the caches for the next page, and finds no more of them in
// hypertext. docs/benchmarks.md has the figures.
//
// It is the reader of a Snappy stream (https://github.com/google/snappy/blob/main/framing_format.txt) of what is left.
type compressor struct {
	convert zstd.SnappyConverter //lint:ignore SA1019 it is deprecated for streams of others, which it does not check and might compress better
	left    []byte
	chunk   []byte // of the stream
	unread  []byte // of the chunk
}

var compressors = sync.Pool{New: func() any { return new(compressor) }}

// chunkSize is how much a chunk of a Snappy stream holds at most.
const chunkSize = 1 << 16

var streamStart = []byte("\xff\x06\x00\x00sNaPpY")

// compress appends a zstd frame of b, which has neither a checksum nor its size, to what is in front of it.
func compress(front, b []byte) []byte {
	c := compressors.Get().(*compressor)
	defer compressors.Put(c)
	c.left, c.unread = b, streamStart
	out := bytes.NewBuffer(append(make([]byte, 0, len(front)+64+len(b)/2), front...)) // hypertext shrinks to less than half
	if _, err := c.convert.Convert(c, out); err != nil && err != io.EOF {
		panic(fmt.Sprintf("storage: zstd refuses what Snappy has made: %v", err))
	}
	return out.Bytes()
}

func (c *compressor) Read(p []byte) (n int, err error) {
	if len(c.unread) == 0 {
		if len(c.left) == 0 {
			c.left = nil
			return 0, io.EOF
		}
		c.next()
	}
	n = copy(p, c.unread)
	c.unread = c.unread[n:]
	return n, nil
}

// next makes the next chunk: its type, its length in three bytes, a checksum that nobody looks at, and what Snappy makes of
// the bytes.
func (c *compressor) next() {
	const header, checksum = 4, 4
	b := c.left[:min(len(c.left), chunkSize)]
	c.left = c.left[len(b):]
	room := header + checksum + s2.MaxEncodedLen(len(b))
	c.chunk = slices.Grow(c.chunk[:0], room)[:room]
	n := checksum + len(s2.EncodeSnappy(c.chunk[header+checksum:], b))
	copy(c.chunk, []byte{0, byte(n), byte(n >> 8), byte(n >> 16)})
	c.unread = c.chunk[:header+n]
}
