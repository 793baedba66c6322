package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"orbweaver/crawlers"
	"orbweaver/crawlers/weburl"
)

type hitsCommand struct {
	Session string `arg:"" help:"The session's ID, or the beginning of one."`
	Top     int    `default:"0" placeholder:"N" help:"Only the best N; 0 = all."`
}

// hitLine is a hit in the JSON that hits prints.
type hitLine struct {
	URL       string  `json:"url"` // that answered
	Title     string  `json:"title"`
	Score     float64 `json:"score"`
	MD5       string  `json:"md5"` // name of URL in the page repository
	Seq       uint64  `json:"seq"`
	Spider    int     `json:"spider"`
	Depth     int     `json:"depth"`
	Snippet   string  `json:"snippet"`
	Judgement string  `json:"judgement"` // the user's: good, bad or none
}

// Run prints the hits, best first.
func (cmd *hitsCommand) Run(c *call) error {
	if cmd.Top < 0 {
		return misused("--top %d is out of bounds: write 1 or more, or 0 for all", cmd.Top)
	}
	s, err := c.open(cmd.Session)
	if err != nil {
		return err
	}
	hits, err := s.Hits(cmd.Top)
	if err := errors.Join(err, s.Close()); err != nil {
		return err
	}
	if c.json {
		lines := []hitLine{}
		for _, h := range hits {
			url := answering(h)
			lines = append(lines, hitLine{
				URL: url, Title: h.Title, Score: h.Score, MD5: weburl.Name(url), Seq: h.Seq, Spider: h.Pick.Spider, Depth: h.Pick.Depth,
				Snippet: h.Snippet, Judgement: judgementOf(h),
			})
		}
		return c.answerJSON(lines)
	}
	if len(hits) == 0 {
		return c.print("no hits")
	}
	return c.hitTable(hits)
}

// answering is the URL that gave the page: the one that redirects led to, where there were any.
func answering(e crawlers.Ended) string { return cmp.Or(e.FinalURL, e.Pick.URL) }

// hitTable prints hits for people.
func (c *call) hitTable(hits []crawlers.Ended) error {
	var rows [][]string
	for _, h := range hits {
		rows = append(rows, []string{fmt.Sprintf("%.3f", h.Score), strconv.Itoa(h.Pick.Depth), string(h.Judgement), answering(h) + "  " + clip(h.Title, 60)})
	}
	return c.table([]string{"score", "depth", "mark", "page"}, rows)
}
