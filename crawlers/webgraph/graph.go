package webgraph

import "iter"

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
	nodes   []node
	states  []state
	links   []link // those of a node side by side, in the order of crawling
	changes journal
}

// node is 64 bytes, a line of the cache: most of a step is waiting for the nodes that a page links to.
type node struct {
	beta     float64
	first    Sums  // frozen when the node is crawled
	out, end int32 // its links
	lastIn   int32 // number + 1 of the latest link to it
	in       int32 // number of links to it
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
	g.nodes[v].group = group
}

// seed makes a node one of V_0, from which distances are counted.
func (g *Graph) seed(v int32) {
	g.reach(v)
	g.nodes[v].seed = true
}

func (g *Graph) reach(v int32) {
	if int(v) >= len(g.nodes) {
		g.nodes, g.states = grown(g.nodes, v, node{}), grown(g.states, v, unknown)
	}
}

// grown is a slice that reaches to index v, new elements having the value given.
func grown[E any](s []E, v int32, value E) []E {
	for int(v) >= len(s) {
		s = append(s, value)
	}
	return s
}

// Len is the number of nodes known.
func (g *Graph) Len() int { return len(g.nodes) }

// Crawled says whether a node is crawled.
func (g *Graph) Crawled(v int32) bool { return int(v) < len(g.nodes) && g.nodes[v].crawled }

// Beta is the weight of a crawled node, 0 of others.
func (g *Graph) Beta(v int32) float64 { return g.nodes[v].beta }

// Group is the group of a node.
func (g *Graph) Group(v int32) int32 { return g.nodes[v].group }

// Touch looks at what is known of a node, so that for several nodes that memory is waited for together. What it returns is of
// no meaning, but must be made use of.
func (g *Graph) Touch(v int32) int { return int(g.nodes[v].group) + int(g.states[v]) }

// FirstLevel are the sums over the parents of a node.
func (g *Graph) FirstLevel(v int32) Sums { return g.nodes[v].first }

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
func (g *Graph) linksOf(v int32) []link { return g.links[g.nodes[v].out:g.nodes[v].end] }

// Parents yields P(v), the sources of the links to a node, with α, the one crawled last first.
func (g *Graph) Parents(v int32) iter.Seq2[int32, float64] {
	return func(yield func(int32, float64) bool) {
		for i := g.nodes[v].lastIn; i > 0; i = g.links[i-1].before {
			if l := &g.links[i-1]; !yield(l.from, l.alpha) {
				return
			}
		}
	}
}

// outDegree is d_o: the number of links with which the node was crawled, those to nodes forgotten since included.
func (g *Graph) outDegree(v int32) int32 { return g.nodes[v].end - g.nodes[v].out }

// crawl makes a node crawled, with its β and links. A node is crawled once.
func (g *Graph) crawl(v int32, beta float64, edges []Edge) {
	g.reach(v)
	start := int32(len(g.links)) // #nosec G115 -- links in memory, fewer than 2³¹
	for _, e := range edges {
		g.reach(e.To)
		to := &g.nodes[e.To]
		if to.lastIn > start { // a parallel link
			g.links[to.lastIn-1].alpha = max(g.links[to.lastIn-1].alpha, e.Alpha)
			continue
		}
		g.links = append(g.links, link{alpha: e.Alpha, from: v, to: e.To, before: to.lastIn})
		to.lastIn = int32(len(g.links)) // #nosec G115 -- links in memory, fewer than 2³¹
		to.in++
	}
	n := &g.nodes[v]
	n.crawled, n.beta, n.out, n.end = true, beta, start, int32(len(g.links)) // #nosec G115 -- links in memory, fewer than 2³¹
	for _, l := range g.links[n.out:n.end] {
		if to := &g.nodes[l.to]; !to.crawled {
			to.first.add(beta, l.alpha)
			g.changes.note(l.to)
		}
	}
	g.changes.trim(g)
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
	g.nodes[v].beta = beta
	for child := range g.Children(v) {
		if to := &g.nodes[child]; !to.crawled {
			to.first = Sums{}
			for parent, alpha := range g.Parents(child) {
				to.first.add(g.nodes[parent].beta, alpha)
			}
			g.changes.note(child)
		}
	}
}
