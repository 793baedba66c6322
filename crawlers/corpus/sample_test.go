package corpus

import (
	"crypto/md5"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// allPages is the MD5 of all addresses and pages of the sample web, in order. Saved sessions on the sample web rely on
// its staying the same: whoever changes the vocabulary or the generator changes this, and says so.
const allPages = "c44e51e882af7f0c169f5131c9b18259"

func TestTheSampleWebIsAlwaysTheSame(t *testing.T) {
	w := sample(t)
	sum := md5.New()
	for _, s := range w.order {
		paths := make([]string, 0, len(s.pages))
		for path := range s.pages {
			paths = append(paths, path)
		}
		slices.Sort(paths)
		for _, path := range paths {
			fmt.Fprintf(sum, "%s %s\n", s.url(path), w.Answer(s.host, path).Body)
		}
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != allPages {
		t.Errorf("the sample web has changed: its MD5 is %s, was %s", got, allPages)
	}
	if w.Pages() != 2001 || len(w.Hosts()) != 20 || len(w.Topics()) != 10 {
		t.Errorf("%d pages, %d hosts, %d topics; want 2001, 20, 10", w.Pages(), len(w.Hosts()), len(w.Topics()))
	}
}

var href = regexp.MustCompile(`href="([^"]+)"`)

// walk follows every link from the seeds of the first topic, but not into calendar and tour, and tells of each.
func walk(t *testing.T, w *SampleWeb, visit func(from, to *url.URL, a Answer)) {
	t.Helper()
	start, err := url.Parse(w.Topics()[0].Seeds[0])
	if err != nil {
		t.Fatal(err)
	}
	queue, seen := []*url.URL{start}, map[string]bool{start.String(): true}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		a := w.Answer(from.Host, from.EscapedPath())
		targets := []string{a.Location}
		if a.Status == http.StatusOK {
			targets = nil
			for _, m := range href.FindAllSubmatch(a.Body, -1) {
				targets = append(targets, html.UnescapeString(string(m[1])))
			}
		}
		for _, target := range targets {
			if target == "" {
				continue
			}
			to, err := from.Parse(target)
			if err != nil {
				t.Fatalf("%s links to %q: %v", from, target, err)
			}
			if strings.HasPrefix(to.Path, calendarPath) || strings.HasPrefix(to.Path, tourPath) {
				continue
			}
			visit(from, to, w.Answer(to.Host, to.EscapedPath()))
			if !seen[to.String()] {
				seen[to.String()] = true
				queue = append(queue, to)
			}
		}
	}
}

func TestTheSampleWebIsAWeb(t *testing.T) {
	w := sample(t)
	reached, statuses := map[string]bool{}, map[int]int{}
	within, links, doubled := 0, 0, 0
	walk(t, w, func(from, to *url.URL, a Answer) {
		statuses[a.Status]++
		if a.Status == http.StatusOK {
			path := to.Path
			if path == "/index.html" {
				path = "/"
				doubled++
			}
			reached[to.Host+path] = true
		}
		links++
		if w.sites[from.Host].topic == w.sites[to.Host].topic {
			within++
		}
	})
	t.Logf("%d links, %.1f%% within their topic, statuses %v, %d to index.html", links, 100*float64(within)/float64(links), statuses, doubled)
	if len(reached) != w.Pages() {
		t.Errorf("%d of %d pages are reached from the first seed", len(reached), w.Pages())
	}
	if share := float64(within) / float64(links); share < 0.9 || share > 0.99 {
		t.Errorf("%.3f of the links stay within their topic", share)
	}
	if statuses[404] < 100 || statuses[301] < 100 || doubled < 100 {
		t.Errorf("too few dead links, redirects or links to index.html: %v, %d", statuses, doubled)
	}
}

func TestPagesOfTheSampleWebCanBeRead(t *testing.T) {
	w := sample(t)
	for _, s := range w.order {
		for path := range s.pages {
			body := string(w.Answer(s.host, path).Body)
			if !strings.HasPrefix(body, "<!DOCTYPE html>") || strings.Count(body, "<h1>") != 1 || strings.ContainsAny(body, "{}") || strings.Contains(body, "  ") {
				t.Errorf("%s:\n%s", s.url(path), body)
			}
			if size := len(body); size < 400 || size > 20_000 {
				t.Errorf("%s has %d bytes", s.url(path), size)
			}
		}
	}
}

func TestTopicsOfTheSampleWeb(t *testing.T) {
	w := sample(t)
	for _, topic := range w.Topics() {
		if topic.Name == "" || topic.About == "" || len(topic.Seeds) != 2 {
			t.Errorf("%+v", topic)
		}
		for _, seed := range topic.Seeds {
			u, err := url.Parse(seed)
			if err != nil {
				t.Fatal(err)
			}
			a := w.Answer(u.Host, u.Path)
			if a.Status != http.StatusOK || !strings.Contains(string(a.Body), html.EscapeString(topic.About)) {
				t.Errorf("seed %s of %s answers %d", seed, topic.Name, a.Status)
			}
		}
		// The keywords tell the topic's own sites from all others.
		for _, word := range strings.Fields(topic.Keywords) {
			own, foreign := 0, 0
			for _, s := range w.order {
				count := 0
				for path := range s.pages {
					count += strings.Count(strings.ToLower(string(w.Answer(s.host, path).Body)), word)
				}
				if s.topic.title == topic.Name {
					own += count
				} else {
					foreign += count
				}
			}
			if own < 100 || own < foreign {
				t.Errorf("%s: the word %q stands %d times on its own sites and %d times on others", topic.Name, word, own, foreign)
			}
		}
	}
}

func TestDifficultiesOfTheSampleWeb(t *testing.T) {
	w := sample(t)
	for _, c := range []struct {
		host, path string
		status     int
		says       string
	}{
		{"night-sky.example", "/robots.txt", 404, ""},
		{"endgame-school.example", "/robots.txt", 200, "Disallow: /members/"},
		{"endgame-school.example", "/members/", 200, "For members"},
		{"chess-lessons.example", "/members/", 404, ""},
		{"telescope-club.example", "/", 200, "/calendar/2026-11.html"},
		{"telescope-club.example", "/calendar/2026-11.html", 200, "/calendar/2026-12.html"},
		{"telescope-club.example", "/calendar/9999-01.html", 200, "/calendar/9998-12.html"},
		{"telescope-club.example", "/calendar/x.html", 404, ""},
		{"night-sky.example", "/calendar/2026-11.html", 404, ""},
		{"medieval-towns.example", "/tour/", 200, `href="next/"`},
		{"medieval-towns.example", "/tour/next/next/next/", 200, "stop 4"},
		{"medieval-towns.example", "/tour/nex/", 404, ""},
		{"medieval-towns.example", "/tour/" + strings.Repeat("next/", 500), 404, ""},
		{"reef-notes.example", "/sea-turtles.html", 301, "/sea-turtles/notes.html"},
		{"reef-notes.example", "/friends.html", 301, "http://marine-life.example/"},
		{"reef-notes.example", "/index.html?utm_source=x", 200, "Reef Notes"},
		{"reef-notes.example", "/sea-turtles/photographs.html", 404, ""},
		{"127.0.0.1", "/?x", 200, `href="http://marine-life.example/"`},
		{"::1", "/", 200, `href="http://night-sky.example/"`},
		{"localhost", "/robots.txt", 404, ""},
		{"any.example", "/", 404, "marine-life.example"},
	} {
		a := w.Answer(c.host, c.path)
		if a.Status != c.status || !strings.Contains(string(a.Body)+a.Location, c.says) {
			t.Errorf("%s%s: %d %s; want %d, %q", c.host, c.path, a.Status, a.Body, c.status, c.says)
		}
		if a.Delay != 0 {
			t.Errorf("%s is slow", c.host)
		}
	}
	if d := w.Answer("hut-book.example", "/").Delay; d < 100*time.Millisecond || d > slowest {
		t.Errorf("the slow host takes %v", d)
	}
	if a := w.Answer("reef-notes.example", "/"); a.Tag == "" || a.Modified.Year() != 2026 {
		t.Errorf("tag %q, modified %v", a.Tag, a.Modified)
	}
}

func TestVocabulariesThatAreWrong(t *testing.T) {
	for text, says := range map[string]string{
		"title: X\nplanet: Mars":      "line 2: unknown word",
		"site: a.example":             "HOST = TITLE",
		"site: a.example = A = hasty": "unknown quirk",
		"title: X":                    "too few",
	} {
		_, err := Sample(fstest.MapFS{"sampleweb/x.txt": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want an error that says %q", text, err, says)
		}
	}
	for text, says := range map[string]string{
		"site: 1":                "before the first aspect",
		"aspect: a\nsite: 3":     "neither 1 nor 2",
		"aspect: a\nsubtitle: x": "unknown word",
	} {
		_, err := Sample(fstest.MapFS{"sampleweb/aspects.txt": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want an error that says %q", text, err, says)
		}
	}
}
