package main

import (
	"fmt"
	"os"
)

type importCommand struct {
	File string `arg:"" help:"An archive that orb export --format warc has written."`
}

// imported is the JSON that import prints.
type imported struct {
	Session string `json:"session"`
	Pages   int    `json:"pages"`
}

// Run makes a session of an archive.
func (cmd *importCommand) Run(c *call) error {
	file, err := os.Open(cmd.File)
	if err != nil {
		return wrongUse{err}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	library, err := c.library()
	if err != nil {
		return err
	}
	s, err := library.Import(c.ctx, file, info.Size())
	if err != nil {
		if c.ctx.Err() != nil {
			return errInterrupted
		}
		return fmt.Errorf("%s: %w", cmd.File, err)
	}
	done := imported{Session: s.ID(), Pages: s.Summary().Pages}
	if err := s.Close(); err != nil {
		return err
	}
	if c.json {
		return c.answerJSON(done)
	}
	return c.print("%s: a session of %s", done.Session, count(done.Pages, "page", "pages"))
}
