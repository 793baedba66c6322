package corpus

import (
	"io/fs"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// SampleWeb is a little Web of its own: some 2,000 pages on 20 hosts about ten topics. It is the same every time it is
// made, and readable enough to be looked at.
//
// Pages of a topic link to each other far more often than to other topics. Every host has hub pages. Some links are
// dead, some lead through a redirect, and home pages are also linked to as index.html. One host is slow, one has a
// calendar without end, one a path that grows with every click, and one a part that its robots.txt forbids.
type SampleWeb struct {
	sites  map[string]*site
	order  []*site
	topics []SampleTopic
	pages  int
}

// SampleTopic is something to look for in the sample web.
type SampleTopic struct {
	Name     string // "Marine life"
	Keywords string // "coral reef fish ocean"
	About    string // one sentence
	Seeds    []string
}

// slowest is the longest that the slow host takes to answer.
const slowest = 300 * time.Millisecond

// site is one host of the sample web.
type site struct {
	siteWords
	words   *words
	topic   *topicWords
	sister  *site   // the other site of the topic
	others  []*site // sites of other topics that it knows
	aspects []aspect
	pages   map[string]func() []byte // by path; each is made when it is first asked for
	moved   map[string]string        // old path → where it is now
}

// Sample makes the sample web of a vocabulary: assets.SampleWeb. An error names the file and line that is wrong.
func Sample(vocabulary fs.FS) (*SampleWeb, error) {
	w, err := readWords(vocabulary)
	if err != nil {
		return nil, err
	}
	s := &SampleWeb{sites: map[string]*site{}}
	for i := range w.topics {
		s.addTopic(w, &w.topics[i])
	}
	for i, from := range s.order {
		from.sister = s.order[i^1] // sites come in pairs
		for _, step := range []int{2, 5, 8} {
			from.others = append(from.others, s.order[(i+step)%len(s.order)])
		}
		from.build()
		s.pages += len(from.pages)
	}
	return s, nil
}

func (s *SampleWeb) addTopic(w *words, t *topicWords) {
	topic := SampleTopic{Name: t.title, Keywords: t.keywords, About: t.about}
	for n, sw := range t.sites {
		added := &site{siteWords: sw, words: w, topic: t, aspects: aspectsOf(w.aspects, n), pages: map[string]func() []byte{}, moved: map[string]string{}}
		s.sites[sw.host] = added
		s.order = append(s.order, added)
		topic.Seeds = append(topic.Seeds, added.url("/"))
	}
	s.topics = append(s.topics, topic)
}

// Pages is the number of pages, those of the calendar and of the growing path left out.
func (s *SampleWeb) Pages() int { return s.pages }

// URLs are the pages' URLs, in order, those of the calendar and of the growing path left out.
func (s *SampleWeb) URLs() []string {
	var urls []string
	for _, o := range s.order {
		for _, path := range slices.Sorted(maps.Keys(o.pages)) {
			urls = append(urls, o.url(path))
		}
	}
	return urls
}

// Topics are what a user may look for, with seeds to start from.
func (s *SampleWeb) Topics() []SampleTopic { return s.topics }

// Hosts are the names of the hosts, those of one topic next to each other.
func (s *SampleWeb) Hosts() []string {
	hosts := make([]string, len(s.order))
	for i, o := range s.order {
		hosts[i] = o.host
	}
	return hosts
}

// Answer answers for one of the hosts. The bare address that the sample web is served on has a start page, which links
// to the hosts' front pages; under any other name it says which hosts there are.
func (s *SampleWeb) Answer(host, pathAndQuery string) Answer {
	path, _, _ := strings.Cut(pathAndQuery, "?")
	on, ok := s.sites[host]
	switch {
	case !ok && isLoopback(host) && path == "/":
		return Answer{Status: http.StatusOK, Body: s.start()}
	case !ok && isLoopback(host):
		return notFound()
	case !ok:
		return message(http.StatusNotFound, "The sample web has no host "+host+". Its hosts are "+strings.Join(s.Hosts(), ", ")+".")
	}
	a := on.answer(path)
	if on.quirk == quirkSlow {
		a.Delay = slowest/2 + time.Duration(newDice(on.host+path).below(int(slowest/2)))
	}
	return a
}

// isLoopback says whether a host is this computer by its address, or by the name that every computer has for itself.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func (s *site) url(path string) string { return "http://" + s.host + path }

func (s *site) answer(path string) Answer {
	if path == "/index.html" {
		path = "/"
	}
	if page, ok := s.pages[path]; ok {
		return s.found(path, page())
	}
	if to, ok := s.moved[path]; ok {
		return redirect(to)
	}
	if path == "/robots.txt" && s.quirk == quirkMembers {
		a := s.found(path, []byte("User-agent: *\nDisallow: "+membersPath+"\n"))
		a.Type = "text/plain; charset=utf-8"
		return a
	}
	if page := s.endless(path); page != nil {
		return s.found(path, page)
	}
	return notFound()
}

func (s *site) found(path string, body []byte) Answer {
	d := newDice(s.host + path)
	modified := time.Date(2026, time.January, 1, 6, 0, 0, 0, time.UTC).AddDate(0, 0, d.below(300)).Add(time.Duration(d.below(12*60)) * time.Minute)
	return Answer{Status: http.StatusOK, Body: body, Modified: modified, Tag: modified.Format("20060102-1504")}
}

// build lists the pages of a site, when all sites are known.
func (s *site) build() {
	s.page("/", s.home)
	s.page("/a-z.html", s.index)
	s.page("/links.html", s.links)
	s.page("/about.html", s.about)
	for _, t := range s.topic.things {
		for _, a := range s.aspects {
			s.page(s.path(t, a), func() []byte { return s.article(t, a) })
		}
		s.moved["/"+t.slug()+".html"] = s.path(t, s.aspects[0])
	}
	s.moved["/friends.html"] = s.sister.url("/")
	if s.quirk == quirkMembers {
		s.page(membersPath, s.members)
	}
}

func (s *site) page(path string, body func() []byte) { s.pages[path] = sync.OnceValue(body) }

// path is where a site's article is.
func (s *site) path(t thing, a aspect) string { return "/" + t.slug() + "/" + a.slug + ".html" }
