package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
)

// acceptEncoding is what a request asks for. Deflate is understood and not asked for: servers disagree about what it is.
const acceptEncoding = "gzip, br"

// maxCodings is how many codings one body may be wrapped in.
const maxCodings = 3

// unpack undoes the content codings that the header names (RFC 9110 §8.4), and stops after limit bytes. Of a body that
// was cut off it gives what there is. The result is body itself when it is not coded.
func unpack(h http.Header, body []byte, limit int) ([]byte, error) {
	codings := contentCodings(h)
	if len(codings) > maxCodings {
		return nil, &Error{Kind: KindEncoding, Err: fmt.Errorf("%d content codings, one in another", len(codings))}
	}
	for i := len(codings) - 1; i >= 0 && len(body) > 0; i-- {
		unpacked, err := undo(codings[i], body, limit)
		if err != nil {
			return nil, &Error{Kind: KindEncoding, Err: fmt.Errorf("content coding %s: %w", codings[i], err)}
		}
		body = unpacked
	}
	return body[:min(len(body), limit)], nil
}

// contentCodings lists the codings in the order in which they were applied. Words that are no coding ("utf-8", "none")
// stand in this field by mistake, and are passed over as browsers do.
func contentCodings(h http.Header) []string {
	var codings []string
	for _, line := range h["Content-Encoding"] {
		for word := range strings.SplitSeq(line, ",") {
			switch word = strings.ToLower(strings.TrimSpace(word)); word {
			case "gzip", "br", "deflate", "zstd", "compress", "dcb", "dcz":
				codings = append(codings, word)
			case "x-gzip":
				codings = append(codings, "gzip")
			case "x-compress":
				codings = append(codings, "compress")
			}
		}
	}
	return codings
}

var (
	gzips   = sync.Pool{New: func() any { return new(gzip.Reader) }}
	brotlis = sync.Pool{New: func() any { return new(brotli.Reader) }}
)

func undo(coding string, packed []byte, limit int) ([]byte, error) {
	in := bytes.NewReader(packed)
	switch coding {
	case "gzip":
		r := gzips.Get().(*gzip.Reader)
		defer gzips.Put(r)
		if err := r.Reset(in); err != nil {
			return nil, cutShort(err)
		}
		return readUnpacked(r, limit)
	case "br":
		r := brotlis.Get().(*brotli.Reader)
		defer brotlis.Put(r)
		if err := r.Reset(in); err != nil {
			return nil, err
		}
		return readUnpacked(r, limit)
	case "deflate":
		return inflate(packed, limit)
	}
	return nil, errors.New("it was not asked for and is not understood")
}

// inflate reads both things that servers call deflate: zlib's format, which is right, and the bare one.
func inflate(packed []byte, limit int) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		r = flate.NewReader(bufio.NewReader(bytes.NewReader(packed)))
	}
	defer r.Close()
	return readUnpacked(r, limit)
}

// readUnpacked reads at most limit bytes. Damage after the first bytes is the end of them.
func readUnpacked(r io.Reader, limit int) ([]byte, error) {
	buffer, _, err := readBody(io.LimitReader(r, int64(limit)), -1, limit)
	read := bytes.Clone(*buffer)
	release(buffer)
	if len(read) == 0 && err != nil {
		return nil, cutShort(err)
	}
	return read, nil
}

// cutShort lets a body that ends within its first bytes pass for an empty one: it was cut off, not damaged.
func cutShort(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
