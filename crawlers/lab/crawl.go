package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// Crawl is what came of one crawl of an experiment: all that its judges need. It is kept in a file of its own.
type Crawl struct {
	Key        string    `json:"key"`        // of everything it depends on: it is used again while this is the same
	Contestant string    `json:"contestant"` // label
	Others     bool      `json:"others"`     // it started from the task's second seeds
	Task       Task      `json:"task"`
	Stop       string    `json:"stop"`       // a Stop of package engine
	Failed     int       `json:"failed"`     // picks that led nowhere
	Pages      []string  `json:"pages"`      // URLs of the pages in the order in which they were crawled, as sent
	Canonical  []string  `json:"canonical"`  // the same in canonical form, which targets are compared in
	Similarity []float64 `json:"similarity"` // of the pages to the keywords, as the crawl scored them ([MPS04] eq. 4)
	Cost       []int64   `json:"cost"`       // nanoseconds that the crawler had spent when the page was behind it

	Misjudged []Misjudged `json:"misjudged,omitempty"` // in families whose links a neural net scores: by how much
}

// Misjudged is by how much a link's score was wrong about the page that it led to ([MPS04] figure 21).
type Misjudged struct {
	Pages int     `json:"pages"` // crawled with that one
	Link  float64 `json:"link"`  // |score − similarity of the page to the keywords|
	Net   float64 `json:"net"`   // the same of the neural net's part of the score
}

// misjudged compares a link with what it led to, if a neural net had a part in its score.
func misjudged(p crawlers.Pick, similarity float64, pages int) (Misjudged, bool) {
	i := slices.IndexFunc(p.Parts, func(part crawlers.Part) bool { return part.Name == "net" })
	if i < 0 {
		return Misjudged{}, false
	}
	return Misjudged{pages, math.Abs(p.Score - similarity), math.Abs(p.Parts[i].Value - similarity)}, true
}

// isWhole implements kept.
func (c *Crawl) isWhole(key string) bool {
	n := len(c.Pages)
	return c.Key == key && n > 0 && len(c.Canonical) == n && len(c.Similarity) == n && len(c.Cost) == n
}

// start is what one crawl is made of.
type start struct {
	contestant Contestant
	family     crawlers.Family
	params     crawlers.Values
	model      []byte
	keywords   string
	task       Task
	others     bool
}

// observer is told of each page of a crawl after it was counted, from the crawl's goroutine.
type observer func(c *Crawl)

// crawl runs one crawl by the engine that also crawls the Web, with one worker: the papers' sequential order. The error
// is that of a crawl that could not end by itself; where ctx is done, it is the context's.
func (l *library) crawl(ctx context.Context, s Spec, st start, observe observer) (*Crawl, error) {
	settings := engine.Default()
	settings.Pages, settings.MaxBuffer, settings.MaxBytes, settings.Window = s.Pages, st.contestant.Buffer, s.MaxBytes, s.Window
	settings.Workers, settings.Delay, settings.Retries = 1, 0, 0
	settings.Rand = draws(s.Rand, "crawl", st.task.Topic, st.task.Run, st.others).Uint64()
	settings.FollowTwins, settings.HostsPerSite = true, 0 // the papers' crawlers know no traps and follow every link
	settings.HitScore = 1                                 // nobody reads snippets here
	settings.Resolve = []string{"*:80:127.0.0.1"}         // all hosts are in this computer's memory: none needs a pause
	urls := st.task.Seeds
	if st.others {
		urls = st.task.Others
	}
	seeds, err := engine.SeedLinks(urls, settings)
	if err != nil {
		return nil, err
	}
	c := &Crawl{Contestant: st.contestant.Label, Others: st.others, Task: st.task}
	watch := &stopwatch{}
	crawl, err := engine.New(engine.Config{
		Family: watch.on(st.family), Params: st.params, Model: st.model, Topic: crawlers.NewTopic(st.keywords), Seeds: seeds,
		Settings: settings, Fetcher: l, Parse: l.parse,
		Observe: func(e crawlers.Ended) {
			if e.Kind != crawlers.KindOK {
				c.Failed++
				return
			}
			c.Pages = append(c.Pages, e.Answer.URL)
			c.Canonical = append(c.Canonical, e.Page.URL)
			c.Similarity = append(c.Similarity, e.Score)
			c.Cost = append(c.Cost, watch.spent.Load())
			if m, scored := misjudged(e.Pick, e.Score, len(c.Pages)); scored {
				c.Misjudged = append(c.Misjudged, m)
			}
			observe(c)
		},
	})
	if err != nil {
		return nil, err
	}
	result, err := crawl.Run(ctx)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(c.Pages) == 0 {
		return nil, fmt.Errorf("none of its %d seeds gave a page", len(urls))
	}
	c.Stop = result.Stop
	return c, nil
}
