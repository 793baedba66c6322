package webgraph

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
)

// Options are how a crawl chooses.
type Options struct {
	Estimator string     // one of Names
	Epsilon   float64    // bandits: ε, the share of steps that explore, 0…1
	Reset     int        // mab-var: r, the least steps between two new beginnings; mab-e-first: the steps that are planned for; ≥ 1
	Altered   bool       // the altered greedy strategy instead of the greedy one ([GMS14] §6.1)
	Q         float64    // altered greedy: the probability with which the best node is taken, 0…1
	Zeta      float64    // altered greedy: the others come from the nodes of at least Zeta times the best value, 0…1
	Eta       float64    // nr: η, the weight of a node's own β against its neighbours', above 0, to 1; 0 = 0.5, the paper's
	Batch     int        // nodes chosen with one estimation ([GMS14] §6.2); 0 = 1
	Limit     int        // the most nodes that wait; 0 = no limit
	Rand      *rand.Rand // for bandits and the altered greedy strategy
	Oracle    func(v int32) float64
}

// Crawl is the loop of [GMS14] Algorithm 1, turned inside out: Take gives the next node, and Crawled or Failed says what
// became of it, in whatever order. Seeds are crawled first of all, as the paper starts from a crawled V_0.
//
// With a Limit, the waiting nodes with the least Σ β(u)·(1+α(u,v)) over their parents u are dropped, of equal ones the
// youngest, seeds last, whatever the estimator: it is a bound that the paper does not have, and should not move with the
// coefficients of a regression. A dropped node is forgotten with the links to it. It does not come back by that number;
// a caller to whom it is offered again gives it a new one, and it starts with the parents that offer it then.
//
// A node that has failed has no β: it is not part of the crawled graph, no regression learns from it, and the bandit's
// reward for it is 0.
type Crawl struct {
	graph     *Graph
	options   Options
	arms      []Estimator
	names     []string // of the arms
	bandit    *bandit  // nil with one arm
	seeds     *order
	worst     queue       // of the waiting nodes, see least; empty without a limit
	waitingIn []int32     // how many nodes, by group
	likely    int         // the group where anyReady begins
	waiting   int         // waiting nodes and those of the batch
	pulls     array[pull] // by node; of those that a bandit chose
	batch     []Choice    // chosen and not yet taken
	open      int         // taken and not yet ended
	accepted  []Edge      // of the node being crawled
	admitted  int         // nodes promised the room that is left
	dropped   []int32
	ahead     []int32 // see Foresee
	touched   int     // of no meaning: what is looked at ahead must be made use of
}

// NewCrawl returns a crawl of which nothing is known. The error says what is wrong with the options.
func NewCrawl(o Options) (*Crawl, error) {
	g := NewGraph()
	c := &Crawl{graph: g, options: o, names: []string{o.Estimator}, seeds: newOrder(g)}
	c.seeds.of = seeded
	isBandit := slices.Contains(banditNames(), o.Estimator)
	if (isBandit || o.Altered) && o.Rand == nil {
		return nil, fmt.Errorf("the estimator %s and its strategy draw at random: give Options.Rand", o.Estimator)
	}
	if isBandit {
		if !(o.Epsilon >= 0 && o.Epsilon <= 1) || o.Reset < 1 {
			return nil, fmt.Errorf("the estimator %s with epsilon %v and reset %d: epsilon must be 0 to 1, reset at least 1", o.Estimator, o.Epsilon, o.Reset)
		}
		c.names = banditArms
		c.bandit = newBandit(o.Estimator, len(banditArms), o)
	}
	for _, name := range c.names {
		arm, err := newEstimator(name, g, o)
		if err != nil {
			return nil, err
		}
		c.arms = append(c.arms, arm)
	}
	return c, nil
}

// Graph is what the crawl knows. It is for reading, and for Grow.
func (c *Crawl) Graph() *Graph { return c.graph }

