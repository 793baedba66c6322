package webgraph

// First is the node that the estimator holds to be the best of those that wait, with several arms the best arm so far.
// Nothing is taken, and nothing is drawn at random; seeds and a batch are passed over. There is none while only they wait.
func (c *Crawl) First() (Choice, bool) {
	arm := 0
	if c.bandit != nil {
		arm = c.bandit.best()
	}
	v, ok := c.arms[arm].Best(func(int32) bool { return true })
	if !ok {
		return Choice{}, false
	}
	return Choice{Node: v, Value: c.arms[arm].Value(v), Arm: c.names[arm]}, true
}
