package crawlers

import (
	"slices"

	"orbweaver/crawlers/frontier"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// similarityTo is the page's similarity to a profile, which is worked out once for all its links.
func (s *source) similarityTo(p *text.Profile) float64 {
	if s.comparedWith != p {
		s.comparedWith, s.likeness = p, p.Similarity(s.lang, s.vector)
	}
	return s.likeness
}

// marks are the judgements that stand, in the order in which they were given.
type marks []judged

type judged struct {
	good bool
	page *source
}

// take adds a judgement to the marks; it replaces the one of the same page.
func (m *marks) take(new Mark) {
	*m = slices.DeleteFunc(*m, func(old judged) bool { return old.page.url == new.Page.URL })
	if new.Judgement != Unmarked {
		*m = append(*m, judged{new.Judgement == Good, newSource(Pick{}, new.Page)})
	}
}

// feedback is what the marks say of the terms looked for.
func (m marks) feedback() text.Feedback {
	var good, bad []text.Vector
	for _, j := range m {
		if j.good {
			good = append(good, j.page.vector)
		} else {
			bad = append(bad, j.page.vector)
		}
	}
	return text.NewFeedback(good, bad)
}

// relevance judges pages by their similarity to the topic and, once the user has marked pages, to the topic as Rocchio's
// formula changes it after them. It is embedded in the families that score by similarity; their Analyser compares pages with
// the profile.
type relevance struct {
	query   text.Query
	marks   marks
	profile *text.Profile // replaced by marks, never changed
	cut     float64       // pages more similar than this are relevant
	least   float64       // and are at least as similar as this
}

func newRelevance(t Topic) relevance {
	return relevance{query: t.Query, profile: text.NewProfile(t.Query, text.Feedback{})}
}

// Analyse gives the keys of a page's links, and its similarity to the profile as it is now; not while that is the topic, to
// which the engine compares every page anyway.
func (r *relevance) Analyse(Pick) func(*page.Page) any {
	if len(r.marks) == 0 {
		return func(p *page.Page) any { return assessment{keys: keysOf(p.Links)} }
	}
	profile := r.profile
	return func(p *page.Page) any { return assess(profile, p) }
}

// assessment is what is made of a page before it is a crawler's turn.
type assessment struct {
	keys       []frontier.Key // of its links
	profile    *text.Profile  // nil = it is compared with none
	similarity float64        // to the profile
}

func assess(profile *text.Profile, p *page.Page) assessment {
	return assessment{keysOf(p.Links), profile, profile.Similarity(p.Lang, p.Vector)}
}

// keysOf are the keys of links.
func keysOf(links []page.Link) []frontier.Key {
	keys := make([]frontier.Key, len(links))
	for i := range links {
		keys[i] = frontier.KeyOf(links[i].URL)
	}
	return keys
}

// keys are those of the links of a visit's page.
func (r *relevance) keys(v Visit) []frontier.Key {
	if a, ok := v.Analysis.(assessment); ok {
		return a.keys[:len(v.Page.Links)] // none of a twin's
	}
	return keysOf(v.Page.Links)
}

// similarity is that of a visit's page to the profile: the topic's while nothing is marked; else as the Analyser found
// it, or found anew when a mark has changed the profile since.
func (r *relevance) similarity(v Visit) float64 {
	a, _ := v.Analysis.(assessment)
	return r.similarityBy(a, v)
}

// similarityBy is similarity where the assessment is at hand.
func (r *relevance) similarityBy(a assessment, v Visit) float64 {
	switch {
	case len(r.marks) == 0:
		return v.Score
	case a.profile != r.profile:
		return r.profile.Similarity(v.Page.Lang, v.Page.Vector)
	}
	return a.similarity
}

// isRelevant says whether a page of that similarity to the profile is relevant. One judged good is and one judged bad is
// not, whatever its similarity.
func (r *relevance) isRelevant(url string, similarity float64) bool {
	for _, j := range r.marks {
		if j.page.url == url {
			return j.good
		}
	}
	return similarity > r.cut && similarity >= r.least
}

// learn changes the profile by a mark.
//
// Without marks a page is relevant when its similarity is above 0: when it holds any keyword. A profile learnt from good
// pages holds words that many pages share, so then it takes more: to lie nearer to the good pages than to the bad ones,
// which is to be above the middle between the mean similarities of both (0 where no page is marked bad).
func (r *relevance) learn(m Mark) {
	r.marks.take(m)
	r.profile, r.cut = text.NewProfile(r.query, r.marks.feedback()), 0
	var sum, count [2]float64 // of bad and of good pages
	for _, j := range r.marks {
		i := 0
		if j.good {
			i = 1
		}
		sum[i] += j.page.similarityTo(r.profile)
		count[i]++
	}
	if count[1] > 0 {
		r.cut = (sum[0]/max(1, count[0]) + sum[1]/count[1]) / 2
	}
}
