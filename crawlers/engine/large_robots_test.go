package engine

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"orbweaver/crawlers/fetch"
)

// largeRobots is a robots.txt of 500 KiB, the most that is read, with a delay of 7 s and a barred /private.
func largeRobots() string {
	var b strings.Builder
	b.WriteString("user-agent: *\ncrawl-delay: 7\ndisallow: /private\n")
	for n := 0; b.Len() < 500<<10; n++ {
		fmt.Fprintf(&b, "disallow:/%d\n", n)
	}
	return b.String()
}

// A site of many names, each with as many rules as are read, does not fill the memory: rules are given up, and what they
// said is remembered as far as it is needed: the delay, and whether the page may be fetched for which they were read.
func TestLargeRobotsDoNotPileUp(t *testing.T) {
	g := newGate(each(1), 0, 0, 8)
	rules := fetch.ParseRobots([]byte(largeRobots()))
	rules.Expires = time.Now().Add(time.Hour)
	for n := range 60 {
		g.keepRobots(g.host(fmt.Sprintf("n%d.evil.example", n)), "http://x", rules, "orbweaver")
		if g.rulesSize > maxRulesSize {
			t.Fatalf("%d hosts: %d bytes of rules", n+1, g.rulesSize)
		}
	}
	kept := 0
	for _, h := range g.hosts {
		r := h.robots["http://x"]
		kept += r.Size()
		if delay, _ := r.Delay("orbweaver"); delay != 7*time.Second {
			t.Errorf("%s has the delay %v, want 7s", h.name, delay)
		}
	}
	if kept != g.rulesSize || g.withRules != 60 {
		t.Errorf("%d bytes of %d hosts are counted; there are %d of 60", g.rulesSize, g.withRules, kept)
	}
}

// The crawl of such a site asks for each robots.txt before each page at most, and obeys it; 40 of them take more than
// all rules may.
func TestRulesThatAreGivenUpAreObeyed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{pages: map[string]string{}, robots: map[string]string{}, latency: time.Millisecond}
		large := largeRobots()
		var seeds []string
		for n := range 40 {
			origin := fmt.Sprintf("http://n%d.evil.example", n)
			w.robots[origin] = large
			w.pages[origin+"/"] = linked(fmt.Sprintf("Page %d", n), "/private/x")
			w.pages[origin+"/private/x"] = linked("Private")
			seeds = append(seeds, origin+"/")
		}
		s := Default()
		s.Pages, s.Workers, s.Retries, s.Delay = 0, 8, 0, time.Second
		tr := newTrial(t, w, s, seeds...)
		res := tr.run()
		if res.Stop != StopDeadEnd || res.Pages != 40 || res.Failures["robots"] != 40 {
			t.Errorf("%+v, want 40 pages, and 40 refused", res)
		}
		for origin, n := range w.robotted {
			if n > 2 {
				t.Errorf("%s: asked for its robots.txt %d times", origin, n)
			}
		}
	})
}
