package crawlers

import (
	"slices"

	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/text"
)

// subject is what a focused crawler knows of its topic: a classifier, and what it was taught besides its taxonomy's
// examples.
//
// Where no category of the taxonomy is good, one is made for the topic, beside those at the top. The keywords are its
// example: repeated until they weigh as much as a page, so that they stand against the others, in every language that a
// page has come in so far. Without keywords the pages of the first seeds are.
type subject struct {
	classifier *classify.Classifier
	topic      int // number of the topic's own category; 0 = the taxonomy has good ones
	unwanted   int // and of the one for pages marked bad
	query      text.Query
	languages  []string           // in which the keywords were looked at
	keywords   text.Vector        // as they were taught
	seeds      map[string]example // pages of seeds that are examples, by URL
	seedsLeft  int                // how many more may become examples
	marked     map[string]example // pages that the user has judged, by URL; what they say goes before what seeds say
}

// example is a page that was taught.
type example struct {
	category int
	page     text.Vector
	good     bool
}

// maxSeedPages is how many pages of seeds are taken as examples when there are no keywords.
const maxSeedPages = 50

// Names of the categories that are made; one that the taxonomy has already is used.
const (
	topicCategory    = "This topic"
	unwantedCategory = "Not this topic"
)

func newSubject(t Topic, model []byte) (*subject, error) {
	taxonomy := classify.BuiltIn()
	if model != nil {
		var err error
		if taxonomy, err = classify.Read(model); err != nil {
			return nil, err
		}
	}
	hasGood := false
	for c := range taxonomy.All() {
		hasGood = hasGood || c.Good() && c.Count() > 0
	}
	topic, err := topLevel(taxonomy, topicCategory)
	if err != nil {
		return nil, err
	}
	unwanted, err := topLevel(taxonomy, unwantedCategory)
	if err != nil {
		return nil, err
	}
	if !hasGood {
		if err := taxonomy.SetGood(topic, true); err != nil {
			return nil, err
		}
	}
	s := &subject{classifier: classify.NewClassifier(taxonomy), query: t.Query, seeds: map[string]example{}, marked: map[string]example{}}
	s.unwanted = s.classifier.Number(unwanted)
	if !hasGood {
		s.topic = s.classifier.Number(topic)
		if s.teachKeywords(""); s.keywords.Len() == 0 {
			s.seedsLeft = maxSeedPages
		}
	}
	return s, nil
}

// topLevel returns the category of that name at the top of a taxonomy, made if there is none.
func topLevel(t *classify.Taxonomy, name string) (*classify.Category, error) {
	if c, err := t.Find(name); err == nil {
		return c, nil
	}
	return t.Add(t.Root(), name)
}

// teachKeywords adds what the keywords are in a language to the topic's example, and says whether that has changed it.
func (s *subject) teachKeywords(lang string) bool {
	s.languages = append(s.languages, lang)
	var terms []string
	for _, lang := range s.languages {
		for term := range s.query.Vector(lang).All() {
			if !slices.Contains(terms, term) {
				terms = append(terms, term)
			}
		}
	}
	if len(terms) == s.keywords.Len() {
		return false
	}
	s.classifier.Forget(s.topic, s.keywords)
	s.keywords = text.NewVector(slices.Repeat(terms, (classify.DocumentWords-1)/len(terms)+1))
	s.classifier.Learn(s.topic, s.keywords)
	return true
}

// attend learns what a visit has to teach by itself, and says whether there was anything.
func (s *subject) attend(v Visit) bool {
	switch {
	case s.topic == 0:
		return false
	case s.keywords.Len() > 0:
		return !slices.Contains(s.languages, v.Page.Lang) && s.teachKeywords(v.Page.Lang)
	case s.seedsLeft > 0 && v.Pick.Parent == "" && v.Page.Vector.Len() > 0:
		s.seedsLeft--
		s.change(v.Page.URL, func() { s.seeds[v.Page.URL] = example{s.topic, v.Page.Vector, true} })
		return true
	}
	return false
}

// take learns from a judgement.
func (s *subject) take(m Mark) {
	page := m.Page.Vector
	s.change(m.Page.URL, func() {
		switch m.Judgement {
		case Good:
			category := s.classifier.Tree().Place(page).BestGood
			if category == 0 {
				category = s.topic // of which nothing is known yet
			}
			s.marked[m.Page.URL] = example{category, page, true}
		case Bad:
			s.marked[m.Page.URL] = example{s.unwanted, page, false}
		default:
			delete(s.marked, m.Page.URL)
		}
	})
}

// change changes what is said of a page. The page teaches nothing meanwhile, so that it can be asked where it belongs.
func (s *subject) change(url string, what func()) {
	if old, taught := s.said(url); taught {
		s.classifier.Forget(old.category, old.page)
	}
	what()
	if now, taught := s.said(url); taught {
		s.classifier.Learn(now.category, now.page)
	}
}

// said is what is said of a page: what the user has marked it, else that it is a seed; false when nothing is.
func (s *subject) said(url string) (example, bool) {
	if e, marked := s.marked[url]; marked {
		return e, true
	}
	e, seed := s.seeds[url]
	return e, seed
}

// standing is how a page stands to the topic.
type standing struct {
	tree      *classify.Tree // by which it was classified
	source    *source
	relevance float64 // R(p)
	good      bool    // its best leaf has a good category at or above it
}

func stand(tree *classify.Tree, page *source) standing {
	p := tree.Place(page.vector)
	return standing{tree, page, p.Relevance, p.Good}
}

// judged is the standing of a page after what was said of it, if anything.
func (s *subject) judged(found standing) standing {
	if said, ok := s.said(found.source.url); ok {
		if found.relevance, found.good = 0, said.good; said.good {
			found.relevance = 1
		}
	}
	return found
}

// standings returns a function that tells of pages, by what was kept of them, how they stand now. It classifies each once.
func (s *subject) standings() func(page *source) standing {
	tree, known := s.classifier.Tree(), map[*source]standing{}
	return func(page *source) standing {
		found, ok := known[page]
		if !ok {
			found = s.judged(stand(tree, page))
			known[page] = found
		}
		return found
	}
}
