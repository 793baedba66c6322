package main

import (
	"bufio"
	"errors"
	"regexp"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/weburl"
)

type historyCommand struct {
	Session string `arg:"" help:"The session's ID, or the beginning of one."`
}

// historyLine is one attempt. All but Time is the same in two crawls that are the same.
type historyLine struct {
	Seq       uint64    `json:"seq"`
	Time      time.Time `json:"time"`
	URL       string    `json:"url"`                 // canonical, as asked
	Raw       string    `json:"raw,omitempty"`       // what was sent, where that is not URL
	FinalURL  string    `json:"final_url,omitempty"` // where redirects led
	MD5       string    `json:"md5"`                 // name of URL in the page repository
	Status    int       `json:"status"`
	Kind      string    `json:"kind"`
	Error     string    `json:"error,omitempty"`
	Bytes     int       `json:"bytes"`
	Score     float64   `json:"score"`
	LinkScore float64   `json:"link_score"`
	Spider    int       `json:"spider"`
	Parent    string    `json:"parent"`
	Depth     int       `json:"depth"`
	Twin      uint64    `json:"twin,omitempty"`      // seq of an earlier page that this one is nearly the same as, so that its links were not followed
	Unchanged bool      `json:"unchanged,omitempty"` // the page was not sent again, because it had not changed since the earlier session
	Judgement string    `json:"judgement"`           // the user's: good, bad or none
}

// Run prints the history.
func (cmd *historyCommand) Run(c *call) error {
	s, err := c.open(cmd.Session)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(c.out)
	write := func() error {
		for e, err := range s.History(1) {
			if err != nil {
				return err
			}
			if c.ctx.Err() != nil {
				return errInterrupted
			}
			line, err := jsonLine(lineOfAttempt(e))
			if err != nil {
				return err
			}
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
		return out.Flush()
	}
	return errors.Join(write(), s.Close())
}

// sender is this computer's end of a connection in an error of package net: its port is another each time.
var sender = regexp.MustCompile(`\S+:\d+->`)

func lineOfAttempt(e crawlers.Ended) historyLine {
	return historyLine{
		Seq: e.Seq, Time: e.Time, URL: e.Pick.URL, Raw: e.Pick.Raw, FinalURL: e.FinalURL, MD5: weburl.Name(e.Pick.URL),
		Status: e.Status, Kind: e.Kind, Error: sender.ReplaceAllString(e.Error, ""), Bytes: e.Bytes, Score: e.Score,
		LinkScore: e.Pick.Score, Spider: e.Pick.Spider, Parent: e.Pick.Parent, Depth: e.Pick.Depth,
		Twin: e.Twin, Unchanged: e.Unchanged, Judgement: judgementOf(e),
	}
}
