package webgraph

import "slices"

// journal is the nodes whose first-level sums have changed, in order, for orders that are brought up to date when they are
// asked: where several are kept of which one is asked, a node may change often and leave before an order would have to
// know. An order reads on from where it was when it was asked last.
type journal struct {
	nodes []int32
	read  []int // by reader, how many of the nodes it has read
	most  int   // nodes, before those are looked for that nobody needs
}

// reader returns the number of a new reader.
func (j *journal) reader() int {
	j.read = append(j.read, len(j.nodes))
	return len(j.read) - 1
}

func (j *journal) note(v int32) {
	if len(j.read) > 0 {
		j.nodes = append(j.nodes, v)
	}
}

// unread is the nodes that a reader has not read. They may come more than once, and may have left.
func (j *journal) unread(reader int) []int32 {
	nodes := j.nodes[j.read[reader]:]
	j.read[reader] = len(j.nodes)
	return nodes
}

// trim throws away what nobody needs, once that may be most: what all have read, and where that is little, nodes that do not
// wait any more, and of each node all mentions but the last.
func (j *journal) trim(g *Graph) {
	if len(j.nodes) <= j.most {
		return
	}
	all := slices.Min(j.read)
	for r := range j.read {
		j.read[r] -= all
	}
	j.nodes = append(j.nodes[:0], j.nodes[all:]...)
	if all < len(j.nodes) {
		j.keepLast(g)
	}
	j.most = 2*len(j.nodes) + 1024
}

// keepLast keeps the last mention of each node that waits, or will once all is known of the step.
func (j *journal) keepLast(g *Graph) {
	known, unread := make([]bool, g.Len()), make([]int, len(j.read))
	kept := len(j.nodes) // what is kept moves to the end at first
	for i, v := range slices.Backward(j.nodes) {
		if known[v] || g.states[v] > waiting {
			continue
		}
		known[v] = true
		kept--
		j.nodes[kept] = v
		for r, at := range j.read {
			if i >= at {
				unread[r]++
			}
		}
	}
	j.nodes = append(j.nodes[:0], j.nodes[kept:]...)
	for r := range j.read {
		j.read[r] = len(j.nodes) - unread[r]
	}
}
