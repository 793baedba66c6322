package webgraph

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Dataset is a graph from files, with the number of times that keywords stand on its nodes and in the anchors of its
// links. A folder holds four of them, each plain or compressed as NAME.zst:
//
//   - links.varint: for each node in order its out-degree, then its targets in rising order, all as varints (LEB128): of
//     the first the difference to the node, zig-zag coded, of the others the difference to the one before, less 1.
//   - keywords.txt: a keyword a line; their numbers start at 0.
//   - node_keywords.tsv: node, number of the keyword, occurrences.
//   - link_keywords.tsv: source, target, number of the keyword, occurrences.
//
// Or one, of a graph that has links only: edges.tsv with a source and a target a line. Its one keyword is ByPageRank.
type Dataset struct {
	Keywords []string
	starts   []int32 // of the links of each node in targets; one more at the end
	targets  []int32
	nodes    [][]nodeCount // by keyword
	links    [][]linkCount // by keyword, in order of source and target
}

type nodeCount struct {
	node  int32
	count float64
}

type linkCount struct {
	source, target int32
	count          float64
}

// ReadDataset reads the files of a folder. The error names the file and the place where it is wrong.
func ReadDataset(folder string) (*Dataset, error) {
	type part struct {
		name string
		read func([]byte) error
	}
	d := &Dataset{}
	parts := []part{
		{"links.varint", d.readLinks}, {"keywords.txt", d.readKeywords},
		{"node_keywords.tsv", d.readNodeCounts}, {"link_keywords.tsv", d.readLinkCounts},
	}
	if edges := filepath.Join(folder, fileEdges); isFile(edges) || isFile(edges+".zst") {
		parts = []part{{fileEdges, d.readEdges}}
	}
	for _, file := range parts {
		content, err := readFile(filepath.Join(folder, file.name))
		if err == nil {
			err = file.read(content)
		}
		if err != nil {
			return nil, fmt.Errorf("graph %s: %s: %w", folder, file.name, err)
		}
	}
	return d, nil
}

const fileEdges = "edges.tsv"

func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// readFile reads NAME.zst where there is one, else NAME.
func readFile(name string) ([]byte, error) {
	packed, err := os.Open(name + ".zst") // #nosec G304 -- the user names the data set
	if errors.Is(err, fs.ErrNotExist) {
		return os.ReadFile(name) // #nosec G304 -- the user names the data set
	} else if err != nil {
		return nil, err
	}
	defer packed.Close()
	unpacked, err := zstd.NewReader(packed)
	if err != nil {
		return nil, err
	}
	defer unpacked.Close()
	return io.ReadAll(unpacked)
}

func (d *Dataset) readLinks(content []byte) error {
	reader := bytes.NewReader(content)
	d.starts = append(d.starts, 0)
	for node := int64(0); reader.Len() > 0; node++ {
		degree, err := binary.ReadUvarint(reader)
		if err != nil || degree > uint64(reader.Len()) { // #nosec G115 -- what is left of the file, where every link takes a byte at least
			return fmt.Errorf("node %d: its number of links is not a varint that the rest of the file can hold", node)
		}
		target := node
		for i := range degree {
			var gap int64
			if i == 0 {
				gap, err = binary.ReadVarint(reader)
			} else {
				var less uint64
				less, err = binary.ReadUvarint(reader)
				gap = int64(min(less, math.MaxInt32)) + 1
			}
			if target += gap; err != nil || target < 0 || target > math.MaxInt32 {
				return fmt.Errorf("node %d, link %d: no node number", node, i+1)
			}
			d.targets = append(d.targets, int32(target))
		}
		if len(d.targets) > math.MaxInt32-1 {
			return errors.New("more links than this program can number")
		}
		d.starts = append(d.starts, int32(len(d.targets))) // #nosec G115 -- the lines above have looked
	}
	for i, target := range d.targets {
		if int(target) >= d.Nodes() {
			return fmt.Errorf("link %d leads to node %d; there are only %d", i+1, target, d.Nodes())
		}
	}
	return nil
}

func (d *Dataset) readKeywords(content []byte) error {
	d.Keywords = strings.FieldsFunc(string(content), func(r rune) bool { return r == '\n' || r == '\r' })
	d.nodes, d.links = make([][]nodeCount, len(d.Keywords)), make([][]linkCount, len(d.Keywords))
	return nil
}

