package lab

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/webgraph"
)

// GraphSpec says what a graph experiment is ([GMS14] §5): estimators lead crawls of a graph whose nodes and links have
// the weights that a keyword gives them. Fields left out have the default that is named here.
type GraphSpec struct {
	Folder     string           `json:"folder"`     // of the graph: see webgraph.Dataset
	Keywords   []string         `json:"keywords"`   // one is one dataset of the paper; empty = all of the graph
	Estimators []GraphEstimator `json:"estimators"` // who is compared; the first is the baseline of normalised scores
	Budget     int              `json:"budget"`     // steps of a crawl, seeds left out; 0 = 100,000
	Seeds      int              `json:"seeds"`      // nodes of a seed set; 0 = 50
	Runs       int              `json:"runs"`       // seed sets a keyword; 0 = 10
	Rand       uint64           `json:"rand"`       // seed of everything drawn at random; 0 = 1
	Follow     bool             `json:"follow"`     // also measure all estimators along the oracle's way: times and precision
	Fit        bool             `json:"fit"`        // also measure how well the neighbourhood sums go with the weights, on the whole graph
}

// GraphEstimator is an estimator with its options. ParseEstimator makes one; in JSON it is the text that this reads.
type GraphEstimator struct {
	Label     string  // as typed; also in tables and plots
	Estimator string  // one of webgraph.Names
	Epsilon   float64 // of bandits
	Reset     int     // of mab-var
	Batch     int     // nodes that are chosen with one estimation
	Altered   bool    // the altered greedy strategy
	Q         float64 // altered greedy: the probability of the best node
	Zeta      float64 // altered greedy: the others have at least so much of the best value
}

// MarshalText implements encoding.TextMarshaler.
func (e GraphEstimator) MarshalText() ([]byte, error) { return []byte(e.Label), nil }

// UnmarshalText implements encoding.TextUnmarshaler. What is wrong with the text is said by the Check of the spec, which
// knows the line.
func (e *GraphEstimator) UnmarshalText(typed []byte) error {
	*e, _ = ParseEstimator(string(typed))
	return nil
}

// ParseEstimator reads an estimator as it is typed: its name, and options after colons, as in mab-var:epsilon=0.1:reset=1000,
// oracle:batch=8 and oracle:q=0.8:zeta=0.6. The error says what to write instead.
func ParseEstimator(typed string) (GraphEstimator, error) {
	parts := strings.Split(strings.TrimSpace(typed), ":")
	e := GraphEstimator{Label: strings.TrimSpace(typed), Estimator: parts[0], Epsilon: webgraph.Epsilon(parts[0]), Reset: 200, Batch: 1, Q: 1}
	if names := webgraph.Names(); !slices.Contains(names, e.Estimator) {
		return e, fmt.Errorf("unknown estimator %q; did you mean %q? (estimators: %s)", e.Estimator, crawlers.Nearest(e.Estimator, names), strings.Join(names, ", "))
	}
	for _, option := range parts[1:] {
		name, value, _ := strings.Cut(option, "=")
		x, err := strconv.ParseFloat(value, 64)
		least, most := 0.0, 1.0
		switch name {
		case "epsilon":
			e.Epsilon = x
		case "q":
			e.Q, e.Altered = x, true
		case "zeta":
			e.Zeta, e.Altered = x, true
		case "batch", "reset":
			least, most = 1, 1e6
			if x != float64(int(x)) {
				err = strconv.ErrSyntax
			}
			if name == "batch" {
				e.Batch = int(x)
			} else {
				e.Reset = int(x)
			}
		default:
			return e, fmt.Errorf("estimator %s: unknown option %q; did you mean %q? (options: batch, epsilon, q, reset, zeta)", typed, name,
				crawlers.Nearest(name, []string{"batch", "epsilon", "q", "reset", "zeta"}))
		}
		if err != nil || !(x >= least && x <= most) {
			return e, fmt.Errorf("estimator %s: %s = %q is out of bounds: write %v to %v", typed, name, value, least, most)
		}
	}
	return e, nil
}

// crawl starts a crawl of a graph.
func (e GraphEstimator) crawl(w *webgraph.Weighted, budget int, r *rand.Rand) (*webgraph.Crawl, error) {
	reset := e.Reset
	if e.Estimator == "mab-e-first" {
		reset = budget
	}
	return webgraph.NewCrawl(webgraph.Options{
		Estimator: e.Estimator, Epsilon: e.Epsilon, Reset: reset, Altered: e.Altered, Q: e.Q, Zeta: e.Zeta, Batch: e.Batch, Rand: r,
		Oracle: func(v int32) float64 { return w.Beta[v] },
	})
}

// filled returns the spec with every zero that stands for a default replaced by it.
func (s GraphSpec) filled() GraphSpec {
	fill(&s.Budget, 100_000)
	fill(&s.Seeds, 50)
	fill(&s.Runs, 10)
	fill(&s.Rand, 1)
	return s
}

// Check says what is wrong with a spec, as far as it can be known without the graph: the error is a *SpecError.
func (s GraphSpec) Check() error {
	s = s.filled()
	for _, b := range []struct {
		field      string
		value, max int
	}{{"budget", s.Budget, 100_000_000}, {"seeds", s.Seeds, 1_000_000}, {"runs", s.Runs, 10_000}} {
		if b.value < 1 || b.value > b.max {
			return wrong(b.field, "%d is out of bounds: write 1 to %d", b.value, b.max)
		}
	}
	for i, keyword := range s.Keywords {
		if slices.Contains(s.Keywords[:i], keyword) {
			return wrong(fmt.Sprintf("keywords[%d]", i), "%s is named twice", keyword)
		}
	}
	if len(s.Estimators) == 0 {
		return wrong("estimators", "there are none: write at least one, such as oracle")
	}
	for i, e := range s.Estimators {
		if _, err := ParseEstimator(e.Label); err != nil {
			return &SpecError{Field: fmt.Sprintf("estimators[%d]", i), Err: err}
		}
		if slices.ContainsFunc(s.Estimators[:i], func(other GraphEstimator) bool { return other.Label == e.Label }) {
			return wrong(fmt.Sprintf("estimators[%d]", i), "%s is named twice", e.Label)
		}
	}
	return nil
}
