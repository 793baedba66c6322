package main

import (
	"cmp"
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/seeds"
	"orbweaver/storage/session"
)

// How many seeds a search is asked for, and how much of earlier sessions is looked through for them.
const (
	wantedSeeds    = 10
	searchSessions = 20
	searchHits     = 100
)

// seedFlags say where a crawl starts.
type seedFlags struct {
	Seed      []string `sep:"none" placeholder:"URL" help:"A page to start from; may be given often."`
	SeedsFile string   `placeholder:"FILE" help:"Pages to start from, one URL a line; - reads standard input."`
	SeedsFrom string   `placeholder:"SOURCE" help:"Search for pages to start from: mediawiki (Wikipedia), mediawiki=URL, searxng=URL, brave, sitemap=URL (of a site), or library (your earlier sessions)."`
}

// seeds are the pages to start from: those named, those of the file and those searched for.
func (f seedFlags) seeds(c *call, keywords string) ([]string, error) {
	all := f.Seed
	if f.SeedsFile != "" {
		lines, err := readLines(f.SeedsFile, c.in)
		if err != nil {
			return nil, misused("--seeds-file: %w", err)
		}
		all = append(all, lines...)
	}
	if f.SeedsFrom != "" {
		found, err := c.searchSeeds(f.SeedsFrom, keywords)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return nil, misused("nowhere to start from: write --seed URL, --seeds-file FILE, or --keywords with --seeds-from mediawiki")
	}
	return all, nil
}

// searchSeeds looks for pages about the keywords, in the source that --seeds-from names.
func (c *call) searchSeeds(source, keywords string) ([]string, error) {
	if strings.TrimSpace(keywords) == "" {
		return nil, misused("--seeds-from needs something to look for: write --keywords \"…\"")
	}
	if source == "library" {
		return c.librarySeeds(keywords)
	}
	s, err := seeds.Open(source)
	if err != nil {
		return nil, misused("--seeds-from: %w, library", err)
	}
	found, err := s.Search(c.ctx, keywords, wantedSeeds)
	if err != nil {
		return nil, err
	}
	urls := make([]string, len(found))
	for i, f := range found {
		urls[i] = f.URL
		c.note("seed %s  %s", f.URL, f.Title)
	}
	return urls, nil
}

// candidate is a page of an earlier session.
type candidate struct {
	url   string
	score float64
}

// librarySeeds are the pages most similar to the keywords among the best hits of the newest sessions.
func (c *call) librarySeeds(keywords string) ([]string, error) {
	library, err := c.library()
	if err != nil {
		return nil, err
	}
	sessions, err := library.List()
	if err != nil {
		return nil, err
	}
	topic := crawlers.NewTopic(keywords)
	var found []candidate
	for _, s := range sessions[:min(len(sessions), searchSessions)] {
		if s.Hits > 0 {
			found = append(found, c.similarHits(library, s.ID, topic)...)
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var urls []string
	for _, f := range found {
		if !slices.Contains(urls, f.url) && len(urls) < wantedSeeds {
			urls = append(urls, f.url)
		}
	}
	if len(urls) == 0 {
		return nil, misused("--seeds-from library: no page of an earlier session is about %q; write --seeds-from mediawiki, or --seed URL", keywords)
	}
	return urls, nil
}

// similarHits are the hits of a session that have to do with the topic. A session that can not be read, as it is damaged
// or in use, is passed over with a note.
func (c *call) similarHits(library *session.Library, id string, topic crawlers.Topic) (found []candidate) {
	s, err := library.Open(id)
	if err != nil {
		c.note("session %s is not searched: %v", id, err)
		return nil
	}
	defer s.Close()
	hits, err := s.Hits(searchHits)
	if err != nil {
		c.note("session %s is not searched: %v", id, err)
		return nil
	}
	for _, h := range hits {
		if c.ctx.Err() != nil {
			return found
		}
		_, answer, err := s.Page(answering(h))
		if err != nil {
			continue
		}
		p, err := engine.Document(answer, s.Spec().Settings)
		if err != nil {
			continue
		}
		if score := topic.Similarity(p); score > 0 {
			found = append(found, candidate{answering(h), score})
		}
	}
	return found
}
