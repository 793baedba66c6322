package engine

import "time"

// Settings are how a crawl fetches and when it ends. They are saved with the session. The zero value of a field means
// what its comment says; Default gives the values that the app starts from.
type Settings struct {
	Pages     int           `json:"pages"`          // budget: ok pages after which the crawl ends; 0 = until nothing is left
	Time      time.Duration `json:"time,omitempty"` // budget of running time; 0 = none
	MaxBuffer int           `json:"buffer"`         // MAX_BUFFER, the frontier's bound; 0 = 2,048
	Workers   int           `json:"workers"`        // fetches at the same time; 0 = 16. 1 = the papers' sequential order
	Rand      uint64        `json:"rand"`           // seed of the crawl's generator
	HitScore  float64       `json:"hit_score"`      // pages at least this similar to the topic are hits; without keywords every page is

	Delay    time.Duration `json:"delay"`             // least time between two requests to a host; 0 = none
	Timeout  time.Duration `json:"timeout"`           // of one request, all of it; 0 = 10 s
	MaxBytes int           `json:"max_bytes"`         // bodies are cut here, before and after decoding; 0 = 100 KiB
	Retries  int           `json:"retries"`           // further tries after timeouts, refused connections, 429 and 5xx; 0 = none
	Proxy    string        `json:"proxy,omitempty"`   // http:// or socks5:// URL; empty = the connection is direct
	Resolve  []string      `json:"resolve,omitempty"` // HOST:PORT:ADDR[:PORT]: ask this address for that host, as curl's --resolve
	Agent    string        `json:"agent"`             // User-Agent; its product token is what robots.txt is read for

	Scope          string   `json:"scope"`                      // any, site (the seeds' registrable domains) or host (the seeds' hosts); empty = any
	ScopeRules     []string `json:"scope_rules,omitempty"`      // URL prefixes to stay within, when Scope is "rules"
	NoRobotsFor    []string `json:"no_robots_for,omitempty"`    // hosts whose robots.txt is not asked: the user's own
	AllowPrivate   []string `json:"allow_private,omitempty"`    // CIDR ranges of private addresses that may be asked; seeds on such an address allow it by themselves
	FollowNofollow bool     `json:"follow_nofollow,omitempty"`  // rel=nofollow and meta nofollow are not obeyed
	PagesPerHost   int      `json:"pages_per_host,omitempty"`   // P of algorithms §2; 0 = no limit
	Diversity      int      `json:"diversity,omitempty"`        // k of the host-diversity rule; 0 = off
	MaxURL         int      `json:"max_url"`                    // longest canonical URL, in bytes; 0 = 256
	MaxRepeats     int      `json:"max_repeats"`                // a path in which one segment stands more often than this is refused; 0 = 4
	Window         int      `json:"window"`                     // W, words of context on either side of a link; 0 = 10
	DropSessionIDs bool     `json:"drop_session_ids,omitempty"` // session ids and tracking parameters are no part of a URL's identity
	FollowFrames   bool     `json:"follow_frames,omitempty"`    // frame, iframe and link[rel=next] count as links
}
