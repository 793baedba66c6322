package crawlers

import (
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
)

// Topic is what a crawl is about, as far as a crawler may know it: the user's keywords. Evaluation's description and
// targets are never part of it.
type Topic struct {
	Keywords string     // as typed
	Query    text.Query // the same, tokenised and stemmed in every language
}

// NewTopic makes a topic of the keywords as typed. No keywords is a topic to which every page's similarity is 0.
func NewTopic(keywords string) Topic {
	return Topic{Keywords: keywords, Query: text.NewQuery(keywords)}
}

// Similarity is sim(topic, p) in the page's own language, 0…1 ([MPS04] eq. 4). It may be called concurrently.
func (t Topic) Similarity(p *page.Page) float64 {
	return text.Cosine(t.Query.Vector(p.Lang), p.Vector)
}
