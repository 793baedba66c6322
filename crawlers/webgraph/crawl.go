package webgraph

import (
	"cmp"
	"fmt"
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
	graph    *Graph
	options  Options
	arms     []Estimator
	names    []string // of the arms
	bandit   *bandit  // nil with one arm
	seeds    *order
	worst    *order // of the waiting nodes; nil without a limit
	states   []state
	members  [][]int32 // the waiting nodes, by group
	places   []int32   // of a waiting node among the members of its group
	waiting  int       // waiting nodes and those of the batch
	pulls    []pull    // by node; of those that a bandit chose
	batch    []Choice  // chosen and not yet taken
	open     int       // taken and not yet ended
	accepted []Edge    // of the node being crawled
	admitted int       // nodes promised the room that is left
	dropped  []int32
}

// state is where a node is on its way.
type state uint8

const (
	unknown state = iota
	waiting
	chosen // in the batch
	taken
	ended // crawled or failed
	forgotten
)

// Choice is a node that was chosen, and why.
type Choice struct {
	Node  int32
	Value float64 // estimated β; 1 for seeds
	Arm   string  // the estimator that chose it; empty for seeds
	Terms []Term  // of the value; none for seeds
}

// NewCrawl returns a crawl of which nothing is known. The error says what is wrong with the options.
func NewCrawl(o Options) (*Crawl, error) {
	g := NewGraph()
	c := &Crawl{graph: g, options: o, names: []string{o.Estimator}, seeds: newOrder(g)}
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
	if o.Limit > 0 {
		c.worst = newWorstOrder(g)
	}
	return c, nil
}

// Graph is what the crawl knows. It is for reading, and for Grow.
func (c *Crawl) Graph() *Graph { return c.graph }

// Waiting is the number of nodes that may still be taken.
func (c *Crawl) Waiting() int { return c.waiting }

func (c *Crawl) state(v int32) *state {
	c.states = grown(c.states, v, unknown)
	return &c.states[v]
}

// Seed puts a node on the frontier that the crawl starts from, and returns the nodes dropped for it.
func (c *Crawl) Seed(v int32) (dropped []int32) {
	c.graph.seed(v)
	if *c.state(v) == unknown {
		c.seeds.enter(v, 0)
		c.wait(v)
	}
	return c.shrink()
}

// Take chooses the next node among the groups that are ready. There is none when no such node waits, or while the nodes of
// a batch have not all ended.
func (c *Crawl) Take(ready func(group int32) bool) (Choice, bool) {
	next, ok := Choice{}, false
	if c.options.Batch <= 1 {
		next, ok = c.choose(ready)
	} else {
		next, ok = c.takeFromBatch(ready)
	}
	if ok {
		c.states[next.Node] = taken
		c.waiting--
		c.open++
	}
	return next, ok
}

// takeFromBatch takes the first node of the batch that is ready. When all that were taken have ended, the batch is filled
// up: nodes that are not ready do not make the others wait.
func (c *Crawl) takeFromBatch(ready func(group int32) bool) (Choice, bool) {
	isReady := func(b Choice) bool { return ready(c.graph.Group(b.Node)) }
	i := slices.IndexFunc(c.batch, isReady)
	if i < 0 && c.open == 0 {
		for len(c.batch) < c.options.Batch {
			next, ok := c.choose(ready)
			if !ok {
				break
			}
			c.batch = append(c.batch, next)
		}
		i = slices.IndexFunc(c.batch, isReady)
	}
	if i < 0 {
		return Choice{}, false
	}
	next := c.batch[i]
	c.batch = slices.Delete(c.batch, i, i+1)
	return next, true
}

// choose takes a node out of the orders, if one is ready. Where none is, nothing is drawn at random.
func (c *Crawl) choose(ready func(group int32) bool) (Choice, bool) {
	if v, ok := c.seeds.best(ready); ok {
		c.leave(v)
		return Choice{Node: v, Value: 1}, true
	}
	best, ok := c.arms[0].Best(ready)
	if !ok {
		return Choice{}, false
	}
	decision := pull{}
	if c.bandit != nil {
		decision = c.bandit.choose()
		best, _ = c.arms[decision.arm].Best(ready)
	}
	arm := decision.arm
	if c.options.Altered {
		best = c.alter(c.arms[arm], best, ready)
	}
	if c.bandit != nil {
		c.pulls = grown(c.pulls, best, pull{})
		c.pulls[best] = decision
	}
	next := Choice{best, c.arms[arm].Value(best), c.names[arm], c.arms[arm].Explain(best)}
	c.leave(best)
	return next, true
}

// alter is the altered greedy strategy: the best node with probability q, else any of those with a value of at least
// ζ times the best, all alike. It looks at every waiting node of the groups that are ready.
func (c *Crawl) alter(e Estimator, best int32, ready func(group int32) bool) int32 {
	if c.options.Rand.Float64() < c.options.Q {
		return best
	}
	most := e.Value(best)
	least := min(most, c.options.Zeta*most)
	seen := 0
	for group, members := range c.members {
		if len(members) == 0 || !ready(int32(group)) {
			continue
		}
		for _, v := range members {
			if e.Value(v) >= least {
				if seen++; c.options.Rand.IntN(seen) == 0 {
					best = v
				}
			}
		}
	}
	return best
}

