package webgraph

import (
	"iter"
	"slices"
)

// Edge is a link from a node just crawled.
type Edge struct {
	To    int32
	Alpha float64 // ≥ 0
}

// Graph is the crawled graph G' of [GMS14] §4: the crawled nodes with their β, and the links from them with their α.
//
// A link counts once: of parallel ones the greatest α is kept. A link to itself makes a node its own parent and child, as
// the definitions say.
type Graph struct {
	nodes    array[node]
	states   []state
	frontier []int32     // the nodes that wait, as they came in, and some that do not any more
	links    array[link] // those of a node side by side, in the order of crawling
	changes  []change    // by the last step, of nodes that wait or will after it; none unless somebody reads them
	noting   bool        // somebody does
}

// node is 64 bytes, a line of the cache: most of a step is waiting for the nodes that a page links to.
type node struct {
	beta     float64
	first    Sums   // frozen when the node is crawled
	out, end int32  // its links
	lastIn   int32  // number + 1 of the latest link to it
	changes  uint32 // how often its sums have changed
	group    int32
	crawled  bool
	seed     bool // of V_0: where the crawl started
}

// state is where a node is on its way.
type state uint8

const (
	unknown state = iota
	seeded        // waits, as a seed
	waiting
	chosen // in the batch
	taken
	ended // crawled or failed
	forgotten
)

// waits says whether a node may be chosen.
func (g *Graph) waits(v int32) bool { return g.states[v] == waiting || g.states[v] == seeded }

// change is what the sums of a node were before a step.
type change struct {
	node   int32
	enters bool // it was not known, and waits from the end of the step on
	was    Sums
}

type link struct {
	alpha    float64
	from, to int32
	before   int32 // number + 1 of the link to the same node before it
}

// Sums are the first-level sums of a node v over its parents u, not smoothed ([GMS14] Estimator 4): Σ 1, Σ β(u),
// Σ α(u,v), Σ β(u)α(u,v). Those of a crawled node stay as they were at that moment.
type Sums [4]float64

// NewGraph returns a graph that knows nothing.
func NewGraph() *Graph { return &Graph{} }

// Grow makes v known, with all numbers below it, and puts it into a group. Nodes that are not put into one are in group 0.
func (g *Graph) Grow(v, group int32) {
	g.reach(v)
	g.nodes.at(v).group = group
}

// seed makes a node one of V_0, from which distances are counted.
func (g *Graph) seed(v int32) {
	g.reach(v)
	g.nodes.at(v).seed = true
}

func (g *Graph) reach(v int32) {
	if int(v) >= g.nodes.length {
		g.nodes.reach(v)
		g.states = grown(g.states, v, unknown)
	}
}

// enter puts a node on the frontier, which it leaves by not waiting any more.
func (g *Graph) enter(v int32, as state) {
	g.states[v] = as
	if len(g.frontier) == cap(g.frontier) {
		g.frontier = slices.DeleteFunc(g.frontier, func(v int32) bool { return !g.waits(v) })
		g.frontier = slices.Grow(g.frontier, len(g.frontier)+1024)
	}
	g.frontier = append(g.frontier, v)
}

// grown is a slice that reaches to index v, new elements having the value given.
func grown[E any](s []E, v int32, value E) []E {
	for int(v) >= len(s) {
		s = append(s, value)
	}
	return s
}

// Len is the number of nodes known.
func (g *Graph) Len() int { return g.nodes.length }

// Crawled says whether a node is crawled.
func (g *Graph) Crawled(v int32) bool { return int(v) < g.nodes.length && g.nodes.at(v).crawled }

// Beta is the weight of a crawled node, 0 of others.
func (g *Graph) Beta(v int32) float64 { return g.nodes.at(v).beta }

// Group is the group of a node.
func (g *Graph) Group(v int32) int32 { return g.nodes.at(v).group }

// Touch looks at what is known of a node, so that for several nodes that memory is waited for together. What it returns is of
// no meaning, but must be made use of.
func (g *Graph) Touch(v int32) int { return int(g.nodes.at(v).group) + int(g.states[v]) }

// FirstLevel are the sums over the parents of a node.
func (g *Graph) FirstLevel(v int32) Sums { return g.nodes.at(v).first }

// Children yields the targets of a node's links, with α, but for nodes that were forgotten. There are none before it is
// crawled.
func (g *Graph) Children(v int32) iter.Seq2[int32, float64] {
	return func(yield func(int32, float64) bool) {
		for _, l := range g.linksOf(v) {
			if g.states[l.to] != forgotten && !yield(l.to, l.alpha) {
				return
			}
		}
	}
}

// linksOf are the links of a node, those to nodes forgotten included.
func (g *Graph) linksOf(v int32) []link {
	n := g.nodes.at(v)
	return g.links.slice(n.out, n.end)
}

// Parents yields P(v), the sources of the links to a node, with α, the one crawled last first.
func (g *Graph) Parents(v int32) iter.Seq2[int32, float64] {
	return func(yield func(int32, float64) bool) {
		for i := g.nodes.at(v).lastIn; i > 0; i = g.links.at(i - 1).before {
			if l := g.links.at(i - 1); !yield(l.from, l.alpha) {
				return
			}
		}
	}
}

// outDegree is d_o: the number of links with which the node was crawled, those to nodes forgotten since included.
func (g *Graph) outDegree(v int32) int32 { return g.nodes.at(v).end - g.nodes.at(v).out }

// crawl makes a node crawled, with its β and links. A node is crawled once.
func (g *Graph) crawl(v int32, beta float64, edges []Edge) {
	g.reach(v)
	start, links := g.links.room(len(edges))
	end := start
	for _, e := range edges {
		g.reach(e.To)
		to := g.nodes.at(e.To)
		if to.lastIn > start { // a parallel link
			l := &links[to.lastIn-1-start]
			l.alpha = max(l.alpha, e.Alpha)
			continue
		}
		links[end-start] = link{alpha: e.Alpha, from: v, to: e.To, before: to.lastIn}
		end++
		to.lastIn = end
	}
	links = links[:end-start]
	g.links.length += len(links)
	n := g.nodes.at(v)
	n.crawled, n.beta, n.out, n.end = true, beta, start, end
	g.changes = g.changes[:0]
	for i := range links {
		l := &links[i]
		if to := g.nodes.at(l.to); !to.crawled {
			g.note(l.to, to)
			to.first.add(beta, l.alpha)
		}
	}
}

// note is told that the sums of a node are about to change.
func (g *Graph) note(v int32, n *node) {
	n.changes++
	if g.noting {
		if s := g.states[v]; s == unknown || s == waiting {
			g.changes = append(g.changes, change{v, s == unknown, n.first})
		}
	}
}

func (s *Sums) add(beta, alpha float64) {
	s[0]++
	s[1] += beta
	s[2] += alpha
	s[3] += beta * alpha
}

// correct replaces the β of a crawled node. The sums of its children are taken anew: differences would leave a rest
// where 0 is due.
func (g *Graph) correct(v int32, beta float64) {
	g.nodes.at(v).beta = beta
	g.changes = g.changes[:0]
	for child := range g.Children(v) {
		if to := g.nodes.at(child); !to.crawled {
			g.note(child, to)
			to.first = Sums{}
			for parent, alpha := range g.Parents(child) {
				to.first.add(g.nodes.at(parent).beta, alpha)
			}
		}
	}
}
