package engine

import (
	"container/heap"
	"net/netip"
	"strings"
	"time"

	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/weburl"
)

// gate keeps the order at the door of every host: how many requests it has, when the next may be sent, which wait.
//
// Invariant: a host is in the blocked set exactly while a new pick of it may not be sent: it has its full share of
// requests, or one waits in its queue, or its time has not come, or the diversity rule holds it back.
type gate struct {
	share     func(host string) int // how many requests a host may have at the same time
	diversity int
	hosts     map[string]*host
	sites     map[string]*site // by siteOf
	perSite   int              // the most hosts of a site; 0 = no limit
	ofSite    int              // the most requests to all hosts of a site at the same time
	held      int              // jobs that wait for a request of their site to end
	full      int              // sites for which they wait: each has ofSite requests
	blocked   map[string]bool
	changed   []string // hosts whose place in blocked may have changed since changes was last called
	sleeping  sleepers // hosts with notBefore in the future, the earliest first
	due       []*host  // hosts with a waiting job that may be sent
	stalled   int      // jobs that wait for hosts which are left alone after a failure, or for their site
	withRules int      // hosts whose robots.txt is kept
	rulesSize int      // of all that are kept, in bytes
	recent    []*host  // the hosts of the last diversity−1 picks, oldest first
}

// site is a registrable domain, or a network of IPv6. Whoever owns one has names or addresses for any number of hosts at no
// cost, which all never answer: they must not hold all workers.
type site struct {
	hosts   int
	running int
	held    []*host // with a waiting job that may be sent but for the site's share
}

type host struct {
	name      string
	site      *site
	running   int
	waiting   []*job // first come, first served
	share     int
	notBefore time.Time
	pace      time.Duration            // what its answers take, smoothed; 0 = nothing is known
	asleep    int                      // place in gate.sleeping; -1 when awake
	alone     bool                     // asleep because of a failure, not for the ordinary delay
	stalled   int                      // its part of gate.stalled
	isDue     bool                     // it stands in gate.due or in its site's held
	isHeld    bool                     // in the latter
	resting   int                      // how many of gate.recent it is
	pages     int                      // pages and open picks, for the limit of pages a host
	robots    map[string]*fetch.Robots // by origin: http and https of one host have rules of their own
	asking    bool                     // a robots.txt is under way: all others wait for it
}

func newGate(share func(host string) int, diversity, perSite, ofSite int) *gate {
	return &gate{share: share, diversity: diversity, perSite: perSite, ofSite: ofSite, hosts: map[string]*host{}, sites: map[string]*site{}, blocked: map[string]bool{}}
}

func (g *gate) host(name string) *host {
	h := g.hosts[name]
	if h == nil {
		domain := siteOf(name)
		s := g.sites[domain]
		if s == nil {
			s = &site{}
			g.sites[domain] = s
		}
		s.hosts++
		h = &host{name: name, site: s, share: g.share(name), asleep: -1, robots: map[string]*fetch.Robots{}}
		g.hosts[name] = h
	}
	return h
}

// siteOf is what the site of a host is known by. Of IPv6 addresses those of one network of 64 bits belong together, the least
// that anybody is given.
func siteOf(host string) string {
	name := weburl.Site(host)
	if addr, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil && addr.Is6() && !addr.Is4In6() {
		return netip.PrefixFrom(addr, 64).Masked().String()
	}
	return name
}

// crowded says whether a host is a new one of a site that has as many as the limit allows: a site that answers to every
// name is a trap without end.
func (g *gate) crowded(name string) bool {
	if g.perSite == 0 || g.hosts[name] != nil {
		return false
	}
	s := g.sites[siteOf(name)]
	return s != nil && s.hosts >= g.perSite
}

// ready says whether a new pick of the host may be sent now.
func (g *gate) ready(name string) bool { return !g.blocked[name] }

