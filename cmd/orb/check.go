package main

import (
	"fmt"

	"orbweaver/storage"
)

type checkCommand struct {
	Session string `arg:"" optional:"" help:"The session's ID, or the beginning of one; without it all are checked."`
}

// verdict is the JSON that check and delete print.
type verdict struct {
	OK       bool          `json:"ok"`
	Problems []problemLine `json:"problems"`
}

type problemLine struct {
	Session string `json:"session"`
	Where   string `json:"where"` // which part of it
	What    string `json:"what"`
}

// Run verifies sessions; problems found are a failure.
func (cmd *checkCommand) Run(c *call) error {
	library, err := c.library()
	if err != nil {
		return err
	}
	ids := []string{cmd.Session}
	if cmd.Session == "" {
		list, err := library.List()
		if err != nil {
			return err
		}
		ids = nil
		for _, s := range list {
			ids = append(ids, s.ID)
		}
	}
	found := []problemLine{}
	for _, id := range ids {
		problems, err := library.Check(id)
		if err != nil && cmd.Session != "" {
			return err
		}
		if err != nil { // one that can not be opened is a problem of that session, not of the others
			problems = []storage.Problem{{Where: "file", What: err.Error()}}
		}
		for _, p := range problems {
			found = append(found, problemLine{Session: id, Where: p.Where, What: p.What})
		}
		if c.ctx.Err() != nil {
			return errInterrupted
		}
	}
	return c.verdict(len(ids), found)
}

// verdict prints what was found in so many sessions.
func (c *call) verdict(sessions int, found []problemLine) error {
	var err error
	switch {
	case c.json:
		err = c.answerJSON(verdict{OK: len(found) == 0, Problems: found})
	case len(found) == 0:
		err = c.print("%d checked, nothing wrong", sessions)
	default:
		for _, p := range found {
			if err = c.print("%s: %s: %s", p.Session, p.Where, p.What); err != nil {
				break
			}
		}
	}
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("problems found: %d", len(found))
	}
	return err
}
