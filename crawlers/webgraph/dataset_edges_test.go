package webgraph

import (
	"math"
	"strings"
	"testing"
)

// 0 and 1 link to each other, 2 to 0; a line that stands twice counts once. With γ = 0.8: PR(2) = 0.2 and PR(1) = 0.2 + 0.8 PR(0);
// PR(0) = 0.2 + 0.8 (PR(1) + PR(2)) = 0.52 + 0.64 PR(0), so 0.52/0.36 = 13/9, and PR(1) = 0.2 + 10.4/9 = 12.2/9.
func TestLinksOnly(t *testing.T) {
	d, err := ReadDataset(writeDataset(t, map[string]string{"edges.tsv": "2\t0\n0 1\n1\t0\n0\t1\n"}))
	if err != nil {
		t.Fatal(err)
	}
	w, err := d.Weigh(d.Keywords[0])
	if err != nil {
		t.Fatal(err)
	}
	if d.Nodes() != 3 || d.Links() != 3 {
		t.Errorf("%d nodes, %d links, want 3 of each", d.Nodes(), d.Links())
	}
	for v, want := range []float64{13. / 9, 12.2 / 9, 0.2} {
		if math.Abs(w.Beta[v]-want) > 1e-5 {
			t.Errorf("node %d has %v, want %v", v, w.Beta[v], want)
		}
	}
	if edges := w.Edges(2, nil); len(edges) != 1 || edges[0] != (Edge{To: 0}) {
		t.Errorf("the links of 2: %v", edges)
	}
	if _, err := d.Weigh("orb"); err == nil {
		t.Error("there is no such keyword")
	}
}

func TestLinksOnlyThatAreWrong(t *testing.T) {
	for content, want := range map[string]string{
		"":           "edges.tsv: there are no links",
		"0\t1\n0\n":  "edges.tsv: line 2 has 1 columns; want 2",
		"0\t-1\n":    `line 1, column 2: "-1"`,
		"0\t1e999\n": `line 1, column 2: "1e999"`,
	} {
		if _, err := ReadDataset(writeDataset(t, map[string]string{"edges.tsv": content})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", content, err, want)
		}
	}
}
