package engine

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"orbweaver/crawlers/page"
	"orbweaver/crawlers/weburl"
)

// Settings are how a crawl fetches and when it ends. They are saved with the session. The zero value of a field means
// what its comment says; Default gives the values that the programs start from.
type Settings struct {
	Pages     int           `json:"pages"`          // budget: ok pages after which the crawl ends; 0 = until nothing is left
	Time      time.Duration `json:"time,omitempty"` // budget of running time over all sittings, pauses left out; 0 = none
	MaxBuffer int           `json:"buffer"`         // MAX_BUFFER, the frontier's bound; 0 = 2,048
	Workers   int           `json:"workers"`        // fetches at the same time; 0 = 16. 1 = the papers' sequential order
	Rand      uint64        `json:"rand"`           // seed of the crawl's generator
	HitScore  float64       `json:"hit_score"`      // pages at least this similar to the topic are hits; without keywords every page is

	Saturation      int     `json:"saturation,omitempty"`       // K: the crawl ends when its last K pages have found too little; 0 = off
	SaturationShare float64 `json:"saturation_share,omitempty"` // of the best K pages' mean score, less than which is too little; 0 = 0.25

	Delay       time.Duration `json:"delay"`                  // least time between two requests to a host; 0 = none, and several at the same time, for hosts of the user's own (OwnHost), 1 s for others
	DelayFactor float64       `json:"delay_factor,omitempty"` // a host is left in peace for this many times what its answers take, where that is longer than Delay and Delay is not 0; at most 30 s; 0 = off
	Timeout     time.Duration `json:"timeout"`                // of one request, all of it; 0 = 10 s
	MaxBytes    int           `json:"max_bytes"`              // bodies are cut here, before and after decoding; 0 = 100 KiB
	Retries     int           `json:"retries"`                // further tries after failures that may pass; 0 = none
	Proxy       string        `json:"proxy,omitempty"`        // http:// or socks5:// URL; empty = the connection is direct
	Resolve     []string      `json:"resolve,omitempty"`      // HOST:PORT:ADDR[:PORT]: ask this address for that host, as curl's --resolve
	Agent       string        `json:"agent"`                  // User-Agent; its product token is what robots.txt is read for
	Contact     string        `json:"contact,omitempty"`      // where a host\'s owner can reach the user: an e-mail address or a Web page, told in the User-Agent; empty = nowhere

	Scope          Scope    `json:"scope"`                      // which URLs may be fetched; empty = any
	ScopePrefixes  []string `json:"scope_prefixes,omitempty"`   // URL prefixes to stay within, for ScopePrefix
	NoRobotsFor    []string `json:"no_robots_for,omitempty"`    // hosts whose robots.txt is not asked: the user's own; without a port, on all ports
	AllowPrivate   []string `json:"allow_private,omitempty"`    // CIDR ranges of private addresses that may be asked; a seed on such an address allows it by itself
	Ports          []uint16 `json:"ports,omitempty"`            // on which public hosts may be asked; empty = the usual ones of the Web; a seed\'s own port is always one for its host
	FollowNofollow bool     `json:"follow_nofollow,omitempty"`  // links marked nofollow are followed all the same
	PagesPerHost   int      `json:"pages_per_host,omitempty"`   // P of algorithms §2; 0 = no limit
	HostsPerSite   int      `json:"hosts_per_site,omitempty"`   // a site (registrable domain) with more hosts than this is taken for a trap; 0 = no limit
	Diversity      int      `json:"diversity,omitempty"`        // k: any k picks in a row are of k hosts, as long as other hosts have links; 0 = off
	MaxURL         int      `json:"max_url"`                    // longest canonical URL, in bytes; 0 = 256
	MaxRepeats     int      `json:"max_repeats"`                // a path that holds one segment more often than this is taken for a trap; 0 = 3
	Window         int      `json:"window"`                     // W, words of context on either side of a link; 0 = 10
	DropSessionIDs bool     `json:"drop_session_ids,omitempty"` // session ids and tracking parameters are no part of a URL's identity
	FollowTwins    bool     `json:"follow_twins,omitempty"`     // links of pages that are nearly the same as earlier ones are followed too, and patterns of addresses that give such pages are not given up
	FollowFrames   bool     `json:"follow_frames,omitempty"`    // frame, iframe and link[rel=next] count as links
}

// DefaultAgent is the User-Agent when the user has set none.
const DefaultAgent = "Orbweaver/1.0 (topical crawler; one person's search)"

// Default returns the settings that the programs start from.
func Default() Settings {
	return Settings{
		Pages: 500, MaxBuffer: 2048, Workers: 16, Rand: 1, HitScore: 0.05,
		Delay: time.Second, DelayFactor: 2, Timeout: 10 * time.Second, MaxBytes: 100 << 10, Retries: 2, Agent: DefaultAgent,
		SaturationShare: 0.25, Scope: ScopeAny, MaxURL: 256, MaxRepeats: 3, HostsPerSite: 500, Window: 10,
	}
}

// filled returns the settings with every zero that stands for a default replaced by it.
func (s Settings) filled() Settings {
	d := Default()
	fill(&s.MaxBuffer, d.MaxBuffer)
	fill(&s.SaturationShare, d.SaturationShare)
	fill(&s.Workers, d.Workers)
	fill(&s.Timeout, d.Timeout)
	fill(&s.MaxBytes, d.MaxBytes)
	fill(&s.Agent, d.Agent)
	fill(&s.Scope, d.Scope)
	fill(&s.MaxURL, d.MaxURL)
	fill(&s.MaxRepeats, d.MaxRepeats)
	fill(&s.Window, d.Window)
	return s
}

