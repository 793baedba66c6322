package crawlers

import (
	"math"
	"slices"
)

// What families that learn from their own crawl take for good pages: the most similar ones of those seen lately. A share
// of them serves short and long lists of keywords alike, which a least similarity does not.
var shareParam = Param{
	Name: "share", Kind: Number, Default: "0.2", Min: 0.01, Max: 1,
	Doc: "The share of the pages seen lately, the most similar ones, that count as good pages to learn from; more learns sooner, and less exactly.",
}

// markWeight is how many pages a page that the user has marked counts for.
const markWeight = 10

// lessonPages is how many pages are visited before something is learnt anew: every so many, but one at least for each
// hundred links that wait and are then judged anew, and for each twenty pages remembered, among which there would be little
// news. So learning costs no more a page in a long crawl than in a short one.
func lessonPages(every, waiting, remembered int) int {
	return max(every, waiting/100, remembered/20)
}

// leastGood is the least similarity of the good pages: those of the share that are most similar to the topic, and at all.
func leastGood[P any](pages []P, share float64, similarity func(P) float64) float64 {
	all := make([]float64, 0, len(pages))
	for _, p := range pages {
		if s := similarity(p); s > 0 {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return math.Inf(1)
	}
	slices.Sort(all)
	good := max(1, int(share*float64(len(pages))))
	return all[max(0, len(all)-good)]
}
