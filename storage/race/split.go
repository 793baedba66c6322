package race

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/weburl"
	"orbweaver/storage/session"
)

// leastKnown is the least number of known-good pages that a hold-out check can be made of.
const leastKnown = 4

// Split is how the known-good pages of a hold-out check were divided.
type Split struct {
	Seeds   []string       // where all contestants start
	Targets []string       // hidden; a seed is never one
	LeftOut []lab.Omission // known-good pages that are neither, and why
}

// known is a page that the user knows to be good.
type known struct {
	url   string // canonical
	sent  string // as given
	final string // canonical, where redirects led to
	print engine.Print
}

// canonicalKnown are the pages of a pasted list, each once; empty lines are passed over.
func canonicalKnown(lines []string, s engine.Settings) ([]known, error) {
	links, err := engine.SeedLinks(lines, s)
	if err != nil {
		return nil, &session.SpecError{Field: "seeds", Err: err}
	}
	pages := make([]known, len(links))
	for i, l := range links {
		pages[i] = known{url: l.URL, sent: l.Target()}
	}
	return pages, enough(len(pages))
}

// enough says when there are too few pages.
func enough(n int) error {
	if n >= leastKnown {
		return nil
	}
	return &session.SpecError{Field: "seeds", Err: fmt.Errorf("a hold-out check needs at least %d different pages that you know to be good, and there are %d: half of them become seeds, the others are hidden; add some", leastKnown, n)}
}

// withinReach are the targets that a crawl from the seeds may fetch, and why the others are left out.
func withinReach(s engine.Settings, seeds, targets []known) (within []known, out []lab.Omission) {
	links := make([]page.Link, len(seeds))
	for i, k := range seeds {
		links[i] = page.Link{URL: k.url, Host: weburl.Host(k.url)}
	}
	for _, k := range targets {
		if s.InScope(links, page.Link{URL: k.final, Host: weburl.Host(k.final)}) {
			within = append(within, k)
		} else {
			out = append(out, lab.Omission{What: k.url, Why: "it lies outside the scope of a crawl from these seeds"})
		}
	}
	return within, out
}

// drawn is a division of the known pages.
type drawn struct {
	seeds, targets []known
	beyond         []lab.Omission // hidden pages that a crawl from the seeds may not fetch
}

// mostDraws bounds how often pages are divided until a crawl from the seeds may fetch a hidden one.
const mostDraws = 100

// draw divides the pages by the first random seed, from the given one on, that leaves a target within reach of the seeds;
// next is the one after it. The error says that none of many does; the division is then the first.
func draw(pages []known, s engine.Settings, seed uint64) (d drawn, next uint64, err error) {
	next = seed
	for range mostDraws {
		now := drawn{}
		now.seeds, now.targets = halves(pages, next)
		next++ // beyond the greatest comes 0
		if now.targets, now.beyond = withinReach(s, now.seeds, now.targets); len(now.targets) > 0 {
			return now, next, nil
		}
		if d.seeds == nil {
			d = now
		}
	}
	return d, next, &session.SpecError{Field: "settings", Err: errors.New("no hidden page lies within the scope of the seeds, however they are drawn: choose a wider scope")}
}

// leftOver is the error of too few pages when some were left out: with the first of them, and why.
func leftOver(few error, out []lab.Omission) error {
	if len(out) == 0 {
		return few
	}
	return fmt.Errorf("%w; left out were %d, such as %s: %s", few, len(out), out[0].What, out[0].Why)
}

// halves draws which pages become seeds, one more than the others where the number is odd. Both keep the order of the list.
func halves(pages []known, seed uint64) (seeds, targets []known) {
	isSeed := make([]bool, len(pages))
	for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(pages))[:(len(pages)+1)/2] { // #nosec G404 -- a crawl is repeated by its seed; nothing is kept secret by it
		isSeed[i] = true
	}
	for i, p := range pages {
		if isSeed[i] {
			seeds = append(seeds, p)
		} else {
			targets = append(targets, p)
		}
	}
	return seeds, targets
}
