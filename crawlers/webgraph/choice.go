package webgraph

import (
	"cmp"
	"slices"
)

// Choice is a node that was chosen, and why.
type Choice struct {
	Node  int32
	Value float64 // estimated β; 1 for seeds
	Arm   string  // the estimator that chose it; empty for seeds
	Terms []Term  // of the value; none for seeds
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
		c.graph.states[next.Node] = taken
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
		c.leave(v, chosen)
		return Choice{Node: v, Value: 1}, true
	}
	if !c.anyReady(ready) {
		return Choice{}, false
	}
	decision := pull{}
	if c.bandit != nil {
		decision = c.bandit.choose()
	}
	arm := decision.arm
	best, ok := c.arms[arm].Best(ready)
	if !ok {
		return Choice{}, false
	}
	if c.options.Altered {
		best = c.alter(c.arms[arm], best, ready)
	}
	if c.bandit != nil {
		c.pulls.reach(best)
		*c.pulls.at(best) = decision
	}
	next := Choice{best, c.arms[arm].Value(best), c.names[arm], c.arms[arm].Explain(best)}
	c.leave(best, chosen)
	return next, true
}

// anyReady says whether a node waits in a group that is ready. It begins where it found one last.
func (c *Crawl) anyReady(ready func(group int32) bool) bool {
	for range c.waitingIn {
		if c.likely %= len(c.waitingIn); c.waitingIn[c.likely] > 0 && ready(int32(c.likely)) { // #nosec G115 -- groups have numbers of 32 bits
			return true
		}
		c.likely++
	}
	return false
}

// alter is the altered greedy strategy: the best node with probability q, else any of those with a value of at least
// ζ times the best, all alike. It looks at every node that waits.
func (c *Crawl) alter(e Estimator, best int32, ready func(group int32) bool) int32 {
	if c.options.Rand.Float64() < c.options.Q {
		return best
	}
	most := e.Value(best)
	least := min(most, c.options.Zeta*most)
	isReady := make([]bool, len(c.waitingIn))
	for group, waiting := range c.waitingIn {
		isReady[group] = waiting > 0 && ready(int32(group)) // #nosec G115 -- groups have numbers of 32 bits
	}
	seen := 0
	for v := range c.waits() {
		if isReady[c.graph.Group(v)] && e.Value(v) >= least {
			if seen++; c.options.Rand.IntN(seen) == 0 {
				best = v
			}
		}
	}
	return best
}

// Best are the first waiting nodes by value, with several arms by that of the best arm so far. It looks at every node that
// waits, which is for the screen.
func (c *Crawl) Best(limit int) []Choice {
	arm := 0
	if c.bandit != nil {
		arm = c.bandit.best()
	}
	best := append([]Choice{}, c.batch...)
	for v := range c.waits() {
		next := Choice{Node: v, Value: 1}
		if c.graph.states[v] != seeded {
			next.Value, next.Arm = c.arms[arm].Value(v), c.names[arm]
		}
		if best = append(best, next); len(best) >= 2*limit+1000 {
			best = firstChoices(best, limit)
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