// Waiting is the number of nodes that may still be taken.
func (c *Crawl) Waiting() int { return c.waiting }

func (c *Crawl) state(v int32) *state {
	c.graph.reach(v)
	return &c.graph.states[v]
}

// Seed puts a node on the frontier that the crawl starts from, and returns the nodes dropped for it, until the next call.
func (c *Crawl) Seed(v int32) (dropped []int32) {
	c.graph.seed(v)
	if *c.state(v) == unknown {
		c.wait(v, seeded)
		c.seeds.put(v, 0)
	}
	return c.shrink()
}

// Crawled tells of a node's β, which is finite and ≥ 0, and links, whether it was taken or not. It returns the nodes dropped
// for its children, until the next call.
func (c *Crawl) Crawled(v int32, beta float64, edges []Edge) (dropped []int32) {
	c.admitted = 0
	if c.graph.Crawled(v) || *c.state(v) == forgotten {
		return c.shrink()
	}
	c.end(v, beta)
	if c.options.Limit > 0 {
		edges = c.remembered(edges)
	}
	c.graph.crawl(v, beta, edges)
	for _, arm := range c.arms {
		arm.crawled(v)
	}
	for _, l := range c.graph.linksOf(v) {
		if c.graph.states[l.to] == unknown {
			c.wait(l.to, waiting)
			for _, arm := range c.arms {
				arm.entered(l.to)
			}
		}
	}
	return c.shrink()
}

// remembered is the links to nodes that were not forgotten.
func (c *Crawl) remembered(edges []Edge) []Edge {
	c.accepted = c.accepted[:0]
	for _, e := range edges {
		if *c.state(e.To) != forgotten {
			c.accepted = append(c.accepted, e)
		}
	}
	return c.accepted
}

// Failed tells that nothing came of a node.
func (c *Crawl) Failed(v int32) {
	if !c.graph.Crawled(v) {
		c.end(v, 0)
	}
}

// Withdraw takes a node off the frontier, if it waits there, because it has come to be known by another number. It says
// whether that number is to be used from now on: not where the node was taken, whose outcome is still to come, or has ended.
func (c *Crawl) Withdraw(v int32) bool {
	switch *c.state(v) {
	case seeded, waiting, chosen:
		c.end(v, 0)
		return true
	}
	return false
}

// end ends the waiting of a node, in whatever state it is, and pays the bandit. A forgotten one stays so.
func (c *Crawl) end(v int32, reward float64) {
	switch *c.state(v) {
	case forgotten:
		return
	case seeded, waiting:
		c.leave(v, chosen)
		c.waiting--
	case chosen:
		c.batch = slices.DeleteFunc(c.batch, func(b Choice) bool { return b.Node == v })
		c.waiting--
	case taken:
		c.open--
		if c.bandit != nil && int(v) < c.pulls.length {
			c.bandit.reward(c.pulls.at(v), reward)
		}
	}
	c.graph.states[v] = ended
}

// Correct replaces the β of a crawled node everywhere, by one that is finite and ≥ 0: in sums, regressions and the bandit's
// means.
func (c *Crawl) Correct(v int32, beta float64) {
	if !c.graph.Crawled(v) {
		return
	}
	change := beta - c.graph.Beta(v)
	c.graph.correct(v, beta)
	if c.options.Limit > 0 {
		for child := range c.graph.Children(v) {
			if c.graph.waits(child) {
				c.rate(child)
			}
		}
	}
	for _, arm := range c.arms {
		arm.corrected(v)
	}
	if c.bandit != nil && int(v) < c.pulls.length {
		c.bandit.correct(*c.pulls.at(v), change)
	}
}

// wait lets a node wait that was unknown.
func (c *Crawl) wait(v int32, as state) {
	group := c.graph.Group(v)
	c.waitingIn = grown(c.waitingIn, group, 0)
	c.waitingIn[group]++
	c.graph.enter(v, as)
	c.waiting++
	if c.options.Limit > 0 {
		c.rate(v)
	}
}

