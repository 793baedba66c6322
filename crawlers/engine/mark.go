package engine

import (
	"context"
	"errors"
	"fmt"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
)

// ErrEnded is the error of telling a crawl something after its Run has ended: it would have no place in the record.
var ErrEnded = errors.New("the crawl has ended")

// marking is a judgement on its way to the deciding goroutine.
type marking struct {
	crawlers.Marked
	done chan<- error // takes how it went; capacity 1
}

// Mark tells the crawler of a user's judgement of a page that the crawl has visited, and records it. m needs its Seq and
// Answer; the page is parsed here, on the caller's goroutine. Mark waits until the crawler has learnt from it: the end of
// a replay at most, else milliseconds, also in a pause. The error is ErrEnded when the crawl ends first, the context's,
// or says why the answer can not be read or the mark not be recorded.
func (c *Crawl) Mark(ctx context.Context, m crawlers.Marked) error {
	var err error
	if m.Page, err = c.reparse(page.NewParser(c.settings.pageOptions()), m.Seq, m.Answer); err != nil {
		return fmt.Errorf("mark: %w", err)
	}
	done := make(chan error, 1)
	select {
	case c.marks <- marking{m, done}:
		return <-done
	case <-c.ended:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mark tells the crawler of a judgement and records it, in this order, as replay does.
func (d *decider) mark(m crawlers.Marked) error {
	learn(d.crawler, m)
	d.dry = false
	d.refresh()
	return d.keep(m)
}

// learn is what a crawler makes of a recorded judgement.
func learn(crawler crawlers.Crawler, m crawlers.Marked) {
	if f, ok := crawler.(crawlers.Feedback); ok {
		f.Mark(crawlers.Mark{Page: m.Page, Judgement: m.Judgement})
	}
}

// reparse gets from a stored answer the page that the worker had.
func (c *Crawl) reparse(parser *page.Parser, seq uint64, answer *crawlers.Answer) (*page.Page, error) {
	if answer == nil {
		return nil, fmt.Errorf("history entry %d has no stored page", seq)
	}
	header, err := parseHead(answer.Head)
	if err != nil {
		return nil, fmt.Errorf("history entry %d: %w", seq, err)
	}
	p, err := parse(parser, answer.URL, header, answer.Body, c.settings)
	if err != nil {
		return nil, fmt.Errorf("history entry %d: %w", seq, err)
	}
	p.Links = c.fence.open(p.Links)
	return p, nil
}
