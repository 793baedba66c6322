package corpus

import (
	"context"
	"fmt"
	"iter"

	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
)

// Listed is a corpus that knows its pages' URLs.
type Listed interface {
	Corpus
	URLs() []string
}

// Documents yields the pages of a corpus in the order of their URLs, parsed. Files that are no HTML are passed over; an
// error, after which nothing follows, is that of the context.
func Documents(ctx context.Context, c Listed, o page.Options) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		web, parser := Memory{Corpus: c}, page.NewParser(o)
		for _, url := range c.URLs() {
			p, err := document(ctx, web, parser, url)
			if ctx.Err() != nil {
				yield(nil, fmt.Errorf("reading the corpus: %w", ctx.Err()))
				return
			}
			if err == nil && !yield(p, nil) {
				return
			}
		}
	}
}

func document(ctx context.Context, web Memory, parser *page.Parser, url string) (*page.Page, error) {
	r, err := web.Get(ctx, url)
	if err != nil {
		return nil, err
	}
	body, err := fetch.Decode(r.Header, r.Body, fetch.DefaultMaxBytes)
	if err != nil {
		return nil, err
	}
	return parser.Parse(url, body)
}
