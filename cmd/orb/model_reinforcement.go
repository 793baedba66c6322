package main

import (
	"orbweaver/crawlers/classify"
)

type reinforcementModelCommand struct {
	Discount float64 `default:"0.5" help:"γ: what a good page is worth when it is one link further away, 0.1 to 0.5."`
	Bins     int     `default:"4" help:"How many classes of links, by how far they are from a good page, are told apart, 2 to 5."`

	modelFlags `embed:""`
}

// reinforcementModelLine is the JSON that model reinforcement prints.
type reinforcementModelLine struct {
	Model string `json:"model"` // "q-values"
	File  string `json:"file"`
	Pages int    `json:"pages"` // read
	Hits  int    `json:"hits"`  // good ones
	Links []int  `json:"links"` // learnt from, by bin
}

// Run learns Q-values.
func (cmd *reinforcementModelCommand) Run(c *call) error {
	if cmd.Discount < 0.1 || cmd.Discount > classify.MostDiscount {
		return misused("--discount %v is out of bounds: write 0.1 to 0.5", cmd.Discount)
	}
	if cmd.Bins < 2 || cmd.Bins > 5 {
		return misused("--bins %d is out of bounds: write 2 to 5", cmd.Bins)
	}
	if err := cmd.check(); err != nil {
		return err
	}
	pages, good, err := cmd.learn(c)
	if err != nil {
		return err
	}
	hits := map[string]bool{}
	for _, url := range good {
		hits[url] = true
	}
	values, err := classify.LearnQValues(pages, func(p classify.KnownPage) bool { return hits[p.URL] }, cmd.Discount, cmd.Bins)
	if err != nil {
		return err
	}
	if err := cmd.write(values.Encode()); err != nil {
		return err
	}
	line := reinforcementModelLine{Model: "q-values", File: cmd.Out, Pages: len(pages.Pages()), Hits: len(hits), Links: values.Links()}
	if c.json {
		return c.answerJSON(line)
	}
	return c.print("wrote Q-values to %s, learnt from %s, %d of them good; links by bin, the best first: %s", line.File, count(line.Pages, "page", "pages"), line.Hits, numbers(line.Links))
}
