package classify

import (
	"cmp"
	"fmt"
	"slices"

	"orbweaver/crawlers/text"
)

// Classifier tells how likely a document is of each category of a taxonomy, by naive Bayes down the tree:
//
//	Pr(c|d) = Pr(parent|d) · Pr(c|parent,d),  Pr(root|d) = 1
//
// where Pr(c|parent,d) compares c with its siblings, each trained on the examples at and below it, all equally likely
// beforehand: how many examples a user has given says little about how common a category is. Categories without any
// examples at or below them are never found (Pr = 0).
//
// At the top there is one more possibility, that d belongs to none of the categories. All known terms are then equally
// likely, 1/|V|. Without it, a page that is like nothing in the tree would fall somewhere all the same, and on a real
// site most pages are like that.
//
// Categories have numbers: 0 is the root, parents come before children. A Classifier is not safe for concurrent use;
// its Trees are.
type Classifier struct {
	bayes   *Bayes
	nodes   []node
	numbers map[*Category]int
	tree    *Tree // of the bayes' snapshot
}

// node is a category as the classifier knows it.
type node struct {
	name   string
	parent int
	good   bool // it or one above it
}

// DocumentWords is the most known words that a document counts for, as an example and when it is classified, so that a
// long page neither drowns short examples nor is ever all but certain to be of one category. It is the length of the
// built-in taxonomy's examples.
const DocumentWords = 60

// treeOptions are how taxonomies are classified. Examples are few and short: with Laplace's 1 for every term of the
// vocabulary, what they say would be drowned. Both values were measured by what crawls with keywords alone find of 24
// topics in 1,000 pages of wikispeedia: 0.63 of the targets, within 0.02 of that for a smoothing of 0.001 and for 30
// words; less for a smoothing of 0.1 (0.53) and 1 (0.59), and 0.20 without a bound of the words.
func treeOptions() Options { return Options{Smoothing: 0.01, MostWords: DocumentWords} }

// NewClassifier trains a classifier on the examples of a taxonomy and on the names of its categories. Later changes of
// the taxonomy do not change it.
func NewClassifier(t *Taxonomy) *Classifier { return newClassifier(t, treeOptions()) }

func newClassifier(t *Taxonomy, o Options) *Classifier {
	c := &Classifier{numbers: map[*Category]int{t.root: 0}, nodes: []node{{parent: -1}}}
	for category := range t.All() {
		c.numbers[category] = len(c.nodes)
		parent := c.numbers[category.parent]
		c.nodes = append(c.nodes, node{category.name, parent, category.good || c.nodes[parent].good})
	}
	c.bayes = NewBayes(len(c.nodes)+1, o) // the last class has no examples: it is none of the categories
	for category := range t.All() {
		if category.Count() > 0 {
			number := c.numbers[category]
			c.learn(number, text.NewVector(text.Terms(category.name, "en")), 1)
			for _, e := range category.examples {
				c.Learn(number, e.Vector())
			}
		}
	}
	return c
}

// Number is a category's number; it panics on a category that the taxonomy did not have.
func (c *Classifier) Number(category *Category) int {
	number, known := c.numbers[category]
	if !known {
		panic(fmt.Sprintf("classify: category %q is not in this classifier", category))
	}
	return number
}

// Learn takes a document as an example of a category, and with it of all above. One without words teaches nothing.
func (c *Classifier) Learn(number int, document text.Vector) {
	c.learn(number, document, exampleWeight(document))
}

// Forget undoes Learn.
func (c *Classifier) Forget(number int, document text.Vector) {
	c.learn(number, document, -exampleWeight(document))
}

func (c *Classifier) learn(number int, document text.Vector, weight float64) {
	if document.Len() == 0 {
		return
	}
	for ; number > 0; number = c.nodes[number].parent {
		c.bayes.Add(number, document, weight)
	}
}

func exampleWeight(document text.Vector) float64 {
	words := 0
	for _, f := range document.All() {
		words += f
	}
	return min(1, DocumentWords/float64(max(1, words)))
}

