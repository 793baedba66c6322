package warc

import (
	"crypto/sha1" // #nosec G505 -- WARC names payloads by SHA-1; nothing trusts it
	"encoding/base32"
	"fmt"
	"io"
	"net/textproto"
	"strings"
	"time"
)

// The types of records that are written here. Others are read too.
const (
	Info     = "warcinfo"
	Response = "response"
	Request  = "request"
	Metadata = "metadata"
	Revisit  = "revisit"
	Resource = "resource"
)

// Content types of records.
const (
	TypeFields   = "application/warc-fields"
	TypeRequest  = "application/http;msgtype=request"
	TypeResponse = "application/http;msgtype=response"
)

// Profiles of revisits (ISO 28500 §6.7): that the payload is that of an earlier response, and that the server says so.
const (
	profileIdentical   = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	profileNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
)

// Names of header fields (ISO 28500 §5).
const (
	fieldType          = "WARC-Type"
	fieldID            = "WARC-Record-ID"
	fieldDate          = "WARC-Date"
	fieldLength        = "Content-Length"
	fieldContent       = "Content-Type"
	fieldTarget        = "WARC-Target-URI"
	fieldConcurrent    = "WARC-Concurrent-To"
	fieldBlockDigest   = "WARC-Block-Digest"
	fieldPayloadDigest = "WARC-Payload-Digest"
	fieldTruncated     = "WARC-Truncated"
	fieldProfile       = "WARC-Profile"
	fieldRefersTo      = "WARC-Refers-To"
	fieldRefersTarget  = "WARC-Refers-To-Target-URI"
	fieldRefersDate    = "WARC-Refers-To-Date"
	fieldFilename      = "WARC-Filename"
)

// Header are the fields of a record, in order. Names are compared without regard to case.
type Header []Field

// Field is one of them.
type Field struct{ Name, Value string }

// Get is the value of the first field of that name; "" without one.
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// add appends a field, unless it is empty. A line must hold no end of line and nothing else that is no text: those become
// spaces.
func (h *Header) add(name, value string) {
	if value != "" {
		*h = append(*h, Field{name, oneLine(value)})
	}
}

func oneLine(s string) string {
	return textproto.TrimString(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, s))
}

// Record is one record as a Reader gives it.
type Record struct {
	Version string // "1.1"
	Header  Header
	Block   io.Reader // valid until the next record is read
	Offset  int64     // where the record begins in the file
}

// Type is the record's type, such as Response; "" if it says none.
func (r *Record) Type() string { return strings.ToLower(r.Header.Get(fieldType)) }

// Target is the URI that the record is about. Some programs put it into angle brackets.
func (r *Record) Target() string { return strings.Trim(r.Header.Get(fieldTarget), "<>") }

// IsUnchanged says whether the record is a revisit whose server has said that an earlier answer is still the same.
func (r *Record) IsUnchanged() bool {
	return r.Type() == Revisit && strings.HasSuffix(r.Header.Get(fieldProfile), "/revisit/server-not-modified")
}

// Date is when what the record holds was received.
func (r *Record) Date() (time.Time, error) {
	t, err := time.Parse(time.RFC3339, r.Header.Get(fieldDate))
	if err != nil {
		return t, fmt.Errorf("record at byte %d: its %s: %w", r.Offset, fieldDate, err)
	}
	return t, nil
}

// identity makes the WARC-Record-ID of what names a record: a UUID of version 5 (RFC 9562), so that the same records get
// the same identities.
func identity(name string) string {
	u := sha1.Sum([]byte(name)) // #nosec G401 -- WARC names payloads by SHA-1; nothing trusts it
	u[6] = u[6]&0x0F | 0x50
	u[8] = u[8]&0x3F | 0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// Digest names bytes by their SHA-1, as archives do.
func Digest(b []byte) string {
	sum := sha1.Sum(b) // #nosec G401 -- WARC names payloads by SHA-1; nothing trusts it
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

// stamp writes a time as the standard wants it, to the microsecond: fractions are new in WARC/1.1.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999999Z") }
