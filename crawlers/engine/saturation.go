package engine

import (
	"fmt"
	"math"

	"orbweaver/crawlers"
)

// saturation is the rule by which a crawl ends when it has enough (Settings.Saturation). It holds
//
//  1. when the mean score of the last K pages is less than the share s of the best K pages in a row so far, and these were
//     hits on average: a crawl that has found nothing yet has not had enough, and
//  2. when the frontier promises no better: p ≤ l + s·max(0, b − l), where p is the score of the best link that waits,
//     l the best score that the links to the last K pages had, and b the best that those to the best K pages had.
//
// The scores of links are in each family's own unit and may be negative. The second condition only compares them with
// each other: whatever a family adds to all scores or multiplies them by changes nothing. It says that links as good as
// those that wait have just been tried and led to little, or that they are nearer to those than to the links of the good
// time. Scores of different arms (Pick.Arm) are not comparable; links are compared with those of their arm. Seeds have
// no score of a family's making and are left out.
//
// The rule is a function of the log alone: replay restores it. After a stop by it the windows begin anew, so that a
// session that goes on does so for K pages at least.
type saturation struct {
	share float64
	least float64   // mean score of the best K pages below which nothing has been found yet
	last  []visited // a ring of the last K pages
	pages int       // since the beginning, or since the rule has last ended the crawl
	sum   float64   // of the scores in last
	fresh bool      // there was a page since the rule was last asked

	best  float64            // greatest mean of K pages in a row
	links map[string]float64 // best score of the links to those pages, by arm
}

// visited is what the rule keeps of a page.
type visited struct {
	score, link float64
	arm         string
}

func newSaturation(s Settings) *saturation {
	return &saturation{share: s.SaturationShare, least: s.HitScore, last: make([]visited, s.Saturation), links: map[string]float64{}}
}

// add takes note of a page.
func (s *saturation) add(e crawlers.Ended) {
	if len(s.last) == 0 {
		return
	}
	v := visited{e.Score, e.Pick.Score, e.Pick.Arm}
	if e.Pick.Parent == "" {
		v.link = math.Inf(-1)
	}
	at := &s.last[s.pages%len(s.last)]
	s.sum += v.score - at.score
	*at = v
	s.pages++
	s.fresh = true
	if s.pages >= len(s.last) && s.mean() > s.best {
		s.best = s.mean()
		clear(s.links)
		for _, v := range s.last {
			s.links[v.arm] = max(best(s.links, v.arm), v.link)
		}
	}
}

func (s *saturation) mean() float64 { return s.sum / float64(len(s.last)) }

// best is the greatest link score of an arm, -Inf without any.
func best(links map[string]float64, arm string) float64 {
	if score, ok := links[arm]; ok {
		return score
	}
	return math.Inf(-1)
}

// anew forgets the pages so far.
func (s *saturation) anew() {
	clear(s.last)
	clear(s.links)
	s.pages, s.sum, s.best, s.fresh = 0, 0, 0, false
}

// reached says in words why the crawl has enough; "" when it has not. waiting are the crawler's best links.
func (s *saturation) reached(waiting func() []crawlers.Pick) (why string) {
	if !s.fresh {
		return ""
	}
	s.fresh = false
	if s.pages < len(s.last) || s.best < s.least || s.mean() >= s.share*s.best {
		return ""
	}
	pages := fmt.Sprintf("the last %d pages score %.3f on average, less than %.0f %% of the best %d in a row (%.3f)",
		len(s.last), s.mean(), 100*s.share, len(s.last), s.best)
	links := waiting()
	if len(links) == 0 {
		return pages
	}
	p, tried := links[0], math.Inf(-1)
	for _, v := range s.last {
		if v.arm == p.Arm {
			tried = max(tried, v.link)
		}
	}
	good := best(s.links, p.Arm)
	if !(p.Score <= tried+s.share*max(0, good-tried)) { // with nothing to compare with, the crawl goes on
		return ""
	}
	return fmt.Sprintf("%s; the best link that waits scores %.3g, where links to the last pages scored up to %.3g and to the best pages up to %.3g",
		pages, p.Score, tried, good)
}

// saturated asks the rule, once for each page.
func (d *decider) saturated() (why string) {
	return d.saturation.reached(func() []crawlers.Pick {
		if inspector, ok := d.crawler.(crawlers.Inspector); ok {
			return inspector.Best(1)
		}
		return nil
	})
}
