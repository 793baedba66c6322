package fetch

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// maxRobotsBytes is how much of a robots.txt is read; RFC 9309 §2.5 asks for at least this.
const maxRobotsBytes = 500 << 10

// ParseRobots reads a robots.txt. There is no such thing as a wrong one: lines that mean nothing are passed over. Only
// the first 500 KiB are read.
func ParseRobots(body []byte) *Robots {
	p := robotsParser{robots: &Robots{agents: map[string][]int{}}}
	text := string(bytes.TrimPrefix(body[:min(len(body), maxRobotsBytes)], []byte("\xef\xbb\xbf")))
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\r' || c == '\n' }) {
		if key, value, ok := robotsLine(line); ok {
			p.line(key, value)
		}
	}
	return p.robots
}

// lineMemory is about what a line of a robots.txt that is kept takes beside its text.
const lineMemory = 64

// robotsParser knows which group the next line belongs to.
type robotsParser struct {
	robots *Robots
	open   bool // the last lines were user-agent lines: further ones join their group
}

// robotsLine splits a line into a key, in lower case, and a value. A missing colon is forgiven when the line is two
// words.
func robotsLine(line string) (key, value string, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	key, value, ok = strings.Cut(line, ":")
	if !ok {
		words := strings.Fields(line)
		if len(words) != 2 {
			return "", "", false
		}
		key, value = words[0], words[1]
	}
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value), true
}

func (p *robotsParser) line(key, value string) {
	r := p.robots
	switch key {
	case "user-agent":
		if !p.open {
			r.groups = append(r.groups, robotsGroup{})
			p.open = true
		}
		p.join(productToken(value))
		r.size += len(value) + lineMemory
	case "allow", "disallow":
		p.open = false
		if value != "" && len(r.groups) > 0 {
			g := &r.groups[len(r.groups)-1]
			g.rules = append(g.rules, parseRule(key == "allow", value))
			r.size += len(value) + lineMemory
		}
	case "crawl-delay":
		seconds, err := strconv.ParseFloat(value, 64)
		if err == nil && seconds >= 0 && len(r.groups) > 0 {
			g := &r.groups[len(r.groups)-1]
			g.delay, g.asks = time.Duration(min(seconds, float64(math.MaxInt32))*float64(time.Second)), true
		}
	}
}

// join lets an agent belong to the last group.
func (p *robotsParser) join(agent string) {
	last := len(p.robots.groups) - 1
	of := p.robots.agents[agent]
	if len(of) == 0 || of[len(of)-1] != last {
		p.robots.agents[strings.Clone(agent)] = append(of, last) // else all of the text is kept
	}
}

// productToken is the part of a user-agent line that is compared, in lower case: "Foo/1.2 bar" is meant for "foo".
func productToken(value string) string {
	if i := strings.IndexAny(value, " \t/"); i >= 0 {
		value = value[:i]
	}
	return strings.ToLower(value)
}

// parseRule prepares a pattern for comparison: octets that a URL can not hold are percent-encoded.
//
// RFC 9309 §2.2.2 also decodes percent-encoded unreserved characters before it compares; Google's published tests
// (ID_Encoding) ask that "Allow: /%62" be no permission for "/b". Where the two differ, what allows less is done: the
// patterns of Disallow lines are decoded, those of Allow lines are not.
func parseRule(allow bool, value string) robotsRule {
	var b strings.Builder
	for i := range len(value) {
		if c := value[i]; c > ' ' && c < 0x7f {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	rule := robotsRule{allow: allow, priority: b.Len(), pattern: upperEscapes(b.String())}
	if !allow {
		rule.pattern = decodeUnreserved(rule.pattern)
	}
	return rule
}
