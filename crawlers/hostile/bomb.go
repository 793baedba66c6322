package hostile

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// bombSize is what a bomb unpacks to. A program that holds it has failed.
const bombSize = 256 << 20

// bombs are packed when they are first asked for.
var bombs = struct{ gzip, brotli, twice func() []byte }{
	gzip: sync.OnceValue(func() []byte {
		return pack(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }, bombSize)
	}),
	brotli: sync.OnceValue(func() []byte {
		return pack(func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestSpeed) }, bombSize)
	}),
}

// pack compresses a page of so many bytes, all of them the same but for the first.
func pack(writer func(io.Writer) io.WriteCloser, size int) []byte {
	var b bytes.Buffer
	w := writer(&b)
	page := bytes.Repeat([]byte(" "), 1<<20)
	copy(page, "<!doctype html><title>Bomb</title><p>page ")
	for range size >> 20 {
		_, _ = w.Write(page) // a Buffer takes everything
	}
	_ = w.Close()
	return b.Bytes()
}

// packed sends a page in content codings.
func (r *request) packed(coding string, body []byte) {
	if r.say(fmt.Sprintf("%sContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n", okHead, coding, len(body))) {
		_, _ = r.Write(body) // the other side stops reading when it has enough
	}
}