// Tree is the classifier as it is now; while nothing is learnt, the same one each time.
func (c *Classifier) Tree() *Tree {
	if snapshot := c.bayes.Snapshot(); c.tree == nil || c.tree.bayes != snapshot {
		c.tree = newTree(snapshot, c.nodes)
	}
	return c.tree
}

// Tree is a Classifier at one moment. It is immutable and may be used concurrently.
type Tree struct {
	bayes    *Snapshot
	nodes    []node
	siblings [][]int // by number of their parent: those that have examples
}

func newTree(bayes *Snapshot, nodes []node) *Tree {
	t := &Tree{bayes, nodes, make([][]int, len(nodes))}
	for number := 1; number < len(nodes); number++ {
		if parent := nodes[number].parent; bayes.Documents(number) > 0 {
			t.siblings[parent] = append(t.siblings[parent], number)
		}
	}
	return t
}

// Placing is where a document falls in a taxonomy.
type Placing struct {
	Probability []float64 // Pr(c|d) by the category's number
	None        float64   // probability that it belongs to none of the categories
	Relevance   float64   // R(d) = Σ Pr(c|d) over the good categories; what is below a good one is part of it
	Best        int       // the leaf with the greatest probability, of several the first; 0 when None has it
	Good        bool      // Best or a category above it is good: what hard focus asks for
	BestGood    int       // of the good leaves the one with the greatest probability; 0 when there is none
}

// Likelihood is a category and how likely it is.
type Likelihood struct {
	Path        string
	Probability float64
}

// Likeliest returns up to limit leaves with their probabilities, the most likely first.
func (t *Tree) Likeliest(p Placing, limit int) []Likelihood {
	var leaves []int
	for number := range t.nodes {
		if t.isLeaf(number) {
			leaves = append(leaves, number)
		}
	}
	slices.SortStableFunc(leaves, func(a, b int) int { return cmp.Compare(p.Probability[b], p.Probability[a]) })
	likeliest := make([]Likelihood, min(limit, len(leaves)))
	for i := range likeliest {
		likeliest[i] = Likelihood{t.path(leaves[i]), p.Probability[leaves[i]]}
	}
	return likeliest
}

// path is Category.Path.
func (t *Tree) path(number int) string {
	n := t.nodes[number]
	if n.parent <= 0 {
		return n.name
	}
	return t.path(n.parent) + "/" + n.name
}

// isLeaf says whether a category has examples, and none of those below it has.
func (t *Tree) isLeaf(number int) bool {
	return number > 0 && len(t.siblings[number]) == 0 && t.bayes.Documents(number) > 0
}

// Place classifies a document.
func (t *Tree) Place(document text.Vector) Placing {
	logs := t.bayes.LogLikelihoods(document)
	p := Placing{Probability: make([]float64, len(t.nodes))}
	p.Probability[0] = 1
	var shares []float64
	for number, siblings := range t.siblings {
		shares = shares[:0]
		for _, s := range siblings {
			shares = append(shares, logs[s])
		}
		if number == 0 {
			shares = append(shares, logs[len(t.nodes)])
		}
		Normalize(shares)
		if number == 0 {
			p.None = shares[len(siblings)]
		}
		for i, s := range siblings {
			p.Probability[s] = p.Probability[number] * shares[i]
			if t.nodes[s].good && !t.nodes[number].good {
				p.Relevance += p.Probability[s]
			}
		}
		if t.isLeaf(number) {
			p.Best = p.likelier(number, p.Best)
			if t.nodes[number].good {
				p.BestGood = p.likelier(number, p.BestGood)
			}
		}
	}
	p.Relevance = min(1, p.Relevance) // against rounding
	if p.Probability[p.Best] <= p.None {
		p.Best = 0
	}
	p.Good = t.nodes[p.Best].good
	return p
}

// likelier is the likelier of two categories, the second if they are alike; 0 is none.
func (p *Placing) likelier(number, best int) int {
	if best == 0 || p.Probability[number] > p.Probability[best] {
		return number
	}
	return best
}
