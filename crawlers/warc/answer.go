package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"strconv"
	"strings"
)

// Answer is what a response record holds.
type Answer struct {
	Status    int
	Header    http.Header
	Head      []byte // status line and header fields as in the record, each line ending in CRLF or LF, without the empty line
	Body      []byte // without transfer coding, still content-encoded
	Truncated bool   // the record, or this reading of it, holds not all of the body
}

// ReadAnswer reads the answer of a response or revisit record, whose body may be missing, and of a body no more than limit
// bytes. A body that is said to be chunked and is not is taken as it is: many programs have written such records.
func ReadAnswer(r *Record, limit int) (*Answer, error) {
	a, err := readAnswer(r, limit)
	if err != nil {
		return nil, &Error{r.Offset, fmt.Errorf("%s: %w", r.Target(), err)}
	}
	return a, nil
}

func readAnswer(r *Record, limit int) (*Answer, error) {
	in := bufio.NewReader(r.Block)
	a := &Answer{Truncated: r.Header.Get(fieldTruncated) != ""}
	if err := a.readHead(in); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(body) > limit {
		a.Truncated, body = true, body[:limit]
	}
	if strings.Contains(strings.ToLower(a.Header.Get("Transfer-Encoding")), "chunked") {
		body = unchunked(body, a)
	}
	a.Body = body
	return a, nil
}

func (a *Answer) readHead(in *bufio.Reader) error {
	for {
		line, err := in.ReadSlice('\n')
		if len(a.Head)+len(line) > maxHeader || errors.Is(err, bufio.ErrBufferFull) {
			return errors.New("the answer's header is too long")
		}
		text := bytes.TrimRight(line, "\r\n")
		if len(text) == 0 {
			break // of the header, or of the record
		}
		if err != nil {
			a.Head = append(append(a.Head, text...), "\r\n"...) // the record ends within the line
			break
		}
		a.Head = append(a.Head, line...)
	}
	status, rest, _ := bytes.Cut(a.Head, []byte("\n"))
	status = bytes.TrimRight(status, "\r")
	if !bytes.HasPrefix(status, []byte("HTTP/")) {
		return fmt.Errorf("%.40q is not the beginning of an answer", status)
	}
	words := strings.Fields(string(status))
	if len(words) < 2 {
		return fmt.Errorf("the answer's first line %.40q has no status", status)
	}
	var err error
	if a.Status, err = strconv.Atoi(words[1]); err != nil {
		return fmt.Errorf("the answer's first line %.40q has no status", status)
	}
	fields := textproto.NewReader(bufio.NewReader(io.MultiReader(bytes.NewReader(rest), strings.NewReader("\r\n"))))
	header, err := fields.ReadMIMEHeader()
	if err != nil {
		return fmt.Errorf("the answer's header: %w", err)
	}
	a.Header = http.Header(header)
	return nil
}

// unchunked undoes the chunks of a body, and says so in the head.
func unchunked(body []byte, a *Answer) []byte {
	plain, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(body)))
	if err != nil && !(a.Truncated && len(plain) > 0) {
		return body
	}
	a.Head = undone(a.Head)
	return plain
}
