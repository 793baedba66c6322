package webgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The graph of the worked examples: 0 is the seed; 0 → 1 (α 0.5), 0 → 2 (α 0), 0 → 3 (α 0.25); 1 → 3 (α 1), 1 → 4 (α 0.5),
// 1 → 0 (α 0). β(0) = 0.2, β(1) = 0.8. Crawled are 0 and 1; the frontier is 2, 3 and 4. P(2) = {0}, P(3) = {0, 1},
// P(4) = {1}.
func workedCrawl(t *testing.T, estimator string) *Crawl {
	t.Helper()
	c, err := NewCrawl(Options{Estimator: estimator})
	if err != nil {
		t.Fatal(err)
	}
	c.Seed(0)
	c.Crawled(0, 0.2, []Edge{{1, 0.5}, {2, 0}, {3, 0.25}})
	c.Crawled(1, 0.8, []Edge{{3, 1}, {4, 0.5}, {0, 0}})
	return c
}

// First level: fl_deg(3) = 2; fl_n(3) = β(0)+β(1) = 1; fl_e(3) = 0.25+1 = 1.25; fl_ne(3) = 0.2·0.25 + 0.8·1 = 0.85.
//
// Second level: the crawled children of 0 are {1}, of 1 {0}. Shares of 0: β(1) = 0.8, α(0,1) = 0.5, their product 0.4; of
// 1: β(0) = 0.2, α(1,0) = 0, product 0. So node 2 has 0's, node 4 has 1's, and node 3 both: 1, 0.5, 0.4.
//
// bfs: 1 and so 4 are found from 1, at distance 2; 2 and 3 at distance 1.
func TestSumsByHand(t *testing.T) {
	for _, c := range []struct {
		estimator string
		of2       float64
		of3       float64
		of4       float64
		best      int32
	}{
		{"fl-deg", math.Log(2), math.Log(3), math.Log(2), 3},
		{"fl-n", math.Log(1.2), math.Log(2), math.Log(1.8), 3},
		{"fl-e", 0, math.Log(2.25), math.Log(1.5), 3},
		{"fl-ne", 0, math.Log(1.85), math.Log(1.4), 3},
		{"sl-n", math.Log(1.8), math.Log(2), math.Log(1.2), 3},
		{"sl-e", math.Log(1.5), math.Log(1.5), 0, 2}, // equal: the smaller number
		{"sl-ne", math.Log(1.4), math.Log(1.4), 0, 2},
		{"bfs", 1.0 / 2, 1.0 / 2, 1.0 / 3, 2},
	} {
		crawl := workedCrawl(t, c.estimator)
		for v, want := range map[int32]float64{2: c.of2, 3: c.of3, 4: c.of4} {
			if got := crawl.arms[0].Value(v); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s of %d is %v; want %v", c.estimator, v, got, want)
			}
		}
		if next, ok := crawl.Take(everyGroup); !ok || next.Node != c.best || next.Arm != c.estimator {
			t.Errorf("%s takes %+v; want %d", c.estimator, next, c.best)
		}
	}
}

