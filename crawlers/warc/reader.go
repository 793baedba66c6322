package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// maxHeader is how many bytes the header of a record may have.
const maxHeader = 1 << 20

// Error says where a file is broken.
type Error struct {
	Offset int64 // of the record, in the file; of its gzip member in a compressed one
	Err    error
}

func (e *Error) Error() string { return fmt.Sprintf("record at byte %d: %v", e.Offset, e.Err) }

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Reader reads the records of a file, one after the other. It is not safe for concurrent use.
type Reader struct {
	in    *bufio.Reader // the file's content, uncompressed
	place func() int64  // where what is read next begins in the file
	block *io.LimitedReader
	at    int64 // of the record under way
	err   error // sticky
}

// NewReader reads from the beginning of a file, or from the beginning of any record. The error says that the file is no
// WARC file.
func NewReader(file io.Reader) (*Reader, error) {
	raw := &counted{in: bufio.NewReaderSize(file, 64<<10)}
	start, err := raw.in.Peek(len("filedesc:"))
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case bytes.HasPrefix(start, []byte("filedesc:")):
		return nil, errARC
	case !bytes.HasPrefix(start, []byte{0x1F, 0x8B}):
		r := &Reader{in: bufio.NewReader(raw)}
		r.place = func() int64 { return raw.n - int64(r.in.Buffered()) }
		return r, nil
	}
	m := &members{raw: raw}
	r := &Reader{in: bufio.NewReader(m)}
	r.place = func() int64 { return m.start }
	if start, _ := r.in.Peek(len("filedesc:")); bytes.HasPrefix(start, []byte("filedesc:")) {
		return nil, errARC
	}
	return r, nil
}

var errARC = errors.New("this is an ARC file, the format before WARC: convert it to WARC first")

// Next reads the header of the next record; what is left of the last one's block is passed over. The error is io.EOF at
// the end, else an *Error after which nothing more can be read.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	rec, err := r.next()
	if err != nil {
		if err != io.EOF {
			err = &Error{r.at, err}
		}
		r.err = err
		return nil, err
	}
	return rec, nil
}

func (r *Reader) next() (*Record, error) {
	if err := r.finish(); err != nil {
		return nil, err
	}
	version, err := r.versionLine()
	if err != nil {
		return nil, err
	}
	rec := &Record{Version: version, Offset: r.at}
	if rec.Header, err = r.header(); err != nil {
		return nil, err
	}
	length, err := strconv.ParseInt(strings.TrimSpace(rec.Header.Get(fieldLength)), 10, 64)
	if err != nil || length < 0 {
		return nil, fmt.Errorf("its %s %q is no length", fieldLength, rec.Header.Get(fieldLength))
	}
	r.block = &io.LimitedReader{R: r.in, N: length}
	rec.Block = &block{r.block, length}
	return rec, nil
}

// finish passes over what is left of the last block.
func (r *Reader) finish() error {
	if r.block == nil {
		return nil
	}
	if _, err := io.Copy(io.Discard, r.block); err != nil {
		return err
	}
	if r.block.N > 0 {
		return fmt.Errorf("the file ends %d bytes before the record does", r.block.N)
	}
	return nil
}

// versionLine reads "WARC/1.1" and notes where the record begins. Between records there are empty lines, two of them if
// the file is as it should be.
func (r *Reader) versionLine() (string, error) {
	for {
		if _, err := r.in.Peek(1); err != nil {
			return "", err
		}
		r.at = r.place()
		line, err := r.line(maxHeader)
		if err != nil {
			return "", err
		}
		if line == "" {
			continue
		}
		version, ok := strings.CutPrefix(line, "WARC/")
		if !ok {
			return "", fmt.Errorf("%.40q is not the beginning of a WARC record", line)
		}
		if version != "1.0" && version != "1.1" && version != "0.18" && version != "0.17" {
			return "", fmt.Errorf("WARC version %.20q is not known: 1.0 and 1.1 are", version)
		}
		return version, nil
	}
}

// header reads the fields up to the empty line. A line that begins with white space goes on with the one before.
func (r *Reader) header() (Header, error) {
	var h Header
	for room := maxHeader; ; {
		line, err := r.line(room)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, fmt.Errorf("its header: %w", err)
		}
		room -= len(line)
		if line == "" {
			return h, nil
		}
		if last := len(h) - 1; last >= 0 && (line[0] == ' ' || line[0] == '\t') {
			h[last].Value += " " + strings.TrimSpace(line)
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("%.80q in its header is no field", line)
		}
		h = append(h, Field{strings.TrimSpace(name), strings.TrimSpace(value)})
	}
}

// line reads a line of at most limit bytes, without its end.
func (r *Reader) line(limit int) (string, error) {
	var line []byte
	for {
		piece, err := r.in.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case len(line) > limit:
			return "", fmt.Errorf("it is longer than %d bytes", maxHeader)
		case err == nil:
			return strings.TrimRight(string(line), "\r\n"), nil
		case err == io.EOF && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
}

// block is a record's content; that the file ends within it is an error.
type block struct {
	*io.LimitedReader
	length int64
}

func (b *block) Read(p []byte) (int, error) {
	n, err := b.LimitedReader.Read(p)
	if err == io.EOF && b.N > 0 {
		err = fmt.Errorf("the file ends after %d of the record's %d bytes: %w", b.length-b.N, b.length, io.ErrUnexpectedEOF)
	}
	return n, err
}

// counted counts what is read of a file. It reads single bytes, so that a gzip reader takes no more than its member.
type counted struct {
	in *bufio.Reader
	n  int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *counted) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// members reads gzip members one after the other, and never more than one at a time: the buffer above is empty when the
// next one begins.
type members struct {
	raw   *counted
	gz    *gzip.Reader
	start int64 // of the member that is being read
	open  bool
}

func (m *members) Read(p []byte) (int, error) {
	for {
		if !m.open {
			if err := m.next(); err != nil {
				return 0, err
			}
		}
		n, err := m.gz.Read(p)
		if err == io.EOF {
			m.open, err = false, nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

func (m *members) next() (err error) {
	if _, err := m.raw.in.Peek(1); err != nil {
		return err // io.EOF is the end of the file
	}
	m.start = m.raw.n
	if m.gz == nil {
		m.gz, err = gzip.NewReader(m.raw)
	} else {
		err = m.gz.Reset(m.raw)
	}
	if err != nil {
		return fmt.Errorf("byte %d does not begin a gzip member: %w", m.start, err)
	}
	m.gz.Multistream(false)
	m.open = true
	return nil
}