// Crawled tells of a node's β and links, whether it was taken or not. It returns the nodes dropped for its children.
func (c *Crawl) Crawled(v int32, beta float64, edges []Edge) (dropped []int32) {
	if c.graph.Crawled(v) {
		return nil
	}
	c.end(v, beta)
	c.accepted, c.admitted = c.accepted[:0], 0
	for _, e := range edges {
		if *c.state(e.To) != forgotten {
			c.accepted = append(c.accepted, e)
		}
	}
	c.graph.crawl(v, beta, c.accepted)
	for _, arm := range c.arms {
		arm.crawled(v)
	}
	for child := range c.graph.Children(v) {
		switch c.states[child] {
		case unknown:
			c.wait(child)
			for _, arm := range c.arms {
				arm.entered(child)
			}
		case waiting:
			c.revalue(child)
		}
	}
	return c.shrink()
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
	case waiting, chosen:
		c.end(v, 0)
		return true
	}
	return false
}

// end ends the waiting of a node, in whatever state it is, and pays the bandit.
func (c *Crawl) end(v int32, reward float64) {
	c.graph.reach(v)
	switch *c.state(v) {
	case waiting:
		c.leave(v)
		c.waiting--
	case chosen:
		c.batch = slices.DeleteFunc(c.batch, func(b Choice) bool { return b.Node == v })
		c.waiting--
	case taken:
		c.open--
		if c.bandit != nil && int(v) < len(c.pulls) {
			c.bandit.reward(&c.pulls[v], reward)
		}
	}
	c.states[v] = ended
}

// Correct replaces the β of a crawled node everywhere: in sums, regressions and the bandit's means.
func (c *Crawl) Correct(v int32, beta float64) {
	if !c.graph.Crawled(v) {
		return
	}
	change := beta - c.graph.Beta(v)
	c.graph.correct(v, beta)
	for _, arm := range c.arms {
		arm.corrected(v)
	}
	if c.bandit != nil && int(v) < len(c.pulls) {
		c.bandit.correct(c.pulls[v], change)
	}
	for child := range c.graph.Children(v) {
		c.revalue(child)
	}
}

// wait lets a node wait that was unknown.
func (c *Crawl) wait(v int32) {
	group := c.graph.Group(v)
	c.members, c.places = grown(c.members, group, nil), grown(c.places, v, 0)
	c.places[v] = int32(len(c.members[group]))
	c.members[group] = append(c.members[group], v)
	c.states[v] = waiting
	c.waiting++
	if c.worst != nil {
		c.worst.enter(v, -c.worth(v))
	}
}

// leave takes a waiting node out of all orders. It is chosen from now on.
func (c *Crawl) leave(v int32) {
	members := c.members[c.graph.Group(v)]
	last := members[len(members)-1]
	members[c.places[v]], c.places[last] = last, c.places[v]
	c.members[c.graph.Group(v)] = members[:len(members)-1]
	c.states[v] = chosen
	c.seeds.leave(v)
	for _, arm := range c.arms {
		arm.left(v)
	}
	if c.worst != nil {
		c.worst.leave(v)
	}
}

// worth is what decides which node is dropped.
func (c *Crawl) worth(v int32) float64 {
	if c.seeds.has(v) {
		return math.Inf(1)
	}
	first := c.graph.FirstLevel(v)
	return first[1] + first[3]
}

func (c *Crawl) revalue(v int32) {
	if c.worst != nil {
		c.worst.move(v, -c.worth(v))
	}
}

// Admit is asked before a node that is not known yet becomes one of the links of the next node crawled, whose β is given
// with the α of the link. It says whether there is room on the frontier, or a node worth less, which is dropped for it;
// otherwise the node would be dropped itself, and is best left out of the links.
func (c *Crawl) Admit(beta, alpha float64) bool {
	if c.worst != nil && c.waiting+c.admitted >= c.options.Limit {
		worst, ok := c.worst.best(everyGroup)
		if !ok || beta+beta*alpha <= c.worth(worst) {
			return false
		}
		c.drop(worst)
	}
	c.admitted++
	return true
}

func everyGroup(int32) bool { return true }

// shrink drops the worst nodes while too many wait, and returns all that were dropped since it was called last.
func (c *Crawl) shrink() []int32 {
	for c.worst != nil && c.waiting > c.options.Limit {
		v, ok := c.worst.best(everyGroup)
		if !ok {
			break // a batch fills the limit
		}
		c.drop(v)
	}
	dropped := c.dropped
	c.dropped = nil
	return dropped
}

func (c *Crawl) drop(v int32) {
	c.leave(v)
	c.waiting--
	c.states[v] = forgotten
	c.graph.forget(v)
	c.dropped = append(c.dropped, v)
}

// Best are the first waiting nodes by value, with several arms by that of the best arm so far. It looks at all of them,
// which is for the screen.
func (c *Crawl) Best(limit int) []Choice {
	arm := 0
	if c.bandit != nil {
		arm = c.bandit.best()
	}
	best := append([]Choice{}, c.batch...)
	for _, members := range c.members {
		for _, v := range members {
			next := Choice{Node: v, Value: 1}
			if !c.seeds.has(v) {
				next.Value, next.Arm = c.arms[arm].Value(v), c.names[arm]
			}
			if best = append(best, next); len(best) >= 2*limit+1000 {
				best = firstChoices(best, limit)
			}
		}
	}
	best = firstChoices(best, limit)
	for i := range best {
		if best[i].Arm != "" && best[i].Terms == nil {
			best[i].Terms = c.arms[arm].Explain(best[i].Node)
		}
	}
	return best
}

func firstChoices(all []Choice, limit int) []Choice {
	slices.SortFunc(all, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Node, b.Node))
	})
	return all[:min(max(limit, 0), len(all))]
}
