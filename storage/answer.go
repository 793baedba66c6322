package storage

import (
	"encoding/binary"
	"fmt"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"orbweaver/crawlers"
)

// A packed answer is its version, then one zstd frame (with its checksum) of: a byte of flags; as uvarints the lengths of
// URL, head, request and confirming head, and when the answer came whole, in nanoseconds since 1970; URL, request, head,
// confirming head, body. Version 1, which formats 1 and 2 had, knows only of URL, head and body.
const answerVersion = 2

// Flags of a packed answer.
const (
	flagTruncated = 1 << iota // the body was cut
	flagUsual                 // the request is the usual one for the URL, and left out
	flagUsual2                // the same, over HTTP/2
)

// maxAnswer bounds what a packed answer unpacks to, so that a damaged one can not take all memory.
const maxAnswer = 256 << 20

// mostKept is how large a buffer may be that is kept for the next page.
const mostKept = 1 << 20

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
func Pack(a *crawlers.Answer) []byte { return pack(a, "") }

// Pack is the function of that name, for an answer that is kept in this session: its request takes no room if it is the
// usual one (Meta.Request).
func (s *Store) Pack(a *crawlers.Answer) []byte { return pack(a, s.usual) }

func pack(a *crawlers.Answer, usual string) []byte {
	buf := plain.Get().(*[]byte)
	defer func() {
		if cap(*buf) <= mostKept {
			plain.Put(buf)
		}
	}()
	asked, flags := a.Request, usualFlag(a, usual)
	if flags != 0 {
		asked = nil
	}
	if a.Truncated {
		flags |= flagTruncated
	}
	b := append((*buf)[:0], flags)
	since := uint64(0)
	if !a.Since.IsZero() {
		since = uint64(a.Since.UnixNano())
	}
	for _, n := range []uint64{uint64(len(a.URL)), uint64(len(a.Head)), uint64(len(asked)), uint64(len(a.Confirmed)), since} {
		b = binary.AppendUvarint(b, n)
	}
	b = append(b, a.URL...)
	for _, part := range [][]byte{asked, a.Head, a.Confirmed, a.Body} {
		b = append(b, part...)
	}
	*buf = b
	return encoder().EncodeAll(b, append(make([]byte, 0, 64+len(b)/2), answerVersion)) // hypertext shrinks to less than half
}

// Unpack is the inverse of Pack. Its error is an ErrDamaged, or ErrNewer.
func Unpack(packed []byte) (*crawlers.Answer, error) { return unpack(packed, "") }

func unpack(packed []byte, usual string) (*crawlers.Answer, error) {
	if len(packed) == 0 {
		return nil, damaged("a stored page is empty")
	}
	switch {
	case packed[0] == 0:
		return nil, damaged("a stored page has no version")
	case packed[0] > answerVersion:
		return nil, fmt.Errorf("stored page of version %d: %w", packed[0], ErrNewer)
	}
	b, err := decoder().DecodeAll(packed[1:], nil)
	if err != nil || len(b) == 0 {
		return nil, damaged("a stored page does not unpack: %v", err)
	}
	p := parts{rest: b[1:]}
	url, head := p.number(), p.number()
	var asked, confirmed, since uint64
	if packed[0] > 1 {
		asked, confirmed, since = p.number(), p.number(), p.number()
	}
	a := &crawlers.Answer{URL: string(p.piece(url)), Truncated: b[0]&flagTruncated != 0}
	a.Request, a.Head, a.Confirmed = p.piece(asked), p.piece(head), p.piece(confirmed)
	a.Body = p.rest
	if p.broken {
		return nil, damaged("a stored page's lengths make no sense")
	}
	switch flag := b[0] &^ flagTruncated; flag {
	case 0:
	case flagUsual, flagUsual2:
		a.Request = request(a.URL, flag, usual)
	default:
		return nil, damaged("a stored page has flags %#x, which mean nothing", b[0])
	}
	if since != 0 {
		a.Since = time.Unix(0, int64(since)).UTC()
	}
	return a, nil
}

// parts takes what a packed answer is made of off its front.
type parts struct {
	rest   []byte
	broken bool // there was less than was to be taken
}

func (p *parts) number() uint64 {
	n, size := binary.Uvarint(p.rest)
	p.broken = p.broken || size <= 0
	p.rest = p.rest[max(size, 0):]
	return n
}

func (p *parts) piece(size uint64) []byte {
	if size == 0 {
		return nil
	}
	if size > uint64(len(p.rest)) {
		p.broken = true
		return nil
	}
	piece := p.rest[:size:size]
	p.rest = p.rest[size:]
	return piece
}