func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Check says what is wrong with the settings: the setting, its value and what to write instead. Settings that pass make
// a fetcher.
func (s Settings) Check() error {
	for _, b := range []struct {
		name            string
		value, min, max int64
	}{
		{"pages", int64(s.Pages), 0, 100_000_000},
		{"buffer", int64(s.MaxBuffer), 0, 10_000_000},
		{"workers", int64(s.Workers), 0, 256},
		{"saturate", int64(s.Saturation), 0, 10_000},
		{"max-bytes", int64(s.MaxBytes), 0, 64 << 20},
		{"retries", int64(s.Retries), 0, 10},
		{"pages-per-host", int64(s.PagesPerHost), 0, 100_000_000},
		{"hosts-per-site", int64(s.HostsPerSite), 0, 100_000_000},
		{"diversity", int64(s.Diversity), 0, 10_000},
		{"max-url", int64(s.MaxURL), 0, 64 << 10},
		{"max-repeats", int64(s.MaxRepeats), 0, 1000},
		{"window", int64(s.Window), 0, 1000},
	} {
		if b.value < b.min || b.value > b.max {
			return fmt.Errorf("setting %s = %d is out of bounds: write %d to %d", b.name, b.value, b.min, b.max)
		}
	}
	for _, b := range []struct {
		name       string
		value, max time.Duration
	}{{"time", s.Time, 10_000 * time.Hour}, {"delay", s.Delay, time.Hour}, {"timeout", s.Timeout, 10 * time.Minute}} {
		if b.value < 0 || b.value > b.max {
			return fmt.Errorf("setting %s = %v is out of bounds: write 0s to %v", b.name, b.value, b.max)
		}
	}
	for _, b := range []struct {
		name  string
		value float64
	}{{"hit-score", s.HitScore}, {"saturate-share", s.SaturationShare}} {
		if !(b.value >= 0 && b.value <= 1) { // NaN is not
			return fmt.Errorf("setting %s = %v is out of bounds: write 0 to 1", b.name, b.value)
		}
	}
	if !(s.DelayFactor >= 0 && s.DelayFactor <= 100) {
		return fmt.Errorf("setting delay-factor = %v is out of bounds: write 0 to 100", s.DelayFactor)
	}
	if err := s.Scope.check(s.ScopePrefixes); err != nil {
		return err
	}
	for _, host := range s.NoRobotsFor {
		if strings.ContainsAny(host, "/ ") {
			return fmt.Errorf("setting no-robots-for = %q is not a host: write its name, such as www.example.org, or HOST:PORT", host)
		}
	}
	for _, cidr := range s.AllowPrivate {
		if _, err := netip.ParsePrefix(cidr); err != nil {
			return fmt.Errorf("setting allow-private = %q is not a CIDR range: write one such as 192.168.0.0/16 or fd00::/8", cidr)
		}
	}
	if err := checkContact(s.Contact); err != nil {
		return err
	}
	if s.Proxy != "" {
		u, err := url.Parse(s.Proxy)
		if err != nil || u.Host == "" {
			return fmt.Errorf("setting proxy = %q is not a proxy's URL: write http://HOST:PORT or socks5://HOST:PORT", s.Proxy)
		}
	}
	f, err := NewFetcher(s, nil)
	if err != nil {
		return err
	}
	f.Close()
	return nil
}

// agentToken is the product token of the User-Agent, for which robots.txt is read (RFC 9309 §2.2.1).
func (s Settings) agentToken() string {
	token, _, _ := strings.Cut(s.filled().Agent, "/")
	token, _, _ = strings.Cut(token, " ")
	return token
}

func (s Settings) rules() weburl.Rules {
	rules := weburl.DefaultRules()
	rules.MaxLength = s.filled().MaxURL
	rules.DropSessionIDs = s.DropSessionIDs
	return rules
}

func (s Settings) pageOptions() page.Options {
	return page.Options{Rules: s.rules(), Window: s.filled().Window, FollowNofollow: s.FollowNofollow, FollowFrames: s.FollowFrames}
}

// leastDelay is the delay of hosts that are not the user's own when the setting is 0.
const leastDelay = time.Second

// delayOf is the least time between two requests to a host, as far as the settings go.
func (s Settings) delayOf(host string) time.Duration {
	if s.Delay == 0 && !s.OwnHost(host) {
		return leastDelay
	}
	return s.Delay
}

// shareOf is the number of requests that a host may have at the same time: one, or half of the workers for the user's
// own hosts, so that even then the other half is left for others.
func (s Settings) shareOf(host string) int {
	if s.delayOf(host) > 0 {
		return 1
	}
	return max(1, s.filled().Workers/2)
}

// SeedLinks makes links of seed URLs as typed: canonical, in order, duplicates and empty lines left out. A missing
// scheme is taken for https. The error names the first malformed seed and its place, counted from 1.
func SeedLinks(seeds []string, s Settings) ([]page.Link, error) {
	rules := s.rules()
	var links []page.Link
	known := map[string]bool{}
	for i, seed := range seeds {
		seed = strings.TrimSpace(seed)
		if seed == "" {
			continue
		}
		link, err := seedLink(rules, seed)
		if err != nil {
			return nil, fmt.Errorf("seed %d, %q: %w", i+1, seed, err)
		}
		if !known[link.URL] {
			known[link.URL] = true
			links = append(links, link)
		}
	}
	return links, nil
}