// leave ends the waiting of a node, which is something else from now on.
func (c *Crawl) leave(v int32, as state) {
	c.waitingIn[c.graph.Group(v)]--
	c.graph.states[v] = as
	for _, arm := range c.arms {
		arm.left(v)
	}
}

// waits yields the waiting nodes, as they came in.
func (c *Crawl) waits() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for _, v := range c.graph.frontier {
			if c.graph.waits(v) && !yield(v) {
				return
			}
		}
	}
}

// worth is what decides which node is dropped.
func (c *Crawl) worth(v int32) float64 {
	if c.graph.states[v] == seeded {
		return math.Inf(1)
	}
	first := c.graph.FirstLevel(v)
	return first[1] + first[3]
}

// rate puts a waiting node among the worst by what it is worth now, of equal ones the youngest first.
func (c *Crawl) rate(v int32) {
	c.worst.push(entry{key: -c.worth(v), node: ^v})
	if c.worst.size > 2*c.waiting+1024 { // most entries are of no use
		c.worst = queue{}
		for v := range c.waits() {
			c.worst.push(entry{key: -c.worth(v), node: ^v})
		}
	}
}

// least is the waiting node that is worth least.
//
// A node that comes to be worth more stays where it is among the worst until it is the first of them, and so does one that
// leaves. Only a correction lets a node fall, and rates it anew: no node is worth less than its first entry says.
func (c *Crawl) least() (v int32, ok bool) {
	for {
		e, ok := c.worst.first()
		v = ^e.node
		waits := ok && c.graph.waits(v)
		if !ok || waits && !(e.key > -c.worth(v)) {
			return v, ok
		}
		c.worst.removeFirst()
		if waits {
			c.rate(v)
		}
	}
}

// Admit is asked before a node that is not known yet becomes one of the links of the next node crawled, whose β is given
// with the α of the link. It says whether there is room on the frontier, or a node worth less, which is dropped for it;
// otherwise the node would be dropped itself, and is best left out of the links.
func (c *Crawl) Admit(beta, alpha float64) bool {
	if c.options.Limit > 0 && c.waiting+c.admitted >= c.options.Limit {
		worst, ok := c.least()
		if !ok || beta+beta*alpha <= c.worth(worst) {
			return false
		}
		c.dropLeast(worst)
	}
	c.admitted++
	return true
}

// Foresee gives the nodes that will most probably be dropped if so many are admitted with the β of their page and α at most
// that great. What will be looked at of them is touched: each look is a wait for memory that is far away, and those that do
// not depend on each other wait together.
func (c *Crawl) Foresee(beta, alpha float64, admitted int) []int32 {
	c.ahead = c.ahead[:0]
	for _, e := range c.worst.tail(c.waiting + admitted - c.options.Limit) {
		if -e.key < beta+beta*alpha {
			c.ahead = append(c.ahead, ^e.node)
		}
	}
	touched := 0
	for _, v := range c.ahead {
		touched += c.graph.Touch(v)
	}
	c.touched = touched
	return c.ahead
}

func everyGroup(int32) bool { return true }

// shrink drops the worst nodes while too many wait, and returns all that were dropped since it was called last.
func (c *Crawl) shrink() []int32 {
	for c.options.Limit > 0 && c.waiting > c.options.Limit {
		v, ok := c.least()
		if !ok {
			break // a batch fills the limit
		}
		c.dropLeast(v)
	}
	dropped := c.dropped
	c.dropped = c.dropped[:0]
	return dropped
}

// dropLeast ends the waiting of the node that least has just given, and forgets it.
func (c *Crawl) dropLeast(v int32) {
	c.worst.removeFirst()
	c.waiting--
	c.leave(v, forgotten)
	c.dropped = append(c.dropped, v)
}
