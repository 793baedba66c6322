package session

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/warc"
	"orbweaver/storage"
)

// ErrNoArchive is the error of importing a WARC file that Session.Archive has not written.
var ErrNoArchive = errors.New("this WARC file holds pages, but no session of Orbweaver")

// maxImported is how many bytes of one page, or of one piece of the log, are read.
const maxImported = 256 << 20

// Import makes a session of an archive: the same as was exported, under an ID of its own. Nothing is left of one that
// can not be read to its end. The error says where it is broken, or is ErrNoArchive.
func (l *Library) Import(ctx context.Context, archive io.ReaderAt, size int64) (*Session, error) {
	i := &importer{library: l, archive: archive, size: size, picks: map[uint64]crawlers.Pick{}, payloads: map[string]int64{}}
	err := i.read(ctx)
	if err == nil && i.meta == nil {
		err = ErrNoArchive
	}
	if err == nil && !i.whole {
		err = errors.New("the archive is not whole: its end is missing")
	}
	if err == nil {
		err = i.begin() // of a session without a log
	}
	if err == nil && i.spiders != nil {
		err = i.store.Put(ctx, keptSpiders, i.spiders)
	}
	if err == nil {
		err = i.store.Flush(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("import: %w", errors.Join(err, i.undo()))
	}
	spec, err := specOf(i.store.Meta())
	if err != nil {
		return nil, fmt.Errorf("import: %w", errors.Join(err, i.undo()))
	}
	return newSession(l, i.store, spec), i.store.SaveSummary("")
}

// importer reads one archive.
type importer struct {
	library  *Library
	archive  io.ReaderAt
	size     int64
	meta     *storage.Meta
	model    []byte
	spiders  []crawlers.Spider
	whole    bool                     // its last record was met
	store    *storage.Store           // made when all that comes before the log is known
	picks    map[uint64]crawlers.Pick // without an outcome so far
	answers  []*crawlers.Answer       // of outcomes that the next piece of the log will tell
	payloads map[string]int64         // digest → place of the response that holds the payload
}

func (i *importer) read(ctx context.Context) error {
	r, err := warc.NewReader(io.NewSectionReader(i.archive, 0, i.size))
	for err == nil {
		var rec *warc.Record
		if rec, err = r.Next(); err == nil {
			err = i.record(ctx, rec)
		}
		if err == nil {
			err = ctx.Err()
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

func (i *importer) record(ctx context.Context, rec *warc.Record) error {
	switch rec.Type() {
	case warc.Response, warc.Revisit:
		return i.answer(rec)
	case warc.Request:
		return i.request(rec)
	case warc.Resource:
	default:
		return nil
	}
	block, err := io.ReadAll(io.LimitReader(rec.Block, maxImported))
	if err != nil {
		return err
	}
	switch rec.Target() {
	case uriMeta:
		i.meta = &storage.Meta{}
		err = json.Unmarshal(block, i.meta)
	case uriModel:
		i.model = block
	case uriSpiders:
		err = json.Unmarshal(block, &i.spiders)
	case uriLog:
		err = i.log(block)
	case uriEnd:
		i.whole = true
	}
	if err != nil {
		return fmt.Errorf("record at byte %d, %s: %w", rec.Offset, rec.Target(), err)
	}
	return nil
}

// answer takes a page; that of a revisit stands in the response it refers to.
func (i *importer) answer(rec *warc.Record) error {
	if i.meta == nil {
		return ErrNoArchive
	}
	a, err := warc.ReadAnswer(rec, maxImported)
	if err != nil {
		return err
	}
	if rec.IsUnchanged() {
		return i.confirm(rec, warc.OriginalHead(a.Head))
	}
	digest := rec.Header.Get("WARC-Payload-Digest")
	if rec.Type() == warc.Response {
		i.payloads[digest] = rec.Offset
	} else if a.Body, err = i.payload(digest); err != nil {
		return fmt.Errorf("record at byte %d: %w", rec.Offset, err)
	}
	i.answers = append(i.answers, &crawlers.Answer{URL: rec.Target(), Head: warc.OriginalHead(a.Head), Body: a.Body, Truncated: a.Truncated})
	return nil
}

// confirm takes what a server has said of the answer before: that it is still the same.
func (i *importer) confirm(rec *warc.Record, head []byte) (err error) {
	a, err := i.last(rec)
	if err != nil {
		return err
	}
	a.Confirmed = head
	if a.Since, err = time.Parse(time.RFC3339, rec.Header.Get("WARC-Refers-To-Date")); err != nil {
		return fmt.Errorf("record at byte %d: since when the page is as it is: %w", rec.Offset, err)
	}
	return nil
}

// request takes what was sent for the answer before.
func (i *importer) request(rec *warc.Record) error {
	a, err := i.last(rec)
	if err != nil {
		return err
	}
	block, err := io.ReadAll(io.LimitReader(rec.Block, maxImported))
	a.Request = bytes.TrimSuffix(block, []byte("\r\n"))
	return err
}

// last is the answer to which a record belongs that follows it.
func (i *importer) last(rec *warc.Record) (*crawlers.Answer, error) {
	if n := len(i.answers); n > 0 && i.answers[n-1].URL == rec.Target() {
		return i.answers[n-1], nil
	}
	return nil, fmt.Errorf("record at byte %d belongs to an answer that does not stand before it", rec.Offset)
}

func (i *importer) payload(digest string) ([]byte, error) {
	at, known := i.payloads[digest]
	if !known {
		return nil, fmt.Errorf("the page that it repeats (%s) is not in the archive", digest)
	}
	r, err := warc.NewReader(io.NewSectionReader(i.archive, at, i.size-at))
	if err != nil {
		return nil, err
	}
	rec, err := r.Next()
	if err != nil {
		return nil, err
	}
	a, err := warc.ReadAnswer(rec, maxImported)
	if err != nil {
		return nil, err
	}
	return a.Body, nil
}

// log takes a piece of the log.
func (i *importer) log(piece []byte) error {
	if err := i.begin(); err != nil {
		return err
	}
	lines := bufio.NewReader(bytes.NewReader(piece))
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		var l logLine
		if err := json.Unmarshal(line, &l); err != nil {
			return err
		}
		r, err := i.decoded(l)
		if err == nil {
			err = i.store.Append(r)
		}
		if err != nil {
			return err
		}
	}
}

// begin makes the session, once.
func (i *importer) begin() error {
	if i.store != nil {
		return nil
	}
	if i.meta == nil {
		return ErrNoArchive
	}
	i.meta.Model = i.model
	spec, err := specOf(*i.meta)
	if err == nil {
		_, err = spec.config()
	}
	if err != nil {
		return err
	}
	i.store, err = i.library.folder.Create(*i.meta)
	return err
}

// decoded is the record that a line holds, with its page.
func (i *importer) decoded(l logLine) (crawlers.Record, error) {
	switch {
	case l.Seeded != nil:
		return *l.Seeded, nil
	case l.Asked != nil:
		for n, pick := range l.Asked.Picks {
			i.picks[l.Asked.FirstID+uint64(n)] = pick
		}
		return *l.Asked, nil
	case l.Ended != nil:
		return i.ended(*l.Ended)
	case l.Budgeted != nil:
		return *l.Budgeted, nil
	case l.Marked != nil:
		return *l.Marked, nil
	case l.Rested != nil:
		return *l.Rested, nil
	}
	return nil, errors.New("a line of the log holds nothing that is known: a newer Orbweaver may have written it")
}

// ended fills in what stands elsewhere in the archive.
func (i *importer) ended(e crawlers.Ended) (crawlers.Record, error) {
	pick, open := i.picks[e.PickID]
	if !open {
		return nil, fmt.Errorf("history entry %d ends pick %d, which is not open", e.Seq, e.PickID)
	}
	delete(i.picks, e.PickID)
	e.Pick = pick
	if e.Kind != crawlers.KindOK {
		return e, nil
	}
	if len(i.answers) == 0 {
		return nil, fmt.Errorf("history entry %d has no page before it", e.Seq)
	}
	e.Packed = i.store.Pack(i.answers[0])
	i.answers = i.answers[1:]
	return e, nil
}

// undo leaves nothing of a session that could not be read to its end.
func (i *importer) undo() error {
	if i.store == nil {
		return nil
	}
	id := i.store.ID()
	return errors.Join(i.store.Close(), i.library.folder.Delete(id))
}