func (d *Dataset) readNodeCounts(content []byte) error {
	return readTable(content, []int{d.Nodes(), len(d.Keywords)}, func(row []int, count float64) {
		d.nodes[row[1]] = append(d.nodes[row[1]], nodeCount{int32(row[0]), count}) // #nosec G115 -- readTable has compared it with the number of nodes
	})
}

func (d *Dataset) readLinkCounts(content []byte) error {
	err := readTable(content, []int{d.Nodes(), d.Nodes(), len(d.Keywords)}, func(row []int, count float64) {
		d.links[row[2]] = append(d.links[row[2]], linkCount{int32(row[0]), int32(row[1]), count}) // #nosec G115 -- readTable has compared them with the number of nodes
	})
	for _, links := range d.links {
		slices.SortFunc(links, compareLinks)
	}
	return err
}

func compareLinks(a, b linkCount) int {
	return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.target, b.target))
}

// readTable reads lines of numbers parted by tabs, each below its bound, with a count at the end.
func readTable(content []byte, bounds []int, add func(row []int, count float64)) error {
	return readRows(content, bounds, 1, func(line int, row []int, rest []string) error {
		count, err := strconv.ParseFloat(rest[0], 64)
		if err != nil || !(count >= 0) || math.IsInf(count, 0) {
			return fmt.Errorf("line %d: %q is not a number of occurrences", line, rest[0])
		}
		add(row, count)
		return nil
	})
}

// readRows reads lines of numbers parted by tabs or blanks, each below its bound, with so many columns more behind them.
func readRows(content []byte, bounds []int, more int, add func(line int, row []int, rest []string) error) error {
	row := make([]int, len(bounds))
	lines := bufio.NewScanner(bytes.NewReader(content))
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) != len(bounds)+more {
			return fmt.Errorf("line %d has %d columns; want %d, parted by tabs or blanks", n, len(fields), len(bounds)+more)
		}
		for i, bound := range bounds {
			x, err := strconv.Atoi(fields[i])
			if err != nil || x < 0 || x >= bound {
				return fmt.Errorf("line %d, column %d: %q is not a whole number from 0 to %d", n, i+1, fields[i], bound-1)
			}
			row[i] = x
		}
		if err := add(n, row, fields[len(bounds):]); err != nil {
			return err
		}
	}
	return lines.Err()
}

// Nodes is the number of nodes, whose numbers start at 0.
func (d *Dataset) Nodes() int { return len(d.starts) - 1 }

// Links is the number of links.
func (d *Dataset) Links() int { return len(d.targets) }

// Weighted is a Dataset with the weights that one keyword gives it ([GMS14] §2.3).
type Weighted struct {
	*Dataset
	Beta   []float64   // by node: log(1+x) of the occurrences on it
	alphas []linkCount // log(1+y) of the occurrences in the anchor, where there are any; in order
}

// Weigh gives the graph the weights of a keyword.
func (d *Dataset) Weigh(keyword string) (*Weighted, error) {
	if d.links == nil && keyword == ByPageRank {
		return d.byPageRank(), nil
	}
	k := slices.Index(d.Keywords, keyword)
	if k < 0 {
		return nil, fmt.Errorf("the graph does not count the keyword %q: write one of %s", keyword, strings.Join(d.Keywords, ", "))
	}
	w := &Weighted{Dataset: d, Beta: make([]float64, d.Nodes()), alphas: slices.Clone(d.links[k])}
	for _, n := range d.nodes[k] {
		w.Beta[n.node] = smooth(n.count)
	}
	for i := range w.alphas {
		w.alphas[i].count = smooth(w.alphas[i].count)
	}
	return w, nil
}

// Edges are the links of a node with their α, put into a slice that is given.
func (w *Weighted) Edges(v int32, into []Edge) []Edge {
	into = into[:0]
	at, _ := slices.BinarySearchFunc(w.alphas, linkCount{source: v}, compareLinks)
	for _, target := range w.targets[w.starts[v]:w.starts[v+1]] {
		e := Edge{To: target}
		for ; at < len(w.alphas) && w.alphas[at].source == v && w.alphas[at].target <= target; at++ {
			if w.alphas[at].target == target {
				e.Alpha = w.alphas[at].count
			}
		}
		into = append(into, e)
	}
	return into
}
