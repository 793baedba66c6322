package engine

import (
	"fmt"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/weburl"
)

// Scope says which URLs a crawl may fetch.
type Scope string

const (
	ScopeAny    Scope = "any"    // the whole Web
	ScopeSite   Scope = "site"   // the registrable domains of the seeds
	ScopeHost   Scope = "host"   // the hosts of the seeds
	ScopePrefix Scope = "prefix" // URLs that begin with one of Settings.ScopePrefixes
)

func (s Scope) check(prefixes []string) error {
	switch s {
	case "", ScopeAny, ScopeSite, ScopeHost:
		return nil
	case ScopePrefix:
		if len(prefixes) == 0 {
			return fmt.Errorf("scope prefix needs at least one URL to stay within")
		}
		for i, p := range prefixes {
			if _, err := weburl.Canonical(p); err != nil {
				return fmt.Errorf("scope prefix %d, %q: %w", i+1, p, err)
			}
		}
		return nil
	}
	names := []string{string(ScopeAny), string(ScopeSite), string(ScopeHost), string(ScopePrefix)}
	return fmt.Errorf("unknown scope %q; did you mean %q? (scopes: %s)", s, crawlers.Nearest(string(s), names), strings.Join(names, ", "))
}

// fence is the scope of one crawl, made of its settings and seeds. It is immutable: workers and the deciding goroutine
// share it.
type fence struct {
	scope      Scope
	places     map[string]bool // the seeds' hosts or sites
	prefixes   []string
	maxRepeats int
}

func newFence(s Settings, seeds []page.Link) fence {
	f := fence{scope: s.Scope, places: map[string]bool{}, maxRepeats: s.MaxRepeats}
	for _, seed := range seeds {
		switch s.Scope {
		case ScopeSite:
			f.places[weburl.Site(seed.Host)] = true
		case ScopeHost:
			f.places[seed.Host] = true
		}
	}
	for _, p := range s.ScopePrefixes {
		if canonical, err := weburl.Canonical(p); err == nil { // Check has refused the others
			f.prefixes = append(f.prefixes, canonical)
		}
	}
	return f
}

// InScope says whether a crawl from seeds may fetch a link.
func (s Settings) InScope(seeds []page.Link, l page.Link) bool {
	return newFence(s, seeds).holds(l.URL, l.Host)
}

// holds says whether a URL lies within the scope.
func (f fence) holds(url, host string) bool {
	switch f.scope {
	case ScopeSite:
		return f.places[weburl.Site(host)]
	case ScopeHost:
		return f.places[host]
	case ScopePrefix:
		for _, p := range f.prefixes {
			if strings.HasPrefix(url, p) {
				return true
			}
		}
		return false
	}
	return true
}

// isTrap says whether a URL has the mark of a spider trap: a path that repeats itself.
func (f fence) isTrap(url string) bool { return weburl.RepeatedSegments(url) > f.maxRepeats }

// open returns those of a page's links that a crawler may be offered, in a slice of its own if any falls away.
func (f fence) open(links []page.Link) []page.Link {
	for i, l := range links {
		if !f.holds(l.URL, l.Host) || f.isTrap(l.URL) {
			kept := append([]page.Link(nil), links[:i]...)
			for _, l := range links[i+1:] {
				if f.holds(l.URL, l.Host) && !f.isTrap(l.URL) {
					kept = append(kept, l)
				}
			}
			return kept
		}
	}
	return links
}
