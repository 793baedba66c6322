package crawlers

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// spider is one agent of InfoSpiders.
type spider struct {
	id, parent, born int
	keywords         []text.Keyword
	profile          *text.Profile // the keywords as the user's marks have changed them
	net              perceptron    // input i belongs to keyword i
	energy           float64
	frontier         *frontier.Sampler[lead]
	open             int // picks without an outcome
	pages            int
	similarities     float64 // sum over those pages
	place            place
}

// lead is what a spider's frontier keeps of a link.
type lead struct {
	origin
	similarity float64   // of the page on which it was found, to the spider's profile
	net        float64   // what the perceptron made of the inputs
	inputs     []float64 // nil when all are 0
}

// score is μ.
func (d lead) score(alpha float64) float64 { return alpha*d.similarity + (1-alpha)*d.net }

// place is the page that a spider sits on.
type place struct {
	url, title, lang string
	vector           text.Vector
	similarity       float64 // to the spider's profile
}

// newSpider returns one that has not been anywhere, with a share of MAX_BUFFER.
func newSpider(id int, keywords []text.Keyword, net perceptron, share int, beta float64, f text.Feedback) *spider {
	return &spider{
		id: id, keywords: keywords, profile: text.NewProfile(text.QueryOf(keywords), f),
		net: net, frontier: frontier.NewSampler[lead](share, beta),
	}
}

// stemsIn are keywords in a language, "" for one that is a stop word there.
func stemsIn(keywords []text.Keyword, lang string) []string {
	stems := make([]string, len(keywords))
	for i, k := range keywords {
		stems[i] = k.In(lang)
	}
	return stems
}

// hunter is what a spider looks for at one moment. It is immutable.
type hunter struct {
	keywords []text.Keyword
	profile  *text.Profile
}

func (s *spider) hunter() hunter { return hunter{s.keywords, s.profile} }

// prey is a page as a hunter sees it.
type prey struct {
	profile    *text.Profile // the hunter's, which no other has
	similarity float64       // e, to that
	inputs     [][]float64   // of the perceptron, for each link
}

func (h hunter) examine(p *page.Page) prey {
	found := prey{h.profile, h.profile.Similarity(p.Lang, p.Vector), make([][]float64, len(p.Links))}
	stems := present(stemsIn(h.keywords, p.Lang), p)
	for i, l := range p.Links {
		found.inputs[i] = nearness(p, l, stems)
	}
	return found
}

// collect feeds the spider with a page of that similarity: its energy grows by it.
func (s *spider) collect(similarity float64) {
	s.energy += similarity
	s.pages++
	s.similarities += similarity
}

// enqueue puts the links of a page on the spider's frontier, each with μ = α·e + (1−α)·net(inputs), and leaves out those
// that the crawl is done with.
func (s *spider) enqueue(v Visit, found prey, alpha float64, done *history) {
	on, idle := sourceOf(v), s.net.output(nil)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		d := lead{origin: on.origin(l), similarity: found.similarity, net: idle, inputs: found.inputs[i]}
		if d.inputs != nil {
			d.net = s.net.output(d.inputs)
		}
		score := d.score(alpha)
		if !s.frontier.Admits(score) {
			continue
		}
		if k := frontier.KeyOf(l.URL); !done.has(k, l.URL) {
			s.frontier.Offer(frontier.Item[lead]{URL: l.URL, Host: l.Host, Score: score, Value: d, Key: k})
		}
	}
}

// learn changes what the spider looks for by what the user's marks say. Its energy stays: what was eaten is eaten.
func (s *spider) learn(f text.Feedback, alpha float64) {
	s.profile = text.NewProfile(text.QueryOf(s.keywords), f)
	if s.place.url != "" {
		s.place.similarity = s.profile.Similarity(s.place.lang, s.place.vector)
	}
	s.frontier.RescoreAll(func(_ string, score float64, d *lead) float64 {
		if d.on != nil { // else it is a seed
			d.similarity = d.on.similarityTo(s.profile)
			score = d.score(alpha)
		}
		return score
	})
}

