package crawlers_test

import (
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// crawled is the order in which a family visits a Web: the letters of http://LETTER.example/.
func crawled(t *testing.T, c crawlers.Crawler, web crawlertest.Web, seeds string) string {
	t.Helper()
	var addresses []string
	for _, letter := range seeds {
		addresses = append(addresses, address(letter))
	}
	picks, err := crawlertest.Crawl(c, web, topic, crawlertest.Links(addresses...), 100)
	if err != nil {
		t.Fatal(err)
	}
	return letters(picks)
}

var topic = crawlers.NewTopic("orb web")

func address(letter rune) string { return "http://" + string(letter) + ".example/" }

func letters(picks []crawlers.Pick) (order string) {
	for _, p := range picks {
		order += p.URL[len("http://") : len("http://")+1]
	}
	return order
}

// web makes a Web of texts by letter, in which [x] is a link to page x.
func web(texts map[rune]string) crawlertest.Web {
	full := map[string]string{}
	for letter, text := range texts {
		linked := ""
		for i, c := range text {
			if linked += string(c); c == ']' {
				linked += "(" + address(rune(text[i-1])) + ")"
			}
		}
		full[address(letter)] = linked
	}
	return crawlertest.NewWeb(full)
}

func start(t *testing.T, family string, maxBuffer int, seed uint64, params map[string]string) crawlers.Crawler {
	t.Helper()
	f, err := crawlers.Lookup(family)
	if err != nil {
		t.Fatal(err)
	}
	return crawlertest.New(f, topic, maxBuffer, seed, params)
}

// Worked by hand with [MPS04] Fig. 4.
func TestBreadthFirstOrder(t *testing.T) {
	tree := web(map[rune]string{'a': "[b] [c]", 'b': "[d] [e] [a]", 'c': "[f] [d]", 'd': "", 'e': "", 'f': ""})
	for _, c := range []struct {
		name      string
		maxBuffer int
		seeds     string
		want      string
	}{
		{"level by level", 100, "a", "abcdef"},
		{"seeds in order", 100, "ca", "cafdbe"},
		// a leaves room for b and c. b leaves room for one, d: e is dropped. c leaves room for one, f.
		{"a full frontier takes as many as were removed", 2, "a", "abcdf"},
		// a: room for b only. b: room for d only. d has no links.
		{"room for one", 1, "a", "abd"},
		{"seeds that do not fit", 2, "def", "de"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := crawled(t, start(t, "breadth-first", c.maxBuffer, 1, nil), tree, c.seeds); got != c.want {
				t.Errorf("order %s; want %s", got, c.want)
			}
		})
	}
}

func TestBreadthFirstExplainsItsPicks(t *testing.T) {
	c := start(t, "breadth-first", 100, 1, nil)
	c.Seed(links("a"))
	a := c.Next(1, anyHost)[0]
	if a.Parts != nil {
		t.Errorf("seed %+v; want no parts", a)
	}
	visit(t, c, bestFirstWeb, a)
	expectParts(t, c.Next(1, anyHost)[0], map[string]float64{"": 0, "distance": 1})
}
