package main

import (
	"time"

	"orbweaver/storage/session"
)

type againCommand struct {
	Session string         `arg:"" help:"The ID of the session to crawl again, or the beginning of one."`
	Name    string         `placeholder:"TEXT" help:"What to call the new session; without it, as the earlier one."`
	Pages   *int           `help:"Another budget: end when the new session has this many pages; 0 = when nothing is left."`
	Time    *time.Duration `help:"Another budget of running time."`

	observeFlags `embed:""`
	logFlags     `embed:""`
}

// Run makes a new session that crawls what an earlier one has crawled, and prints how it went.
func (cmd *againCommand) Run(c *call) error {
	spec, err := cmd.spec(c)
	if err != nil {
		return err
	}
	return c.begin(spec, cmd.logFlags, cmd.observeFlags)
}

// spec is that of the earlier session, with what the flags change.
func (cmd *againCommand) spec(c *call) (spec session.Spec, err error) {
	earlier, err := c.open(cmd.Session)
	if err != nil {
		return spec, err
	}
	spec = earlier.Again()
	if err := earlier.Close(); err != nil {
		return spec, err
	}
	if cmd.Name != "" {
		spec.Name = cmd.Name
	}
	if cmd.Pages != nil {
		spec.Settings.Pages = *cmd.Pages
	}
	if cmd.Time != nil {
		spec.Settings.Time = *cmd.Time
	}
	if err := spec.Settings.Check(); err != nil {
		return spec, wrongUse{err}
	}
	return spec, nil
}