// opic, three steps. Cash starts at 1 for all.
//
//	0: H(0) = 1. α·C over its children: 0.5, 0, 0.25, sum 0.75. C(1) = 1 + 0.5/0.75 = 5/3, C(2) = 1, C(3) = 1 + 1/3 = 4/3.
//	   G = 1, C(0) = 0.
//	1: H(1) = 5/3. α·C: 3: 1·4/3, 4: 0.5·1, 0: 0, sum 11/6. C(3) = 4/3 + 5/3·(4/3)/(11/6) = 4/3 + 40/33 = 28/11,
//	   C(4) = 1 + 5/3·(1/2)/(11/6) = 1 + 5/11 = 16/11, C(0) = 0. G = 8/3, C(1) = 0.
//	3, with links to 2 and 4, both α = 0: even shares of 28/11. C(2) = 1 + 14/11 = 25/11, C(4) = 16/11 + 14/11 = 30/11.
//	   G = 8/3 + 28/11 = 172/33.
//
// The values are C/(G+1) = C·33/205: of 2 75/205, of 4 90/205.
func TestCashByHand(t *testing.T) {
	crawl := workedCrawl(t, "opic")
	opic := crawl.arms[0].(*opic)
	expect := func(step string, want map[int32]float64, total float64) {
		t.Helper()
		for v, cash := range want {
			if math.Abs(opic.order.keys[v]-cash) > 1e-12 {
				t.Errorf("%s: cash of %d is %v; want %v", step, v, opic.order.keys[v], cash)
			}
		}
		if math.Abs(opic.total-total) > 1e-12 {
			t.Errorf("%s: G is %v; want %v", step, opic.total, total)
		}
	}
	expect("after 0 and 1", map[int32]float64{0: 0, 1: 0, 2: 1, 3: 28.0 / 11, 4: 16.0 / 11}, 8.0/3)
	if next, _ := crawl.Take(everyGroup); next.Node != 3 {
		t.Fatalf("the richest is %d; want 3", next.Node)
	}
	crawl.Crawled(3, 0, []Edge{{2, 0}, {4, 0}})
	expect("after 3", map[int32]float64{2: 25.0 / 11, 3: 0, 4: 30.0 / 11}, 172.0/33)
	if got := opic.Value(2); math.Abs(got-75.0/205) > 1e-12 {
		t.Errorf("value of 2 is %v; want 75/205", got)
	}
	if next, _ := crawl.Take(everyGroup); next.Node != 4 || math.Abs(next.Value-90.0/205) > 1e-12 {
		t.Errorf("taken %+v; want 4 with 90/205", next)
	}
}

// nr. In-degrees: 0: 1, 1: 1, 3: 2. Step one, with frontier nodes at 0: NR1(0) = 0.1 + 0.5·NR1(1)/1/3 and
// NR1(1) = 0.4 + 0.5·NR1(0)/1/3, each the average over three children. So NR1(0)·(1 − 1/36) = 0.1 + 0.4/6, which makes
// NR1(0) = (1/6)·(36/35) = 6/35, and NR1(1) = 0.4 + 1/35 = 3/7.
//
// Step two: NR2(2) = 0.5·NR1(0)/3 = 1/35. NR2(3) = 0.5·avg(NR1(0)/3, NR1(1)/3) = 0.25·(2/35 + 1/7) = 1/20.
// NR2(4) = 0.5·NR1(1)/3 = 1/14. All within the bound of 1e-4.
func TestNavigationalRankByHand(t *testing.T) {
	crawl := workedCrawl(t, "nr")
	nr := crawl.arms[0].(*navigationalRank)
	for v, want := range map[int32]float64{0: 6.0 / 35, 1: 3.0 / 7} {
		if got := nr.nodes[v].rank; math.Abs(got-want) > 1e-4 {
			t.Errorf("NR1(%d) = %v; want %v", v, got, want)
		}
	}
	for v, want := range map[int32]float64{2: 1.0 / 35, 3: 1.0 / 20, 4: 1.0 / 14} {
		if got := nr.Value(v); math.Abs(got-want) > 1e-4 {
			t.Errorf("NR2(%d) = %v; want %v", v, got, want)
		}
	}
	if next, _ := crawl.Take(everyGroup); next.Node != 4 {
		t.Errorf("taken %d; want 4", next.Node)
	}
}

// The regression's value is that of the batch ridge regression from the features at the moment of the crawl: 0 had none
// (0, 0, 0, 0), 1 had those of its one parent, f(1), f(0.2), f(0.5), f(0.1).
func TestRegressionByHand(t *testing.T) {
	crawl := workedCrawl(t, "lr-fl")
	f := math.Log1p
	c := batchRidge([][]float64{{0, 0, 0, 0}, {f(1), f(0.2), f(0.5), f(0.1)}}, []float64{0.2, 0.8})
	next, _ := crawl.Take(everyGroup)
	want := c[0] + c[1]*f(2) + c[2]*f(1) + c[3]*f(1.25) + c[4]*f(0.85)
	if next.Node != 3 || math.Abs(next.Value-want) > 1e-9 {
		t.Errorf("taken %+v; want 3 with %v", next, want)
	}
	sum := 0.0
	for _, term := range next.Terms {
		sum += term.Value
	}
	if math.Abs(sum-next.Value) > 1e-12 || next.Terms[0].Name != "intercept" || next.Terms[4].Name != "weighted fl-ne" {
		t.Errorf("the terms %v are not those of %v", next.Terms, next.Value)
	}
}

