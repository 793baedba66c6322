package main

import (
	"cmp"
	"errors"
	"fmt"

	"orbweaver/crawlers"
	"orbweaver/crawlers/weburl"
	"orbweaver/storage"
)

type markCommand struct {
	Session   string `arg:"" help:"The session's ID, or the beginning of one."`
	Page      string `arg:"" name:"md5-or-url" help:"The page's URL, or its MD5 name. It must have been fetched."`
	Judgement string `arg:"" name:"judgement" help:"good, bad, or none to take it back."`
}

// markLine is the JSON that mark prints.
type markLine struct {
	URL       string `json:"url"` // that answered
	Title     string `json:"title"`
	MD5       string `json:"md5"`
	Seq       uint64 `json:"seq"`
	Judgement string `json:"judgement"`
}

// Run keeps a judgement of a page. The crawler learns from it when the session goes on.
func (cmd *markCommand) Run(c *call) error {
	s, err := c.open(cmd.Session)
	if errors.Is(err, storage.ErrInUse) {
		return fmt.Errorf("the crawl is running in another window or program: stop it there (Ctrl-C), mark, then orb resume %s", cmd.Session)
	}
	if err != nil {
		return err
	}
	e, err := s.Mark(c.ctx, cmd.Page, crawlers.Judgement(cmd.Judgement))
	if err := errors.Join(err, s.Close()); err != nil {
		return aboutPage(cmd.Page, err)
	}
	if c.json {
		return c.answerJSON(markLine{URL: answering(e), Title: e.Title, MD5: weburl.Name(answering(e)), Seq: e.Seq, Judgement: judgementOf(e)})
	}
	return c.print("marked %s: %s", judgementOf(e), answering(e))
}

// judgementOf is what the user thinks of a page: good, bad or none.
func judgementOf(e crawlers.Ended) string { return string(cmp.Or(e.Judgement, crawlers.Unmarked)) }
