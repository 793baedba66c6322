package hostile

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

// bombs are packed when they are first asked for. A program that unpacks one whole has failed.
var bombs = struct{ gzip, brotli func() []byte }{
	gzip: sync.OnceValue(func() []byte {
		return bytes.Repeat(gzipped(1<<20), 256) // a gzip file may be several, one behind the other
	}),
	brotli: sync.OnceValue(func() []byte {
		return pack(func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestSpeed) }, 4<<20)
	}),
}

func gzipped(size int) []byte {
	return pack(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }, size)
}

// squeezed compresses what is compressed already.
func squeezed(packed []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(packed) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// deflated is a small page in what is called deflate, in one of its two forms.
func deflated[W io.WriteCloser](writer func(io.Writer) W) []byte {
	return pack(func(w io.Writer) io.WriteCloser { return writer(w) }, 1<<10)
}

func bareWriter(w io.Writer) *flate.Writer {
	f, _ := flate.NewWriter(w, flate.BestSpeed) // a level that there is
	return f
}

// pack compresses a page of so many bytes, nearly all of them spaces.
func pack(writer func(io.Writer) io.WriteCloser, size int) []byte {
	var b bytes.Buffer
	w := writer(&b)
	page := bytes.Repeat([]byte(" "), size)
	copy(page, "<!doctype html><title>Bomb</title><p>page ")
	_, _ = w.Write(page) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// packed sends a page in content codings.
func (r *request) packed(coding string, body []byte) {
	if r.say(fmt.Sprintf("%sContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n", okHead, coding, len(body))) {
		_, _ = r.Write(body) // the other side stops reading when it has enough
	}
}
