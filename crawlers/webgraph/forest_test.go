package webgraph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// Fresh cells of the nodes 1 (twice) to 3 and two piles: of 2 the fresh one counts, 4 has left, 5 was moved when its version
// was 3, and has come in once more since. What departed is told on where there may be older piles.
func TestMergedByHand(t *testing.T) {
	c := func(node int32, version uint32) cell { return cell{node: node, version: version} }
	older := newPile(1, []cell{c(1, 1), c(2, 3), c(4, 2), c(6, 1)}, []departure{{9, 2}})
	newer := newPile(1, []cell{c(4, 3), c(5, 2), c(7, 1)}, nil)
	departures := []departure{{4, 1 << 31}, {5, 4}}
	for _, oldest := range []bool{true, false} {
		p := merged(1, [][]cell{{c(1, 2), c(2, 4)}, {c(1, 3), c(3, 1), c(5, 4)}}, []*pile{older, newer}, departures, oldest)
		got := map[int32]uint32{}
		for _, c := range p.cells {
			got[c.node] = c.version
		}
		if want := "map[1:3 2:4 3:1 5:4 6:1 7:1]"; fmt.Sprint(got) != want || len(p.cells) != 6 {
			t.Errorf("%v in %d cells; want %s", got, len(p.cells), want)
		}
		want := []departure{{4, 1 << 31}, {5, 4}, {9, 2}}
		if oldest {
			want = nil
		}
		if !slices.Equal(p.departures, want) {
			t.Errorf("with older piles %v: departures %v; want %v", !oldest, p.departures, want)
		}
	}
	if len(older.cells) != 4 || older.cells[0] != c(1, 1) {
		t.Errorf("what was merged is changed: %v", older.cells)
	}
}

// A node that was moved to the forest of its group, which was not ready, does not come back with the next pile of all groups.
func TestWhatWasMovedIsNotMerged(t *testing.T) {
	g := NewGraph()
	const moved = 7
	o := newLinearOrder(g, func(v int32) point { return point{float64(v % (moved + 1))} }, 1, false)
	for v := range int32(dueSize*leafSize + 1) {
		g.Grow(v, v%2)
		g.states[v] = waiting
		putPoint(o, v)
	}
	for v := range int32(g.Len()) {
		if v%2 == 1 && v != moved {
			g.states[v] = ended
		}
	}
	if v, _ := o.best([]float64{0, 1}, func(group int32) bool { return group == 0 }); v != moved-1 {
		t.Fatalf("best of group 0 is %d", v)
	}
	if o.own[1] == nil || o.own[1].size() != 1 {
		t.Fatal("nothing was moved")
	}
	o.shared.handIn(o.homework())
	for _, c := range o.shared.piles[0].cells {
		if c.node == moved {
			t.Errorf("%d is in the pile", moved)
		}
	}
	if v, _ := o.best([]float64{0, 1}, everyGroup); v != moved {
		t.Errorf("best is %d; want %d", v, moved)
	}
}

// A crawl whose homework is done by others, handed in sooner or later, or twice, takes the same nodes as one that has nobody
// for it: with hosts that are not ready, nodes that are dropped, failures and corrections.
func TestHomeworkMakesNoDifference(t *testing.T) {
	handed := 0
	for seed := range uint64(6) {
		alone, helped := newHomeworkCrawl(t, seed), newHomeworkCrawl(t, seed)
		random := rand.New(rand.NewPCG(seed, 9))
		var helpers sync.WaitGroup
		var due *Homework
		for step := range 3000 {
			first, second := alone.step(), helped.step()
			if first != second {
				t.Fatalf("seed %d, step %d: %s with help, %s without", seed, step, second, first)
			}
			if h := helped.crawl.Homework(); h != due {
				due = h
				if due != nil {
					helpers.Go(func() { h.Do() })
				}
			} else if due != nil && random.IntN(40) == 0 {
				helped.crawl.HandIn(due)
				helped.crawl.HandIn(due)
				handed++
			}
		}
		helpers.Wait()
	}
	if handed < 50 {
		t.Errorf("homework was handed in %d times: too few to tell", handed)
	}
}

// homeworkCrawl is a crawl of a graph made up on the way.
type homeworkCrawl struct {
	crawl  *Crawl
	random *rand.Rand
	nodes  []int32 // offered so far
	busy   int32
	open   []int32
}

func newHomeworkCrawl(t *testing.T, seed uint64) *homeworkCrawl {
	c, err := NewCrawl(Options{
		Estimator: []string{"lr-fl", "mab-e"}[seed%2], Epsilon: 0.3, Reset: 1, Limit: []int{0, 400, 4000}[seed%3], Rand: rand.New(rand.NewPCG(seed, 2)),
	})
	if err != nil {
		t.Fatal(err)
	}
	c.Seed(0)
	return &homeworkCrawl{crawl: c, random: rand.New(rand.NewPCG(seed, 3)), nodes: []int32{0}, busy: -1}
}

// step takes a node and says which, and crawls one that was taken.
func (h *homeworkCrawl) step() string {
	if h.random.IntN(30) == 0 {
		h.busy = h.random.Int32N(8) - 4
	}
	next, ok := h.crawl.Take(func(group int32) bool { return group != h.busy })
	if ok {
		h.open = append(h.open, next.Node)
	}
	for len(h.open) > 3 || !ok && len(h.open) > 0 {
		v := h.open[0]
		h.open = h.open[1:]
		switch {
		case h.random.IntN(20) == 0:
			h.crawl.Failed(v)
		default:
			h.visit(v)
		}
		if h.random.IntN(50) == 0 {
			h.crawl.Correct(v, h.random.Float64())
		}
	}
	return fmt.Sprint(next)
}

func (h *homeworkCrawl) visit(v int32) {
	beta := h.random.Float64()
	var edges []Edge
	for range 12 {
		alpha := max(0, h.random.Float64()-0.5)
		if h.random.IntN(3) > 0 {
			edges = append(edges, Edge{h.nodes[h.random.IntN(len(h.nodes))], alpha})
		} else if h.crawl.Admit(beta, alpha) {
			to := int32(h.crawl.Graph().Len())
			h.crawl.Graph().Grow(to, h.random.Int32N(5))
			h.nodes = append(h.nodes, to)
			edges = append(edges, Edge{to, alpha})
		}
	}
	h.crawl.Crawled(v, beta, edges)
}
