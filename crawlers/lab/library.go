package lab

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/weburl"
)

// library is a corpus whose pages are parsed once for all crawls and judges. Pages beyond the bound of its memory are
// parsed anew each time: the crawls of an experiment read the whole corpus over and over, so that none is more worth
// keeping than another. It may be used concurrently.
type library struct {
	corpus  corpus.Listed
	memory  corpus.Memory
	options page.Options
	parsers chan *page.Parser
	terms   lexicon
	room    atomic.Int64 // bytes that may still be kept
	kept    sync.Map     // of *keptDocument, by URL as sent
}

type keptDocument struct {
	once     sync.Once
	document atomic.Pointer[document] // nil when there was no room
}

// document is a page with its terms as numbers. It is not changed.
type document struct {
	*page.Page
	terms  []int32 // of the library's lexicon, in order of first occurrence
	counts []int32
}

func newLibrary(c corpus.Listed, s Spec, cacheBytes int64) *library {
	l := &library{
		corpus: c, memory: corpus.Memory{Corpus: c, MaxBytes: s.MaxBytes},
		options: page.Options{Rules: weburl.DefaultRules(), Window: s.Window},
		parsers: make(chan *page.Parser, runtime.GOMAXPROCS(0)),
		terms:   lexicon{numbers: map[string]int32{}},
	}
	l.room.Store(cacheBytes)
	parser := page.NewParser(l.options)
	for range cap(l.parsers) {
		l.parsers <- parser.Sibling()
	}
	return l
}

// Get implements engine.Fetcher. The answer of a page that is kept has no body: nobody reads it any more.
func (l *library) Get(ctx context.Context, url string) (*fetch.Response, error) {
	k, known := l.kept.Load(url)
	if !known || k.(*keptDocument).document.Load() == nil || ctx.Err() != nil {
		return l.memory.Get(ctx, url)
	}
	return &fetch.Response{URL: url, Status: http.StatusOK}, nil
}

// Robots implements engine.Fetcher.
func (l *library) Robots(ctx context.Context, origin string) (*fetch.Robots, error) {
	return l.memory.Robots(ctx, origin)
}

// parse makes a page of an answer; it is what crawls are given as engine.Config.Parse. The page is a copy whose list of
// links the crawl may replace.
func (l *library) parse(r *fetch.Response) (*page.Page, error) {
	d, err := l.document(r)
	if err != nil {
		return nil, err
	}
	p := *d.Page
	return &p, nil
}

// page is the page at a URL, as it is sent; it follows redirects.
func (l *library) page(ctx context.Context, url string) (*document, error) {
	for range maxRedirects {
		r, err := l.Get(ctx, url)
		if err != nil {
			return nil, err
		}
		if r.Location == "" {
			return l.document(r)
		}
		url = r.Location
	}
	return nil, fmt.Errorf("%s: more than %d redirects", url, maxRedirects)
}

const maxRedirects = 10 // algorithms §2

// document is the page of an answer: the one that is kept, or one that is read now, and kept where there is room.
func (l *library) document(r *fetch.Response) (d *document, err error) {
	known, _ := l.kept.LoadOrStore(r.URL, &keptDocument{})
	k := known.(*keptDocument)
	k.once.Do(func() {
		if d, err = l.read(r); err != nil {
			return
		}
		if size := d.bytes(); l.room.Add(-size) >= 0 {
			k.document.Store(d)
		} else {
			l.room.Add(size)
		}
	})
	switch {
	case d != nil || err != nil:
		return d, err
	case k.document.Load() != nil:
		return k.document.Load(), nil
	}
	return l.read(r)
}

// read parses the page of an answer.
func (l *library) read(r *fetch.Response) (*document, error) {
	text, err := fetch.Decode(r.Header, r.Body, l.memory.MaxBytes)
	if err != nil {
		return nil, err
	}
	parser := <-l.parsers
	p, err := parser.Parse(r.URL, text)
	l.parsers <- parser
	if err != nil {
		return nil, err
	}
	d := &document{Page: p, terms: make([]int32, 0, p.Vector.Len()), counts: make([]int32, 0, p.Vector.Len())}
	l.terms.number(d)
	return d, nil
}

// bytes is roughly the memory that the document takes. The words themselves are the parsers'.
func (d *document) bytes() int64 {
	const word, term = int64(unsafe.Sizeof("")), 44 // of a vector: the string, its count, and its places in the table
	size := int64(len(d.Text)) + int64(d.Words.Len())*8 + int64(len(d.terms))*term
	for _, link := range d.Links {
		size += int64(unsafe.Sizeof(link)) + int64(len(link.URL)+len(link.Raw)+len(link.Anchor)) + int64(len(link.Words))*word
	}
	return size
}

// lexicon numbers terms in the order in which they are met, which differs from one run of the program to the next: no
// result may depend on it.
type lexicon struct {
	mu      sync.Mutex
	numbers map[string]int32
}

// number fills in the terms of a document.
func (l *lexicon) number(d *document) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for term, count := range d.Vector.All() {
		n, known := l.numbers[term]
		if !known {
			n = int32(len(l.numbers))          // #nosec G115 -- terms in memory, fewer than 2³¹
			l.numbers[strings.Clone(term)] = n // the document is not to be kept for its terms
		}
		d.terms = append(d.terms, n)
		d.counts = append(d.counts, int32(count)) // #nosec G115 -- words of one page
	}
}

// of are the numbers of terms; those that no page holds have none.
func (l *lexicon) of(term string) (int32, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, known := l.numbers[term]
	return n, known
}

// size is the number of terms.
func (l *lexicon) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.numbers)
}