// present is the stems with those left empty that are not on a page, nil if none is: most keywords are on few pages, and
// are not to be looked for in vain around every link.
func present(stems []string, p *page.Page) []string {
	var on []string
	for k, n := range p.Vector.Freqs(stems) {
		if n > 0 {
			if on == nil {
				on = make([]string, len(stems))
			}
			on[k] = stems[k]
		}
	}
	return on
}

// nearness is the perceptron's inputs for a link: for each stem the sum of 1/(1+distance) over its occurrences in the
// link's context, the distance counted in words from the anchor, whose own words have distance 0. It is nil when all
// are 0.
func nearness(p *page.Page, l page.Link, stems []string) []float64 {
	if len(stems) == 0 {
		return nil
	}
	var inputs []float64
	add := func(word string, distance int) {
		for k, stem := range stems {
			if stem == word {
				if inputs == nil {
					inputs = make([]float64, len(stems))
				}
				inputs[k] += 1 / float64(1+distance)
			}
		}
	}
	before, anchor, after := p.Context(l)
	for i, word := range before.All() {
		add(word, before.Len()-i)
	}
	for _, word := range anchor {
		add(word, 0)
	}
	for i, word := range after.All() {
		add(word, i+1)
	}
	return inputs
}

// move lets the spider sit down on a page it has fetched, with probability 1/(1+e^{−δ/T}) where δ is the difference
// between the similarities of that page and of its current one ([MPS04] eq. 7). The first page is taken as it is.
func (s *spider) move(p *page.Page, e, temperature float64, random *rand.Rand) {
	if s.place.url == "" || random.Float64() < 1/(1+math.Exp((s.place.similarity-e)/temperature)) {
		s.place = place{url: p.URL, title: p.Title, lang: p.Lang, vector: p.Vector, similarity: e}
	}
}

// bear splits the spider in two and returns the child: its keywords are the parent's and the most frequent term of the
// parent's current page that is not yet among them, its perceptron the parent's with one input more. Both start from
// energy 0, and share the frontier's size and its links, dealt out in turn, the best first and to the parent.
func (s *spider) bear(id, born int, beta float64, f text.Feedback) *spider {
	keywords, net := s.keywords, perceptron{slices.Clone(s.net.weights), s.net.bias}
	if term, ok := s.newTerm(); ok {
		keywords = append(slices.Clone(s.keywords), text.StemKeyword(term))
		net = s.net.extended()
	}
	s.energy = 0
	half := s.frontier.Limit() / 2
	child := newSpider(id, keywords, net, half, beta, f)
	child.parent, child.born = s.id, born
	for i, it := range s.frontier.Best(s.frontier.Len()) {
		if i%2 == 1 {
			s.frontier.Remove(it.URL)
			child.frontier.Offer(it)
		}
	}
	s.frontier.SetLimit(s.frontier.Limit() - half)
	return child
}

// newTerm is the most frequent term of the current page that is no keyword; of several the one that comes first on the
// page. There is none when the page has no other words.
func (s *spider) newTerm() (term string, ok bool) {
	known := stemsIn(s.keywords, s.place.lang)
	most := 0
	for t, n := range s.place.vector.All() {
		if n > most && !slices.Contains(known, t) {
			term, most = t, n
		}
	}
	return strings.Clone(term), most > 0 // the page is not to be kept for its term
}

// pick makes a pick of a link of the spider's frontier.
func (s *spider) pick(it frontier.Item[lead], alpha float64) Pick {
	p := it.Value.pick(it.URL, it.Host, it.Score)
	p.Spider = s.id
	if p.Parent != "" {
		p.Parts = []Part{{"alpha", alpha}, {"similarity", it.Value.similarity}, {"net", it.Value.net}}
	}
	return p
}

// snapshot is the spider for the screen.
func (s *spider) snapshot() Spider {
	shown := Spider{
		ID: s.id, Parent: s.parent, Born: s.born, Energy: s.energy, Frontier: s.frontier.Len(), Pages: s.pages,
		Current: s.place.url, Title: s.place.title,
	}
	if s.pages > 0 {
		shown.MeanScore = s.similarities / float64(s.pages)
	}
	for i, k := range s.keywords {
		shown.Keywords = append(shown.Keywords, Keyword{k.String(), s.net.weights[i]})
	}
	return shown
}
