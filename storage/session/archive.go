package session

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/warc"
)

// A session's archive is a WARC file of all its pages, which any program for archives reads, with the session itself
// beside them, which makes the same session of it again: resource records of the URIs below. The log comes in pieces,
// each after the pages that its outcomes speak of.
const (
	uriMeta    = "urn:orbweaver:session"
	uriModel   = "urn:orbweaver:model"
	uriSpiders = "urn:orbweaver:spiders"
	uriLog     = "urn:orbweaver:log"
	uriEnd     = "urn:orbweaver:end" // the last record: without it an archive is not whole
	typeJSON   = "application/json"
	typeLines  = "application/jsonl"
	typeModel  = "application/octet-stream"
)

// A piece of the log is written when it has so many bytes or outcomes with pages: what Import keeps in memory.
const (
	pieceBytes = 256 << 10
	piecePages = 128
)

// logLine is one record of the log in an archive; exactly one field is there.
type logLine struct {
	Seeded   *crawlers.Seeded   `json:"seeded,omitempty"`
	Asked    *crawlers.Asked    `json:"asked,omitempty"`
	Ended    *crawlers.Ended    `json:"ended,omitempty"`
	Budgeted *crawlers.Budgeted `json:"budgeted,omitempty"`
	Marked   *crawlers.Marked   `json:"marked,omitempty"`
	Rested   *crawlers.Rested   `json:"rested,omitempty"`
}

// Archive writes the session, as far as it has come, as a WARC/1.1 file of a name, each record compressed by itself, and
// returns the index of its pages. It works while the session runs.
func (s *Session) Archive(ctx context.Context, out io.Writer, name, software string) ([]warc.Entry, error) {
	s.settle()
	a := &archiver{w: warc.NewWriter(out, name, true), name: name}
	if err := a.session(s, software); err != nil {
		return nil, fmt.Errorf("archive of session %s: %w", s.ID(), err)
	}
	for r, err := range s.store.Log() {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = a.record(r)
		}
		if err != nil {
			return nil, fmt.Errorf("archive of session %s: %w", s.ID(), err)
		}
	}
	err := a.flush()
	if err == nil {
		err = a.resource(uriEnd, len(a.index))
	}
	if err != nil {
		return nil, fmt.Errorf("archive of session %s: %w", s.ID(), err)
	}
	return a.index, nil
}

// archiver writes one archive.
type archiver struct {
	w     *warc.Writer
	name  string
	date  time.Time // of what is known last
	lines []byte    // of the piece of the log under way
	pages int       // in it
	index []warc.Entry
}

// session writes what there is besides the log.
func (a *archiver) session(s *Session, software string) error {
	meta := s.store.Meta()
	a.date = meta.Created
	_, err := a.w.Info(a.date, warc.Header{
		{Name: "software", Value: software}, {Name: "format", Value: "WARC File Format 1.1"},
		{Name: "conformsTo", Value: "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
		{Name: "isPartOf", Value: s.ID()}, {Name: "description", Value: meta.Name + " (" + meta.Family + ": " + meta.Keywords + ")"},
	})
	if err == nil {
		err = a.resource(uriMeta, meta)
	}
	if err == nil && meta.Model != nil {
		_, err = a.w.Resource(uriModel, typeModel, a.date, meta.Model)
	}
	var spiders []crawlers.Spider
	if known, failed := s.store.Get(keptSpiders, &spiders); err == nil && (known || failed != nil) {
		if err = failed; err == nil {
			err = a.resource(uriSpiders, spiders)
		}
	}
	return err
}

func (a *archiver) resource(uri string, v any) error {
	block, err := json.Marshal(v)
	if err == nil {
		_, err = a.w.Resource(uri, typeJSON, a.date, block)
	}
	return err
}

func (a *archiver) record(r crawlers.Record) error {
	var line logLine
	switch r := r.(type) {
	case crawlers.Seeded:
		line.Seeded = &r
	case crawlers.Asked:
		line.Asked = &r
	case crawlers.Ended:
		a.date = r.Time
		if r.Kind == crawlers.KindOK {
			if err := a.page(r); err != nil {
				return err
			}
			a.pages++
		}
		line.Ended = &r
	case crawlers.Budgeted:
		line.Budgeted = &r
	case crawlers.Marked:
		a.date = r.Time
		line.Marked = &r
	case crawlers.Rested:
		a.date = r.Time
		line.Rested = &r
	default:
		return fmt.Errorf("record %T has no form in an archive", r)
	}
	encoded, err := json.Marshal(line)
	if err != nil {
		return err
	}
	a.lines = append(append(a.lines, encoded...), '\n')
	if len(a.lines) >= pieceBytes || a.pages >= piecePages {
		return a.flush()
	}
	return nil
}

// page writes an answer and its lines of the index.
func (a *archiver) page(e crawlers.Ended) error {
	about := warc.Header{
		{Name: "fetchTimeMs", Value: strconv.FormatInt(e.Took.Milliseconds(), 10)},
		{Name: "hopsFromSeed", Value: strconv.Itoa(e.Pick.Depth)}, {Name: "score", Value: strconv.FormatFloat(e.Score, 'g', -1, 64)},
	}
	if e.Pick.Parent != "" {
		about = append(about, warc.Field{Name: "via", Value: e.Pick.Parent})
	}
	x := warc.Exchange{
		URL: e.Answer.URL, Time: e.Time, Request: e.Answer.Request, Head: e.Answer.Head, Body: e.Answer.Body, Truncated: e.Answer.Truncated, Metadata: about,
	}
	if !e.Unchanged {
		return a.listed(a.w.Exchange(x))
	}
	whole := x // as it came then, and what was said of it now
	whole.Time, whole.Request, whole.Metadata = e.Answer.Since, nil, nil
	if err := a.listed(a.w.Exchange(whole)); err != nil {
		return err
	}
	x.Head = e.Answer.Confirmed
	return a.listed(a.w.Unchanged(x, e.Answer.Since))
}

// listed adds a line to the index.
func (a *archiver) listed(entry warc.Entry, err error) error {
	a.index = append(a.index, entry)
	return err
}

// flush writes the piece of the log under way.
func (a *archiver) flush() error {
	if len(a.lines) == 0 {
		return nil
	}
	_, err := a.w.Resource(uriLog, typeLines, a.date, a.lines)
	a.lines, a.pages = a.lines[:0], 0
	return err
}
