package fetch

import (
	"strings"
	"time"
)

// Robots is what one host's robots.txt allows (RFC 9309). It is not changed after it was made, but for Expires, which
// belongs to whoever keeps it.
type Robots struct {
	Expires time.Time // until when it may be used; zero when it was not fetched
	Failure error     // why it could not be read, so that nothing is allowed for now; nil when it was read or there is none

	known  Validators // of the version that was read
	from   string     // the URL that sent it
	groups []robotsGroup
	agents map[string][]int // product token in lower case, or "*" → its groups
	size   int
}

// Size is about how many bytes of memory the rules take: some megabytes for the largest that are read.
func (r *Robots) Size() int { return r.size }

// WithoutRules is what is left of r when its rules are given up to save memory: it has expired, and knows only how long it
// asks an agent to wait.
func (r *Robots) WithoutRules(agent string) *Robots {
	delay, asks := r.Delay(agent)
	return &Robots{groups: []robotsGroup{{delay: delay, asks: asks}}, agents: map[string][]int{"*": {0}}}
}

// robotsGroup is what stands between the user-agent lines of one group and those of the next.
type robotsGroup struct {
	rules []robotsRule
	delay time.Duration
	asks  bool // there is a Crawl-delay
}

// robotsRule is one Allow or Disallow line.
type robotsRule struct {
	allow    bool
	priority int // the pattern's length: the most specific rule wins (RFC 9309 §2.2.2)
	pattern  string
}

// Allowed says whether an agent, given by its product token, may fetch a path with its query, percent-encoded as it is
// sent. The most specific rule of the agent's groups decides, Allow in a tie; without a group of its own, those for "*"
// do (RFC 9309 §2.2.1, §2.2.2).
func (r *Robots) Allowed(agent, pathAndQuery string) bool {
	if r.Failure != nil {
		return false
	}
	if pathAndQuery == "/robots.txt" {
		return true
	}
	literal := upperEscapes(pathAndQuery)
	decoded := decodeUnreserved(literal)
	allow, priority := true, -1
	for _, i := range r.groupsOf(agent) {
		for _, rule := range r.groups[i].rules {
			if rule.priority < priority || rule.priority == priority && !rule.allow {
				continue
			}
			// See parseRule for why the two sorts are compared in different forms.
			path := decoded
			if rule.allow {
				path = literal
			}
			if matches(rule.pattern, path) {
				allow, priority = rule.allow, rule.priority
			}
		}
	}
	return allow
}

// Delay is the time that the agent is asked to let pass between two requests (Crawl-delay, which is not in the RFC but
// on many hosts); false when the host does not ask.
func (r *Robots) Delay(agent string) (time.Duration, bool) {
	var longest time.Duration
	asks := false
	for _, i := range r.groupsOf(agent) {
		if g := r.groups[i]; g.asks {
			longest, asks = max(longest, g.delay), true
		}
	}
	return longest, asks
}

func (r *Robots) groupsOf(agent string) []int {
	if own, ok := r.agents[strings.ToLower(agent)]; ok {
		return own
	}
	return r.agents["*"]
}

// matches says whether a pattern fits the beginning of a path. "*" stands for any characters and "$" at the end of the
// pattern for the end of the path (RFC 9309 §2.2.3). It takes time linear in the lengths of both.
func matches(pattern, path string) bool {
	pattern, toEnd := strings.CutSuffix(pattern, "$")
	first, rest, wild := strings.Cut(pattern, "*")
	path, ok := strings.CutPrefix(path, first)
	if !ok {
		return false
	}
	for wild {
		var part string
		part, rest, wild = strings.Cut(rest, "*")
		if !wild && toEnd {
			return strings.HasSuffix(path, part)
		}
		i := strings.Index(path, part)
		if i < 0 {
			return false
		}
		path = path[i+len(part):]
	}
	return !toEnd || path == ""
}

// upperEscapes writes the hexadecimal digits of percent-encoded octets in upper case.
func upperEscapes(s string) string {
	return rewriteEscapes(s, func(c byte) bool { return false })
}

// decodeUnreserved is upperEscapes, and takes percent-encoded letters, digits and "-._~" for the characters that they
// are (RFC 3986 §2.3).
func decodeUnreserved(s string) string {
	return rewriteEscapes(s, func(c byte) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
	})
}

func rewriteEscapes(s string, plain func(byte) bool) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
			b.WriteByte(s[i])
			continue
		}
		if c := unhex(s[i+1])<<4 | unhex(s[i+2]); plain(c) {
			b.WriteByte(c)
		} else {
			b.WriteString(strings.ToUpper(s[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
