package crawlers

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Family is a crawler algorithm that can be chosen: its name, where it comes from, the parameters it takes, and how to
// start one. Families register themselves from their own file's init.
type Family struct {
	Name    string  // as in flags and files: "best-first"
	Title   string  // as on the screen: "Best-First (BFS_N)"
	Source  string  // "[MPS04] §3.1.2"
	Version int     // raised when the same calls would give other picks than before
	Doc     string  // one or two sentences: what it does and when to choose it
	Params  []Param // in the order in which a form shows them
	Model   *Model  // the file that a crawl can be given, such as a taxonomy; nil = the family takes none
	New     func(Setup) (Crawler, error)
}

// Model describes a file that a family can be given: something learnt or made before the crawl. A family also works
// without it, and says in the Doc how.
type Model struct {
	Name     string             // what it is called: "taxonomy"
	Doc      string             // one or two sentences: what it holds, where it comes from, what happens without it
	Check    func([]byte) error // says what is wrong with a file, where, and what to do
	Replaces []string           // names of the family's Params that are not used beside a file
}

// Setup is what a family is given to start a crawler.
type Setup struct {
	Topic     Topic
	Model     []byte     // the file of the family's Model, checked; nil = none was given
	Params    Values     // checked against the family's Params, defaults filled in
	MaxBuffer int        // MAX_BUFFER: the most links the frontier holds, ≥ 1
	Rand      *rand.Rand // the crawl's one generator; nothing else may be random
}

var families = map[string]Family{}

// Register adds a family to the registry. It is called from init functions only and panics on a name used twice, which
// is a mistake in the program.
func Register(f Family) {
	if _, twice := families[f.Name]; twice {
		panic("crawlers: family registered twice: " + f.Name)
	}
	families[f.Name] = f
}

// Families returns all families, ordered by name.
func Families() []Family {
	all := make([]Family, 0, len(families))
	for _, f := range families {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b Family) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Lookup returns the family of that name; the error names the nearest one.
func Lookup(name string) (Family, error) {
	if f, ok := families[name]; ok {
		return f, nil
	}
	names := make([]string, 0, len(families))
	for _, f := range Families() {
		names = append(names, f.Name)
	}
	return Family{}, fmt.Errorf("unknown family %q; did you mean %q? (families: %s)", name, Nearest(name, names), strings.Join(names, ", "))
}
