package storage

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// What is compressed comes back from any reader of zstd, whatever its size next to Snappy's chunks and whether it shrinks.
func TestCompressedComesBack(t *testing.T) {
	reader, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	noise := make([]byte, 3*snappyChunk)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	text := []byte(strings.Repeat("<li><a href=\"/wiki/Mars.html\">Mars</a>, the fourth planet</li>\n", 5000))
	for _, size := range []int{0, 1, 2, 15, 16, 17, 1000, snappyChunk - 1, snappyChunk, snappyChunk + 1, 2 * snappyChunk, 2*snappyChunk + 17} {
		for name, want := range map[string][]byte{
			"text": text[:size], "noise": noise[:size], "both": append(bytes.Clone(text[:size/2]), noise[:size-size/2]...),
		} {
			packed := compress([]byte("front"), want)
			got, err := reader.DecodeAll(bytes.TrimPrefix(packed, []byte("front")), nil)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes of %s: %d bytes, %v", size, name, len(got), err)
			}
			if over := len(packed) - len("front") - size; over > 32+size/1000 {
				t.Errorf("%d bytes of %s grow by %d", size, name, over)
			}
			if name == "text" && size >= snappyChunk && len(packed) > size/20 {
				t.Errorf("%d bytes of text take %d", size, len(packed))
			}
		}
	}
}
