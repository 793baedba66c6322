package fetch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

const (
	largestGuess  = 1 << 20   // a Content-Length is believed up to here; a larger body grows its buffer as it comes
	largestBuffer = 256 << 10 // that is kept for another body
	maxDrained    = 16 << 10
	drainTime     = 250 * time.Millisecond
)

// buffers hold bodies, one after the other: memory that was in use just now is still in the caches.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// release puts a buffer back that holds nothing of use any more, unless it has become too large to be kept.
func release(buffer *[]byte) {
	if cap(*buffer) <= largestBuffer {
		buffers.Put(buffer)
	}
}

// readBody reads at most limit bytes of a body of the announced length (-1 = not announced) into a buffer, which has the
// right size at once where that is known.
func readBody(body io.Reader, length int64, limit int) (buffer *[]byte, cut bool, err error) {
	buffer = buffers.Get().(*[]byte)
	if want := min(length, int64(limit), largestGuess); want > int64(cap(*buffer)) {
		*buffer = make([]byte, 0, want)
	}
	*buffer, cut, err = readUpTo(body, (*buffer)[:0], limit)
	return buffer, cut, err
}

// Release gives the memory of the Body to pages to come: neither it nor what shares it may be used any more. To call it
// is worth while for whoever reads many pages, but nobody has to.
func (r *Response) Release() {
	if r.buffer != nil {
		release(r.buffer)
	}
	r.Body, r.buffer = nil, nil
}

// readUpTo appends to read until the body ends or the limit is reached, and then looks whether there was more.
func readUpTo(body io.Reader, read []byte, limit int) ([]byte, bool, error) {
	for {
		if len(read) == limit {
			more, err := hasMore(body)
			return read, more, err
		}
		if len(read) == cap(read) {
			read = append(read, make([]byte, max(4096, len(read)))...)[:len(read)]
		}
		n, err := body.Read(read[len(read):min(cap(read), limit)])
		read = read[:len(read)+n]
		if err == io.EOF {
			return read, false, nil
		}
		if err != nil {
			return read, false, err
		}
	}
}

func hasMore(body io.Reader) (bool, error) {
	var one [1]byte
	n, err := io.ReadFull(body, one[:])
	if err == io.EOF {
		err = nil
	}
	return n == 1, err
}

// drain reads the little that an answer without a page has left, so that its connection can be used again. A body that
// is long or slow is not worth that: cancel breaks its connection.
func drain(body io.Reader, cancel context.CancelFunc) {
	defer time.AfterFunc(drainTime, cancel).Stop()
	_, _ = io.CopyN(io.Discard, body, maxDrained) // what is wrong with it does not matter any more
}

// heads are what was sent and what came of it, but for the empty line after each: byte for byte where that was recorded.
// Over HTTP/2, which has no such text, and over TLS through proxies they are written from their fields; and so is a request
// whose answer was there before it was sent.
func heads(request *http.Request, answer *http.Response, recorded *recorder) (sent, received []byte) {
	if recorded != nil {
		sent, received = recorded.end()
	}
	if sent == nil {
		sent = requestHead(request, requestProto(answer))
	}
	if received == nil {
		received = answerHead(answer)
	}
	return sent, received
}

// requestProto is the protocol of a request: a server may answer in HTTP/1.0, which nobody has asked it in.
func requestProto(answer *http.Response) string {
	if answer.ProtoMajor < 2 {
		return "HTTP/1.1"
	}
	return answer.Proto
}

// requestHead is a request as net/http writes it: the host, the User-Agent, and the other fields in the order of their
// names.
func requestHead(r *http.Request, proto string) []byte {
	return appendFields(fmt.Appendf(nil, "%s %s %s\r\nHost: %s\r\n", r.Method, r.URL.RequestURI(), proto, r.Host), r.Header)
}

func appendFields(to []byte, h http.Header) []byte {
	b := bytes.NewBuffer(to)
	fmt.Fprintf(b, "User-Agent: %s\r\n", h.Get("User-Agent"))
	_ = h.WriteSubset(b, map[string]bool{"User-Agent": true}) // a Buffer takes everything
	return b.Bytes()
}

// answerHead is an answer as far as net/http still knows it: in the order of the fields' names, each line ending in CRLF.
func answerHead(answer *http.Response) []byte {
	var b bytes.Buffer
	b.Grow(512)
	b.WriteString(answer.Proto)
	b.WriteByte(' ')
	b.WriteString(answer.Status)
	b.WriteString("\r\n")
	_ = answer.Header.Write(&b) // a Buffer takes everything
	return b.Bytes()
}
