package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/weburl"
)

type whyCommand struct {
	Session string `arg:"" help:"The session's ID, or the beginning of one."`
	URL     string `arg:"" name:"url" help:"The page."`
}

// stepLine is a step of the path in the JSON that why prints, the seed first.
type stepLine struct {
	URL       string  `json:"url"`
	Title     string  `json:"title"`
	MD5       string  `json:"md5"`
	Seq       uint64  `json:"seq"`
	Anchor    string  `json:"anchor"` // text of the link
	Score     float64 `json:"score"`
	LinkScore float64 `json:"link_score"`
	Parts     parts   `json:"parts"`
}

// parts are what a link's score was made of; in JSON an object in the order of the formula.
type parts []crawlers.Part

func (p parts) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, part := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(part.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(part.Value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s:%s", name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func (p parts) String() string {
	terms := make([]string, len(p))
	for i, part := range p {
		terms[i] = fmt.Sprintf("%s %.4g", part.Name, part.Value)
	}
	return strings.Join(terms, ", ")
}

// Run prints the path to a page.
func (cmd *whyCommand) Run(c *call) error {
	s, err := c.open(cmd.Session)
	if err != nil {
		return err
	}
	path, err := s.Why(cmd.URL)
	if err := errors.Join(err, s.Close()); err != nil {
		return aboutPage(cmd.URL, err)
	}
	if c.json {
		lines := []stepLine{}
		for _, e := range path {
			lines = append(lines, stepLine{
				URL: e.Pick.URL, Title: e.Title, MD5: weburl.Name(e.Pick.URL), Seq: e.Seq, Anchor: e.Pick.Anchor,
				Score: e.Score, LinkScore: e.Pick.Score, Parts: e.Pick.Parts,
			})
		}
		return c.answerJSON(lines)
	}
	for i, e := range path {
		err := errors.Join(
			c.print("%d  %s  %s", i, answering(e), clip(e.Title, 60)),
			c.print("   page score %.3f; %s", e.Score, linkTo(e.Pick)))
		if err != nil {
			return err
		}
	}
	return nil
}

// linkTo says how a page was come by, and what the score of the link to it was made of.
func linkTo(p crawlers.Pick) string {
	if p.Parent == "" {
		return "a seed"
	}
	said := fmt.Sprintf("link score %.4g", p.Score)
	if len(p.Parts) > 0 {
		said += " (" + parts(p.Parts).String() + ")"
	}
	if p.Arm != "" {
		said += ", chosen by " + p.Arm
	}
	if anchor := clip(p.Anchor, 60); anchor != "" {
		said += fmt.Sprintf(", link text \"%s\"", anchor)
	}
	return said
}
