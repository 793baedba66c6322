package webgraph

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// The links, worked by hand. Node 0 has 2: to 1 (difference +1, zig-zag 2) and 3 (2 after 1, less 1 = 1). Node 1 has none.
// Node 2 has 1: to 0 (difference −2, zig-zag 3). Node 3 has 3: to 0 (−3, zig-zag 5), 1 (0) and 3, itself (1).
var handMade = map[string]string{
	"links.varint":      "\x02\x02\x01" + "\x00" + "\x01\x03" + "\x03\x05\x00\x01",
	"keywords.txt":      "orb\nsilk\n",
	"node_keywords.tsv": "0\t0\t1\n3\t1\t6\n2\t0\t2\n",
	"link_keywords.tsv": "3\t3\t0\t5\n3\t0\t0\t1\n0\t3\t1\t2\n",
}

func writeDataset(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestReadDataset(t *testing.T) {
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	packed := map[string]string{}
	for name, content := range handMade {
		packed[name+".zst"] = string(packer.EncodeAll([]byte(content), nil))
	}
	for _, files := range []map[string]string{handMade, packed} {
		d, err := ReadDataset(writeDataset(t, files))
		if err != nil {
			t.Fatal(err)
		}
		if d.Nodes() != 4 || d.Links() != 6 {
			t.Fatalf("%d nodes and %d links; want 4 and 6", d.Nodes(), d.Links())
		}
		w, err := d.Weigh("orb")
		if err != nil {
			t.Fatal(err)
		}
		if want := []float64{smooth(1), 0, smooth(2), 0}; !slices.Equal(w.Beta, want) {
			t.Errorf("β %v; want %v", w.Beta, want)
		}
		want := [][]Edge{{{To: 1}, {To: 3}}, nil, {{To: 0}}, {{0, smooth(1)}, {To: 1}, {3, smooth(5)}}}
		for v := range want {
			if got := w.Edges(int32(v), nil); !slices.Equal(got, want[v]) {
				t.Errorf("links of %d: %v; want %v", v, got, want[v])
			}
		}
		if _, err := d.Weigh("moth"); err == nil || !strings.Contains(err.Error(), "orb, silk") {
			t.Errorf("a keyword that is not counted: %v", err)
		}
	}
}

func TestReadDatasetSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ file, content, want string }{
		{"links.varint", "\x05\x02", "node 0: its number of links"},
		{"links.varint", "\x01\x04", "link 1 leads to node 2; there are only 1"},
		{"links.varint", "\x01\x01", "node 0, link 1: no node number"},
		{"links.varint", "\x80", "node 0: its number of links"},
		{"node_keywords.tsv", "0\t0\n", "line 1 has 2 columns; want 3"},
		{"node_keywords.tsv", "0\t0\t1\n0\t2\t1\n", `line 2, column 2: "2" is not a whole number from 0 to 1`},
		{"link_keywords.tsv", "0\t1\t0\t-1\n", `line 1: "-1" is not a number of occurrences`},
		{"keywords.txt.zst", "not packed", "keywords.txt: "},
	} {
		files := map[string]string{c.file: c.content}
		for name, content := range handMade {
			if files[name] == "" {
				files[name] = content
			}
		}
		folder := writeDataset(t, files)
		if _, err := ReadDataset(folder); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), folder) {
			t.Errorf("%s = %q: error %v; want one with %q", c.file, c.content, err, c.want)
		}
	}
	if _, err := ReadDataset(t.TempDir()); err == nil {
		t.Error("an empty folder is no graph")
	}
}

// The README of the data counts 620,485 nodes and 12,459,356 links, and "matrix" on 24,807 pages, "bluetooth" on 428.
func TestReadDebianGraph(t *testing.T) {
	if testing.Short() {
		t.Skip("reads twelve million links")
	}
	d, err := ReadDataset(filepath.Join(corpora(t), "debdocs-graph"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Nodes() != 620_485 || d.Links() != 12_459_356 {
		t.Errorf("%d nodes and %d links", d.Nodes(), d.Links())
	}
	for keyword, want := range map[string]int{"matrix": 24_807, "bluetooth": 428} {
		w, err := d.Weigh(keyword)
		if err != nil {
			t.Fatal(err)
		}
		relevant, links := 0, 0
		var edges []Edge
		for v, beta := range w.Beta {
			if beta > 0 {
				relevant++
			}
			edges = w.Edges(int32(v), edges)
			for _, e := range edges {
				if e.Alpha > 0 {
					links++
				}
			}
		}
		if relevant != want || links != len(w.alphas) {
			t.Errorf("%s is on %d pages and in %d anchors; want %d and %d", keyword, relevant, links, want, len(w.alphas))
		}
	}
}

func FuzzReadLinks(f *testing.F) {
	f.Add([]byte(handMade["links.varint"]))
	f.Add([]byte("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, content []byte) {
		d := &Dataset{}
		if d.readLinks(content) != nil {
			return
		}
		for v := range int32(d.Nodes()) {
			for _, target := range d.targets[d.starts[v]:d.starts[v+1]] {
				if target < 0 || int(target) >= d.Nodes() {
					t.Fatalf("node %d has a link to %d of %d", v, target, d.Nodes())
				}
			}
		}
	})
}
