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

// compressor makes zstd frames of what Snappy finds: zstd's own search for repetitions takes half as long again, at its
// fastest, wants a table of 256 KB that leaves no room in the caches for the next page, and finds no more of them in
// hypertext. docs/benchmarks.md has the figures.
type compressor struct {
	convert zstd.SnappyConverter //lint:ignore SA1019 it is deprecated for streams of others, which it does not check and might compress better
	snappy  []byte               // a stream of https://github.com/google/snappy/blob/main/framing_format.txt
	in      bytes.Reader
	out     bytes.Buffer
}

var compressors = sync.Pool{New: func() any { return new(compressor) }}

// snappyStream is how a Snappy stream begins, and snappyChunk how much its chunks hold at most.
const (
	snappyStream = "\xff\x06\x00\x00sNaPpY"
	snappyChunk  = 1 << 16
)

// compress appends a zstd frame of b, without a checksum, to what is in front of it.
func compress(front, b []byte) []byte {
	c := compressors.Get().(*compressor)
	defer compressors.Put(c)
	c.snappy = append(c.snappy[:0], snappyStream...)
	for len(b) > 0 {
		chunk := b[:min(len(b), snappyChunk)]
		c.add(chunk)
		b = b[len(chunk):]
	}
	c.in.Reset(c.snappy)
	c.out.Reset()
	c.out.Write(front)
	if _, err := c.convert.Convert(&c.in, &c.out); err != nil && err != io.EOF {
		panic(fmt.Sprintf("storage: zstd refuses what Snappy has made: %v", err))
	}
	return bytes.Clone(c.out.Bytes())
}

// add appends a chunk to the Snappy stream: its type, its length in three bytes, a checksum that nobody looks at, and what
// Snappy makes of it.
func (c *compressor) add(chunk []byte) {
	const header, checksum = 4, 4
	at := len(c.snappy)
	room := header + checksum + s2.MaxEncodedLen(len(chunk))
	c.snappy = slices.Grow(c.snappy, room)[:at+room]
	packed := s2.EncodeSnappy(c.snappy[at+header+checksum:], chunk)
	n := checksum + len(packed)
	copy(c.snappy[at:], []byte{0, byte(n), byte(n >> 8), byte(n >> 16)})
	c.snappy = c.snappy[:at+header+n]
}
