package main

import (
	"errors"
	"fmt"

	"orbweaver/storage"
	"orbweaver/storage/session"
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
	if cmd.Session != "" {
		problems, err := library.Check(cmd.Session)
		if err != nil {
			return err
		}
		return c.verdict("1 session checked", problemLines(cmd.Session, problems))
	}
	return c.checkAll(library)
}

// checkAll verifies every session. One that can not be opened is a problem of that session and not of the others; one
// that is being crawled is passed over.
func (c *call) checkAll(library *session.Library) error {
	list, err := library.List()
	if err != nil {
		return err
	}
	checked, inUse, found := 0, 0, []problemLine{}
	for _, s := range list {
		if c.ctx.Err() != nil {
			return errInterrupted
		}
		problems, err := library.Check(s.ID)
		if errors.Is(err, storage.ErrInUse) {
			c.note("%v", err)
			inUse++
			continue
		}
		if err != nil {
			problems = []storage.Problem{{Where: "file", What: err.Error()}}
		}
		checked++
		found = append(found, problemLines(s.ID, problems)...)
	}
	said := count(checked, "session", "sessions") + " checked"
	if inUse > 0 {
		said += fmt.Sprintf(", %d in use and not checked", inUse)
	}
	return c.verdict(said, found)
}

func problemLines(id string, problems []storage.Problem) []problemLine {
	lines := make([]problemLine, len(problems))
	for i, p := range problems {
		lines[i] = problemLine{Session: id, Where: p.Where, What: p.What}
	}
	return lines
}

// verdict prints what was found in the sessions that were checked.
func (c *call) verdict(checked string, found []problemLine) error {
	var err error
	switch {
	case c.json:
		err = c.answerJSON(verdict{OK: len(found) == 0, Problems: found})
	case len(found) == 0:
		err = c.print("%s: nothing wrong", checked)
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
