package warc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// Writer writes a WARC/1.1 file. It is not safe for concurrent use.
type Writer struct {
	out      io.Writer
	name     string
	compress bool
	offset   int64
	records  int
	payloads map[string]original // by digest
}

// original is the response that a revisit refers to.
type original struct{ id, uri, date string }

// Place is where a record is in its file.
type Place struct{ Offset, Length int64 }

// NewWriter begins a file of that name (which only becomes part of the records' identities and of the warcinfo record);
// compress puts each record into a gzip member of its own.
func NewWriter(out io.Writer, name string, compress bool) *Writer {
	return &Writer{out: out, name: name, compress: compress, payloads: map[string]original{}}
}

// Info writes what the file as a whole is: which software made it, and of what. It comes first.
func (w *Writer) Info(date time.Time, about Header) (Place, error) {
	h := w.header(Info, date)
	h.add(fieldFilename, w.name)
	return w.write(h, TypeFields, fields(about))
}

// Exchange is a request and its answer.
type Exchange struct {
	URL       string // as sent
	Time      time.Time
	Request   []byte // request line and header fields, each line ending in CRLF, without the empty line; nil = not known
	Head      []byte // the same of the answer, whose lines may end in LF
	Body      []byte // as received after transfer decoding, still content-encoded
	Truncated bool   // the body was cut at a limit
	Metadata  Header // what else is known of it; nil = nothing
}

// Exchange writes the records of an exchange and returns the index line of the first: a response, or a revisit if a
// response with the same payload stands in the file already.
//
// The block is what the server sent, but for the transfer coding, which was undone: a Transfer-Encoding field is kept as
// X-Archive-Orig-Transfer-Encoding, so that no reader undoes it again.
func (w *Writer) Exchange(e Exchange) (Entry, error) {
	digest := Digest(e.Body)
	first, seen := w.payloads[digest]
	if seen && len(e.Body) > 0 {
		return w.exchange(e, Revisit, Header{
			{fieldPayloadDigest, digest}, {fieldProfile, profileIdentical},
			{fieldRefersTo, first.id}, {fieldRefersTarget, first.uri}, {fieldRefersDate, first.date},
		}, nil)
	}
	return w.exchange(e, Response, Header{{fieldPayloadDigest, digest}}, e.Body)
}

// Unchanged writes that a server has said, at e.Time and with e.Head, that the answer of e.URL which was received at an
// earlier time, and is written already, is still the same. It is a revisit without the payload e.Body.
func (w *Writer) Unchanged(e Exchange, since time.Time) (Entry, error) {
	about := Header{{fieldPayloadDigest, Digest(e.Body)}, {fieldProfile, profileNotModified}}
	if o := w.payloads[Digest(e.Body)]; o.uri == e.URL && o.date == stamp(since) { // and not another page that holds the same
		about.add(fieldRefersTo, o.id)
	}
	about.add(fieldRefersTarget, e.URL)
	about.add(fieldRefersDate, stamp(since))
	return w.exchange(e, Revisit, about, nil)
}

// exchange writes a response or revisit record, and those that belong to it.
func (w *Writer) exchange(e Exchange, kind string, about Header, body []byte) (Entry, error) {
	h := w.header(kind, e.Time)
	id := h.Get(fieldID)
	h.add(fieldTarget, e.URL)
	if e.Truncated {
		h.add(fieldTruncated, "length")
	}
	for _, f := range about {
		h.add(f.Name, f.Value)
	}
	if kind == Response {
		w.payloads[h.Get(fieldPayloadDigest)] = original{id, e.URL, stamp(e.Time)}
	}
	place, err := w.write(h, TypeResponse, slices.Concat(undone(e.Head), emptyLine(e.Head), body))
	if err == nil && e.Request != nil {
		_, err = w.beside(Request, TypeRequest, id, e, append(bytes.Clone(e.Request), "\r\n"...))
	}
	if err == nil && e.Metadata != nil {
		_, err = w.beside(Metadata, TypeFields, id, e, fields(e.Metadata))
	}
	entry := Entry{URL: e.URL, Time: e.Time, Digest: about.Get(fieldPayloadDigest), Filename: w.name, Place: place}
	entry.Status, entry.MIME = indexed(e.Head)
	if kind == Revisit {
		entry.MIME = "warc/revisit"
	}
	return entry, err
}

