package app

import (
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers"
	"orbweaver/widgets"
)

// score writes a score, or a part of one, to as many digits as tell anything.
func score(x float64) string {
	switch {
	case x == math.Trunc(x) && math.Abs(x) < 1e9:
		return count(int(x))
	case x > 0 && x < 0.001:
		return lang.X("score.below", "below {{.N}}", map[string]any{"N": widgets.Decimal(0.001, 3)})
	case x < 0 && x > -0.001:
		return lang.L("just below 0")
	default:
		return widgets.Decimal(x, 3)
	}
}

// partWords says in plain words what the parts of links' scores are, by the names that the families give them. The
// translation of one stands under the key "part." and its name.
var partWords = map[string]string{
	"similarity": "similarity of the page it is on",
	"distance":   "links from a seed",
	// InfoSpiders
	"alpha": "weight of that similarity",
	"net":   "what the spider has learnt to expect",
	// fish-search and shark-search
	"relevant":  "the page it is on is relevant",
	"depth":     "links to go on from here without a relevant page",
	"gamma":     "weight of what is inherited",
	"inherited": "inherited from the pages before",
	"beta":      "weight of the link's text",
	"anchor":    "similarity of the link's text",
	"context":   "similarity of the words around it",
	// focused
	"relevance": "the page it is on is on the subject",
	"hub":       "that page has many good links",
	"pagerank":  "PageRank among the pages known so far",
	// context-focused
	"probability": "how sure that is",
	"layer":       "links between the page it is on and a wanted page, as guessed",
	// reinforcement
	"hit":              "leads to a hit",
	"hit after 1 more": "to a hit one link further",
	"hit after 2 more": "to a hit two links further",
	"hit after 3 more": "to a hit three links further",
	"later or none":    "to one later, or to none",
	// bandit
	"intercept": "what any link gets",
	"fl-deg":    "pages with this link",
	"fl-n":      "their similarities",
	"fl-e":      "similarities of the words around the link",
	"fl-ne":     "products of the two",
	"sl-n":      "similarities of the pages that stand beside it on them",
	"sl-e":      "similarities of the words around the links to these",
	"sl-ne":     "products of these two",
	"history":   "importance it had and gave on",
	"cash":      "importance it has been given",
	"total":     "importance that all pages gave on",
	"parents":   "pages that link to it",
	"offspring": "worth that these pages hand down",
}

// partWord is the name of a part in plain words; "weighted" is said of those that a regression has weighted.
func partWord(name string) string {
	if of, ok := strings.CutPrefix(name, "weighted "); ok {
		return lang.X("part.weighted", "{{.Part}}, as weighted by experience", map[string]any{"Part": partWord(of)})
	}
	if words, ok := partWords[name]; ok {
		return lang.X("part."+name, words)
	}
	return name
}

// whyChosen says how a page was come by: what the score of the link to it was made of.
func whyChosen(p crawlers.Pick) string {
	if p.Parent == "" {
		return lang.L("Seed")
	}
	why := lang.X("path.score", "Link score {{.Score}}", map[string]any{"Score": score(p.Score)})
	if len(p.Parts) > 0 {
		parts := make([]string, len(p.Parts))
		for i, part := range p.Parts {
			parts[i] = fmt.Sprintf("%s: %s", partWord(part.Name), score(part.Value))
		}
		why += " (" + strings.Join(parts, "; ") + ")"
	}
	arm, anchor := "", ""
	if p.Arm != "" {
		arm = lang.X("path.arm", "chosen by {{.Arm}}", map[string]any{"Arm": armWord(p.Arm)})
	}
	if text := widgets.Clean(p.Anchor, 80); text != "" {
		anchor = lang.X("path.anchor", "link text “{{.Text}}”", map[string]any{"Text": text})
	}
	return joined(why, arm, anchor)
}

// armWords says by what the bandit's estimators go. The translation stands under the key "arm." and the name.
var armWords = map[string]string{
	"fl-deg": "how many pages link to it",
	"fl-n":   "how similar these pages are",
	"fl-e":   "how similar the words around the links are",
	"fl-ne":  "how similar pages and words around the links are",
	"sl-n":   "how similar the pages beside it are",
	"sl-e":   "how similar the words around the links beside it are",
	"sl-ne":  "how similar pages and words beside it are",
	"lr-fl":  "what experience makes of the links to it",
	"lr-sl":  "what experience makes of the links to it and beside it",
	"nr":     "rank among similar pages",
	"opic":   "importance by links",
	"bfs":    "distance from the seeds",
}

// armWord is an estimator as the paper calls it, with what it goes by.
func armWord(arm string) string {
	if words, ok := armWords[arm]; ok {
		return arm + " (" + lang.X("arm."+arm, words) + ")"
	}
	return arm
}
