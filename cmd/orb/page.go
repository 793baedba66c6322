package main

import (
	"errors"
	"fmt"
	"strings"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/weburl"
	"orbweaver/storage/session"
)

type pageCommand struct {
	Session string `arg:"" help:"The session's ID, or the beginning of one."`
	Page    string `arg:"" name:"md5-or-url" help:"The page's URL, or its MD5 name."`
	Decode  bool   `help:"Undo compression and character set: UTF-8, whatever was sent. Always on where a terminal would show the bytes."`
}

// pageLine is the JSON that page prints.
type pageLine struct {
	URL       string `json:"url"` // that answered, as sent
	MD5       string `json:"md5"`
	Seq       uint64 `json:"seq"`
	Status    int    `json:"status"`
	Request   string `json:"request"`   // request line and header fields, as sent; empty = not known
	Head      string `json:"head"`      // status line and header fields, as received
	Bytes     int    `json:"bytes"`     // of the body, as received
	Truncated bool   `json:"truncated"` // the body was cut at the crawl's limit
	Text      string `json:"text"`      // the body, decompressed and in UTF-8
}

// Run prints the body of a page as it was fetched.
func (cmd *pageCommand) Run(c *call) error {
	s, err := c.open(cmd.Session)
	if err != nil {
		return err
	}
	ended, answer, err := s.Page(cmd.Page)
	if err := errors.Join(err, s.Close()); err != nil {
		return aboutPage(cmd.Page, err)
	}
	if answer == nil {
		return fmt.Errorf("%s was not fetched (%s): %s", cmd.Page, ended.Kind, ended.Error)
	}
	if !c.json && !cmd.Decode && !isTerminal(c.out) {
		_, err := c.out.Write(answer.Body)
		return err
	}
	text, err := engine.Body(answer)
	if err != nil {
		return err
	}
	switch {
	case c.json:
		return c.answerJSON(pageLine{
			URL: answer.URL, MD5: weburl.Name(answering(ended)), Seq: ended.Seq, Status: ended.Status,
			Request: string(answer.Request), Head: string(answer.Head), Bytes: len(answer.Body), Truncated: answer.Truncated, Text: string(text),
		})
	case isTerminal(c.out):
		for line := range strings.Lines(string(text)) {
			if err := c.print("%s", strings.TrimRight(line, "\r\n")); err != nil {
				return err
			}
		}
		return nil
	}
	_, err = c.out.Write(text)
	return err
}

// aboutPage is an error with the page that it is about, as the user typed it.
func aboutPage(typed string, err error) error {
	if _, said := errors.AsType[*session.SpecError](err); said {
		return err
	}
	return fmt.Errorf("%s: %w", typed, err)
}