// emptyLine is the line after a head: it ends as those before it do.
func emptyLine(head []byte) []byte {
	if bytes.HasSuffix(head, []byte("\n")) && !bytes.HasSuffix(head, []byte("\r\n")) {
		return []byte("\n")
	}
	return []byte("\r\n")
}

// indexed is what an index tells of a head: its status and media type, as far as it has them.
func indexed(head []byte) (status int, mediatype string) {
	var a Answer
	if a.readHead(bufio.NewReader(bytes.NewReader(head))) != nil {
		return 0, ""
	}
	mediatype, _, _ = strings.Cut(a.Header.Get("Content-Type"), ";")
	return a.Status, strings.ToLower(strings.TrimSpace(mediatype))
}

// beside writes a record that belongs to a response.
func (w *Writer) beside(kind, content, id string, e Exchange, block []byte) (Place, error) {
	h := w.header(kind, e.Time)
	h.add(fieldTarget, e.URL)
	h.add(fieldConcurrent, id)
	return w.write(h, content, block)
}

// Resource writes something that is no answer of a server.
func (w *Writer) Resource(uri, contentType string, date time.Time, block []byte) (Place, error) {
	h := w.header(Resource, date)
	h.add(fieldTarget, uri)
	return w.write(h, contentType, block)
}

func (w *Writer) header(kind string, date time.Time) Header {
	w.records++
	var h Header
	h.add(fieldType, kind)
	h.add(fieldID, identity(fmt.Sprintf("%s %d %s %s", w.name, w.records, kind, stamp(date))))
	h.add(fieldDate, stamp(date))
	return h
}

func (w *Writer) write(h Header, content string, block []byte) (Place, error) {
	h.add(fieldBlockDigest, Digest(block))
	h.add(fieldContent, content)
	h.add(fieldLength, strconv.Itoa(len(block)))
	var b bytes.Buffer
	b.WriteString("WARC/1.1\r\n")
	b.Write(fields(h))
	b.WriteString("\r\n")
	b.Write(block)
	b.WriteString("\r\n\r\n")
	place := Place{Offset: w.offset}
	out := &counter{w.out, &w.offset}
	var err error
	if w.compress {
		z := gzip.NewWriter(out)
		if _, err = z.Write(b.Bytes()); err == nil {
			err = z.Close()
		}
	} else {
		_, err = out.Write(b.Bytes())
	}
	if err != nil {
		return place, fmt.Errorf("write record %d of %s: %w", w.records, w.name, err)
	}
	place.Length = w.offset - place.Offset
	return place, nil
}

// counter counts what is written.
type counter struct {
	io.Writer
	n *int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	*c.n += int64(n)
	return n, err
}

// fields writes header fields, one a line.
func fields(h Header) []byte {
	var b bytes.Buffer
	for _, f := range h {
		b.WriteString(oneLine(f.Name) + ": " + oneLine(f.Value) + "\r\n")
	}
	return b.Bytes()
}

// undone renames the fields of a transfer coding that was undone.
func undone(head []byte) []byte {
	var out []byte
	for line := range bytes.Lines(head) {
		const name = "transfer-encoding:"
		if len(line) >= len(name) && bytes.EqualFold(line[:len(name)], []byte(name)) {
			out = append(out, "X-Archive-Orig-"...)
		}
		out = append(out, line...)
	}
	return out
}

// OriginalHead is a head that Exchange has written, as it was received.
func OriginalHead(head []byte) []byte {
	var out []byte
	for line := range bytes.Lines(head) {
		const name = "X-Archive-Orig-Transfer-Encoding:"
		if len(line) >= len(name) && bytes.EqualFold(line[:len(name)], []byte(name)) {
			line = line[len("X-Archive-Orig-"):]
		}
		out = append(out, line...)
	}
	return out
}
