package webgraph

// outward are second-level sums, or one parent's share of them: Σ β(w), Σ α(u,w), Σ β(w)α(u,w).
type outward [3]float64

func (s *outward) add(t outward) {
	for k, x := range t {
		s[k] += x
	}
}

// siblings keeps, for every node v that is not crawled, the sums over its parents u and the crawled children w of u
// ([GMS14] Estimator 4, sl_). Every crawled u has a share Σ_w, and v has the sum of the shares of its parents.
//
// A node just crawled adds to the shares of its parents, and so to the sums of all their children; a step costs the sum
// of its parents' out-degrees, where β and α are not 0.
type siblings struct {
	graph   *Graph
	shares  []outward // of crawled nodes
	tallies []tally   // by node
	step    int32
	changed []int32 // the nodes that are not crawled whose sums the last step changed
}

// tally is 32 bytes, half a line of the cache: most of a step is waiting for those of the nodes whose sums change.
type tally struct {
	sums outward // frozen when the node is crawled
	step int32   // that changed them last, or frozen
}

// frozen is the step of a crawled node.
const frozen = -1

// grow makes room for all nodes of the graph.
func (s *siblings) grow() {
	last := int32(s.graph.Len() - 1) // #nosec G115 -- nodes have numbers of 32 bits
	s.shares, s.tallies = grown(s.shares, last, outward{}), grown(s.tallies, last, tally{})
}

// crawl takes in a node just crawled and sets changed.
func (s *siblings) crawl(v int32) {
	s.grow()
	s.begin()
	s.tallies[v].step = frozen
	beta := s.graph.Beta(v)
	for parent, alpha := range s.graph.Parents(v) {
		if added := (outward{beta, alpha, beta * alpha}); parent != v && added != (outward{}) {
			s.shares[parent].add(added)
			s.pass(parent, added)
		}
	}
	s.shares[v] = s.share(v)
	s.pass(v, s.shares[v])
}

// share is Σ over the crawled children of a crawled node.
func (s *siblings) share(u int32) (sum outward) {
	for w, alpha := range s.graph.Children(u) {
		if s.graph.Crawled(w) {
			beta := s.graph.Beta(w)
			sum.add(outward{beta, alpha, beta * alpha})
		}
	}
	return sum
}

// pass adds to the sums of the children of u.
func (s *siblings) pass(u int32, added outward) {
	if added == (outward{}) {
		return
	}
	for child := range s.graph.Children(u) {
		if t := s.touch(child); t != nil {
			t.sums.add(added)
		}
	}
}

// begin begins a step.
func (s *siblings) begin() {
	s.step++
	s.changed = s.changed[:0]
}

// touch notes that a node's sums change, and is its tally; nil where they are frozen.
func (s *siblings) touch(v int32) *tally {
	t := &s.tallies[v]
	if t.step == frozen {
		return nil
	}
	if t.step != s.step {
		t.step = s.step
		s.changed = append(s.changed, v)
	}
	return t
}

// correct takes everything that depends on the β of a crawled node anew, and sets changed.
func (s *siblings) correct(v int32) {
	s.begin()
	for parent := range s.graph.Parents(v) {
		s.shares[parent] = s.share(parent)
		for child := range s.graph.Children(parent) {
			s.touch(child)
		}
	}
	for _, x := range s.changed {
		sums := &s.tallies[x].sums
		*sums = outward{}
		for parent := range s.graph.Parents(x) {
			sums.add(s.shares[parent])
		}
	}
}

// of are the sums of a node, which may be newer than the last step.
func (s *siblings) of(v int32) outward {
	s.grow()
	return s.tallies[v].sums
}