// settle brings everything that follows from a host's state up to date. It is called after each change of a host.
func (g *gate) settle(h *host) {
	blocked := h.running >= h.share || len(h.waiting) > 0 || h.asleep >= 0 || h.resting > 0
	if blocked != g.blocked[h.name] {
		if blocked {
			g.blocked[h.name] = true
		} else {
			delete(g.blocked, h.name)
		}
		g.changed = append(g.changed, h.name)
	}
	stalled := 0
	if h.alone || h.isHeld {
		stalled = len(h.waiting)
	}
	g.stalled += stalled - h.stalled
	h.stalled = stalled
	if len(h.waiting) > 0 && h.maySend() && !h.isDue {
		h.isDue = true
		g.due = append(g.due, h)
	}
}

// maySend says whether a waiting job of the host may be sent now.
func (h *host) maySend() bool {
	return h.running < h.share && h.asleep < 0 && !h.asking
}

// enqueue puts a job at the end of its host's queue.
func (g *gate) enqueue(h *host, j *job) {
	h.waiting = append(h.waiting, j)
	g.settle(h)
}

// next removes the job that may be sent first and counts it as running; nil when none may.
func (g *gate) next() (*host, *job) {
	for len(g.due) > 0 {
		h := g.due[0]
		g.due = g.due[1:]
		h.isDue = false
		if len(h.waiting) == 0 || !h.maySend() {
			continue
		}
		if h.site.running >= g.ofSite {
			g.hold(h)
			continue
		}
		j := h.waiting[0]
		h.waiting = h.waiting[1:]
		h.running++
		h.site.running++
		g.settle(h)
		return h, j
	}
	return nil, nil
}

// hold lets a host wait until a request to its site ends.
func (g *gate) hold(h *host) {
	h.isDue, h.isHeld = true, true
	if len(h.site.held) == 0 {
		g.full++
	}
	h.site.held = append(h.site.held, h)
	g.held++
	g.settle(h)
}

// letGo lets all hosts of a site try again: which of them may send is found then.
func (g *gate) letGo(s *site) {
	held := s.held
	s.held = nil
	if len(held) > 0 {
		g.full--
	}
	g.held -= len(held)
	g.due = append(g.due, held...)
	for _, h := range held {
		h.isHeld = false
		g.settle(h)
	}
}

// askFirst puts a running job back: a robots.txt is asked for in its place, and everything of the host waits for it.
func (g *gate) askFirst(h *host, j *job) {
	h.waiting = append([]*job{j}, h.waiting...)
	h.asking = true
	g.settle(h)
}

// maxRules is the number of hosts whose robots.txt is kept; beyond it those of idle hosts are forgotten, and asked for
// again when one is needed. maxRulesSize is how many bytes the rules of all hosts take together: beyond it the large ones of
// all hosts but the last are given up, whether or not they are idle, since a site of many hosts may have such. Those that
// are left, maxRules of them, fit.
const (
	maxRules     = 4096
	maxRulesSize = 32 << 20
)

// keepRobots keeps the rules of an origin of the host, which the agent is to obey.
func (g *gate) keepRobots(h *host, origin string, rules *fetch.Robots, agent string) {
	h.asking = false
	if rules == nil {
		return
	}
	g.setRobots(h, origin, rules)
	if g.withRules <= maxRules && g.rulesSize <= maxRulesSize {
		return
	}
	crowd, tight := g.withRules > maxRules, g.rulesSize > maxRulesSize
	for _, other := range g.hosts {
		for origin, rules := range other.robots {
			switch {
			case crowd && other.running == 0 && len(other.waiting) == 0:
				g.forgetRobots(other, origin)
			case tight && other != h && rules.Size() > maxRulesSize/maxRules:
				g.setRobots(other, origin, rules.WithoutRules(agent))
			}
		}
	}
}

// forgetRobots lets the robots.txt of an origin be asked for again.
func (g *gate) forgetRobots(h *host, origin string) { g.setRobots(h, origin, nil) }