// A page marked anew: β(1) from 0.8 to 0 makes fl_n of 3 just β(0) = 0.2, and of 4 exactly 0.
func TestCorrectionByHand(t *testing.T) {
	crawl := workedCrawl(t, "fl-n")
	crawl.Correct(1, 0)
	if got := crawl.Graph().FirstLevel(4); got != (Sums{1, 0, 0.5, 0}) {
		t.Errorf("sums of 4 are %v", got)
	}
	if next, _ := crawl.Take(everyGroup); next.Node != 2 || math.Abs(next.Value-math.Log(1.2)) > 1e-12 {
		t.Errorf("taken %+v; want 2 with log 1.2, as 3 has", next)
	}
}

// Altered greedy with q = 0 and ζ = 0.7 under fl-n: 2 has log 1.2 = 0.182, 3 log 2 = 0.693, 4 log 1.8 = 0.588; at least
// 0.7·0.693 = 0.485 have 3 and 4, and each is taken half of the time.
func TestAlteredGreedy(t *testing.T) {
	taken := map[int32]int{}
	for seed := range uint64(2000) {
		crawl := workedCrawl(t, "fl-n")
		crawl.options.Altered, crawl.options.Zeta, crawl.options.Rand = true, 0.7, rand.New(rand.NewPCG(seed, 0))
		next, _ := crawl.Take(everyGroup)
		taken[next.Node]++
	}
	if taken[2] > 0 || taken[3]+taken[4] != 2000 || math.Abs(float64(taken[3]-1000)) > 4*math.Sqrt(500) {
		t.Errorf("taken %v; want 3 and 4 alike", taken)
	}
}

// A batch of two is chosen by one estimation: 3 and 4, whatever the outcome of 3 says; the next batch comes when both
// have ended.
func TestBatch(t *testing.T) {
	crawl := workedCrawl(t, "fl-n")
	crawl.options.Batch = 2
	first, _ := crawl.Take(everyGroup)
	crawl.Crawled(first.Node, 5, []Edge{{To: 5}})
	second, _ := crawl.Take(everyGroup)
	if first.Node != 3 || second.Node != 4 {
		t.Fatalf("taken %d and %d; want 3 and 4", first.Node, second.Node)
	}
	if next, ok := crawl.Take(everyGroup); ok {
		t.Fatalf("%d is taken while the batch has not ended", next.Node)
	}
	crawl.Failed(4)
	if next, _ := crawl.Take(everyGroup); next.Node != 5 {
		t.Errorf("taken %d; want 5, whose parent has β = 5", next.Node)
	}
}

// A limit of 2: of 1 (worth β(0)·(1+α) = 0.2·1.5), 2 (0.2) and 3 (0.2·1.25) the least is 2, which is forgotten. Then the
// parent 1 makes 3 worth 0.25 + 0.8·2; of 3 and 4 (0.8·1.5) none has to go. A link of 1 to 2 would not bring 2 back.
func TestLimit(t *testing.T) {
	c, err := NewCrawl(Options{Estimator: "fl-deg", Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	c.Seed(0)
	if dropped := c.Crawled(0, 0.2, []Edge{{1, 0.5}, {2, 0}, {3, 0.25}}); !slices.Equal(dropped, []int32{2}) {
		t.Fatalf("dropped %v; want 2", dropped)
	}
	if dropped := c.Crawled(1, 0.8, []Edge{{3, 1}, {4, 0.5}, {2, 1}}); len(dropped) > 0 || c.Waiting() != 2 {
		t.Fatalf("dropped %v, %d wait; want none and 2", dropped, c.Waiting())
	}
	if c.Admit(0.1, 0) {
		t.Error("a node worth 0.1 is admitted, where the worst is worth 1.2")
	}
	if !c.Admit(2, 0) {
		t.Error("a node worth 2 is not admitted, where the worst is worth 1.2")
	}
	if dropped := c.Crawled(3, 2, []Edge{{To: 5}}); !slices.Equal(dropped, []int32{4}) {
		t.Errorf("dropped %v; want 4, for 5", dropped)
	}
}
