package webgraph

import "math"

// breadthFirst is bfs, [GMS14] Estimator 1: 1/(l(v)+1) with l(v) the distance from the nearest seed in the known graph.
//
// Another estimator may lead the crawl, so that a shorter way to a node is found when it has been crawled long since: the
// distances of what can be reached from there are brought up to date at once.
type breadthFirst struct {
	ranked
	distance []int32
	nearer   []int32 // crawled nodes whose links are still to be followed
}

func newBreadthFirst(g *Graph) *breadthFirst { return &breadthFirst{ranked: newRanked(g)} }

func (e *breadthFirst) at(v int32) *int32 {
	e.distance = grown(e.distance, v, math.MaxInt32)
	if e.graph.nodes.at(v).seed {
		e.distance[v] = 0
	}
	return &e.distance[v]
}

func (e *breadthFirst) entered(v int32) { e.order.put(v, -float64(*e.at(v))) }
func (e *breadthFirst) corrected(int32) {}

func (e *breadthFirst) crawled(v int32) {
	if d := e.at(v); *d == math.MaxInt32 { // one that nobody links to starts a crawl as well
		*d = 0
	}
	e.nearer = append(e.nearer[:0], v)
	for i := 0; i < len(e.nearer); i++ {
		next := e.distance[e.nearer[i]] + 1
		for child := range e.graph.Children(e.nearer[i]) {
			d := e.at(child)
			if next >= *d {
				continue
			}
			*d = next
			e.order.move(child, -float64(next))
			if e.graph.Crawled(child) {
				e.nearer = append(e.nearer, child)
			}
		}
	}
}

// Value implements Estimator.
func (e *breadthFirst) Value(v int32) float64 { return 1 / (float64(*e.at(v)) + 1) }

// Explain implements Estimator.
func (e *breadthFirst) Explain(v int32) []Term { return []Term{{"distance", float64(*e.at(v))}} }
