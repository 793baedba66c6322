package fetch

import (
	"bytes"
	"net"
	"sync"
)

// recorder is a connection that keeps what is sent, and the head of the answer as it comes: net/http hands on fields in a
// map, without their order, their case and their spaces, and archives are to hold what was sent and received. HTTP/2 has
// no such text.
type recorder struct {
	net.Conn

	mu   sync.Mutex // the transport reads and writes on goroutines of its own
	on   bool       // from before the request until the answer's head is complete
	sent []byte
	head []byte
}

// Write writes to the connection, and keeps it: requests have no body. It is kept first, since an answer may have been
// read before the goroutine that writes comes back from writing.
func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	if r.on {
		r.sent = append(r.sent, p...)
	}
	r.mu.Unlock()
	return r.Conn.Write(p)
}

// Read reads from the connection, and keeps what belongs to the head.
func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.Conn.Read(p)
	if n > 0 {
		r.mu.Lock()
		if r.on {
			r.keep(p[:n])
		}
		r.mu.Unlock()
	}
	return n, err
}

// keep takes what was read until the head is complete: most come at one go. Informational answers before it are passed
// over.
func (r *recorder) keep(read []byte) {
	head := read
	if len(r.head) > 0 {
		r.head = append(r.head, read...)
		head = r.head
	}
	for {
		end, next := headEnd(head)
		switch {
		case end < 0 && len(head) > maxHeaderBytes: // the transport has given up, too
			r.on, r.head = false, nil
			return
		case end < 0:
			if len(head) != len(r.head) { // it is not all of r.head
				r.head = append(r.head[:0], head...)
			}
			return
		case isInformational(head):
			head = head[next:]
		default:
			r.on, r.head = false, bytes.Clone(head[:end])
			return
		}
	}
}

// begin is called before a request is sent.
func (r *recorder) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.on, r.sent, r.head = true, r.sent[:0], nil
}

// end returns the heads of the request and of the answer, without the empty lines after them; nil for what is not known.
func (r *recorder) end() (sent, head []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if whole, ok := bytes.CutSuffix(r.sent, []byte("\r\n\r\n")); ok {
		sent = append(make([]byte, 0, len(whole)+2), whole...)
		sent = append(sent, "\r\n"...)
	}
	if !r.on {
		head = r.head
	}
	r.on, r.head = false, nil
	return sent, head
}

// headEnd finds where the last line of a head ends, and where what follows the empty line begins; -1 before that has
// come. Lines end in CRLF or, as net/http takes it, in LF.
func headEnd(b []byte) (end, next int) {
	for from := 0; ; {
		i := bytes.IndexByte(b[from:], '\n')
		if i < 0 {
			return -1, -1
		}
		from += i + 1
		rest := b[from:]
		if bytes.HasPrefix(rest, []byte("\n")) {
			return from, from + 1
		}
		if bytes.HasPrefix(rest, []byte("\r\n")) {
			return from, from + 2
		}
	}
}

// isInformational says whether a head is of a 1xx answer, after which another comes. 101 is an answer.
func isInformational(head []byte) bool {
	_, status, _ := bytes.Cut(head, []byte(" "))
	return bytes.HasPrefix(status, []byte("1")) && !bytes.HasPrefix(status, []byte("101"))
}
