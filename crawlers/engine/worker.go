package engine

import (
	"context"
	"fmt"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
)

// job is an open pick on its way: it keeps its identity through redirects and further tries.
type job struct {
	id      uint64
	pick    crawlers.Pick
	analyse func(*page.Page) any // the family's Analyser as it was when the pick was given; nil without one
	url     string               // what is sent next: the pick's target or a redirect's
	claimed []string             // canonical URLs that this job has marked as seen: the pick's and the redirects'
	sent    []string             // URLs sent so far without their further tries, to find redirect loops
	same    string               // canonical URL asked for already by another job, where redirects have led to one
	tries   int                  // failed tries of url
	host    *host                // in whose count of pages it is; nil before it was admitted
	asked   bool                 // a robots.txt was asked for on its account
	ruled   bool                 // it has come, and said of url what barred tells: when its turn comes, the rules may have been given up
	barred  bool
	anew    bool // it is asked for without conditions: the server has mistaken the version that was asked about
}

// request is what a worker is asked to do: get a page, or an origin's robots.txt.
type request struct {
	host   *host
	job    *job          // nil for robots.txt
	origin string        // of robots.txt
	before *fetch.Robots // what is known of it; nil = nothing
}

// result is what a worker gives back.
type result struct {
	request
	at        time.Time     // when the answer was complete
	took      time.Duration // until then
	robots    *fetch.Robots
	response  *fetch.Response  // of a page, a redirect, or nil; without its Body once that is packed
	bytes     int              // of the Body
	confirmed *crawlers.Answer // what the page is as an earlier crawl has stored it; nil = it was sent
	page      *page.Page       // of a page
	score     float64
	hit       bool
	snippet   string
	print     fingerprint // of the page
	analysis  any
	packed    []byte
	err       error
}

// worker serves requests until there are no more. It is the only place where pages are fetched and parsed.
func (c *Crawl) worker(ctx context.Context, requests <-chan request, results chan<- result) {
	for r := range requests {
		results <- c.serve(ctx, r)
	}
}

func (c *Crawl) serve(ctx context.Context, r request) (res result) {
	defer func() {
		// A page must never end the program: what it broke is this one fetch.
		if broken := recover(); broken != nil {
			res = result{request: r, at: time.Now(), err: &fetch.Error{Kind: fetch.KindProtocol, URL: r.target(), Err: fmt.Errorf("internal error: %v", broken)}}
		}
	}()
	res = result{request: r}
	start := time.Now()
	if r.job == nil {
		res.robots, res.err = c.robots(ctx, r.origin, r.before)
		res.at = time.Now()
		res.took = res.at.Sub(start)
		return res
	}
	res.response, res.confirmed, res.err = c.get(ctx, r.job)
	res.at = time.Now()
	res.took = res.at.Sub(start)
	if res.err == nil && res.response.Location == "" {
		res.bytes = len(res.response.Body)
		c.digest(&res)
	}
	return res
}

// digest does everything to a page that costs: parse, compare, analyse, compress. Workers take turns in it: there are
// as many parsers as cores, each of which has stemmed most words before.
func (c *Crawl) digest(res *result) {
	parser := <-c.parsers
	defer func() { c.parsers <- parser }()
	answer := res.response
	if c.parse != nil {
		res.page, res.err = c.parse(answer)
	} else {
		res.page, res.err = parse(parser, answer.URL, answer.Header, answer.Body, c.settings)
	}
	if res.err != nil {
		return
	}
	res.page.Links = c.fence.open(res.page.Links)
	res.score = c.topic.Similarity(res.page)
	res.hit = c.isHit(res.score)
	if res.hit {
		res.snippet = res.page.Snippet(c.topic.Query, snippetWidth)
	}
	if !c.settings.FollowTwins {
		res.print = fingerprintOf(res.page)
	}
	if res.job.analyse != nil {
		res.analysis = res.job.analyse(res.page)
	}
	if c.pack != nil {
		res.packed = c.pack(res.answer())
		res.response.Release()
	}
}

// snippetWidth is how many bytes of text a hit's snippet holds.
const snippetWidth = 200

func (c *Crawl) isHit(score float64) bool {
	return len(c.topic.Query.Keywords()) == 0 || score > 0 && score >= c.settings.HitScore
}

// pickID is the number of the pick; 0 for robots.txt.
func (r request) pickID() uint64 {
	if r.job == nil {
		return 0
	}
	return r.job.id
}

func (r request) target() string {
	if r.job == nil {
		return r.origin + "/robots.txt"
	}
	return r.job.url
}

// answer is what is kept of a page.
func (res *result) answer() *crawlers.Answer {
	if res.confirmed != nil {
		return res.confirmed
	}
	r := res.response
	return &crawlers.Answer{URL: r.URL, Request: r.Request, Head: r.Head, Body: r.Body, Truncated: r.Truncated}
}