// setRobots takes note of the rules of an origin; nil = none are known.
func (g *gate) setRobots(h *host, origin string, rules *fetch.Robots) {
	if old := h.robots[origin]; old != nil {
		g.rulesSize -= old.Size()
	}
	if len(h.robots) > 0 {
		g.withRules--
	}
	delete(h.robots, origin)
	if rules != nil {
		h.robots[origin] = rules
		g.rulesSize += rules.Size()
	}
	if len(h.robots) > 0 {
		g.withRules++
	}
}

// release ends a running request of the host; the next may be sent at notBefore.
func (g *gate) release(h *host, notBefore time.Time, now time.Time) {
	h.running--
	h.site.running--
	g.letGo(h.site)
	g.snooze(h, notBefore, now)
}

// snooze lets nothing be sent to the host before a time.
func (g *gate) snooze(h *host, until, now time.Time) {
	if until.After(h.notBefore) {
		h.notBefore = until
	}
	if h.notBefore.After(now) {
		if h.asleep < 0 {
			heap.Push(&g.sleeping, h)
		} else {
			heap.Fix(&g.sleeping, h.asleep)
		}
	}
	g.settle(h)
}

// leaveAlone is snooze after a failure: what waits for the host is not waited for by the crawl.
func (g *gate) leaveAlone(h *host, until, now time.Time) {
	h.alone = h.alone || until.After(now)
	g.snooze(h, until, now)
}

// nextWake is when the next host wakes; zero when none sleeps.
func (g *gate) nextWake() time.Time {
	if len(g.sleeping) == 0 {
		return time.Time{}
	}
	return g.sleeping[0].notBefore
}

// wake makes the hosts awake whose time has come.
func (g *gate) wake(now time.Time) {
	for len(g.sleeping) > 0 {
		h := g.sleeping[0]
		if h.notBefore.After(now) {
			return
		}
		heap.Pop(&g.sleeping)
		h.alone = false
		g.settle(h)
	}
}

// picked notes that a pick of the host was taken, for the rule of host diversity.
func (g *gate) picked(h *host) {
	if g.diversity < 2 {
		return
	}
	h.resting++
	g.recent = append(g.recent, h)
	if len(g.recent) >= g.diversity {
		g.forgetOldest()
	}
	g.settle(h)
}

func (g *gate) forgetOldest() {
	h := g.recent[0]
	g.recent = g.recent[1:]
	h.resting--
	g.settle(h)
}

// relax lets the host that the rule of diversity has held back longest go, and says whether there was one: the rule
// chooses between hosts, it does not end a crawl.
func (g *gate) relax() bool {
	if len(g.recent) == 0 {
		return false
	}
	g.forgetOldest()
	return true
}

// changes returns the hosts that are blocked, or no longer, compared with the set known, and brings known up to date.
func (g *gate) changes(known map[string]bool) (busy, free []string) {
	for _, name := range g.changed {
		switch now := g.blocked[name]; {
		case now && !known[name]:
			known[name] = true
			busy = append(busy, name)
		case !now && known[name]:
			delete(known, name)
			free = append(free, name)
		}
	}
	g.changed = g.changed[:0]
	return busy, free
}

// sleepers is a heap of hosts by notBefore, ties by name so that two runs wake them in the same order.
type sleepers []*host

func (s sleepers) Len() int { return len(s) }
func (s sleepers) Less(i, j int) bool {
	if !s[i].notBefore.Equal(s[j].notBefore) {
		return s[i].notBefore.Before(s[j].notBefore)
	}
	return s[i].name < s[j].name
}
func (s sleepers) Swap(i, j int) {
	s[i], s[j] = s[j], s[i]
	s[i].asleep, s[j].asleep = i, j
}
func (s *sleepers) Push(x any) {
	h := x.(*host)
	h.asleep = len(*s)
	*s = append(*s, h)
}
func (s *sleepers) Pop() any {
	h := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	h.asleep = -1
	return h
}
