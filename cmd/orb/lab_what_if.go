package main

import "orbweaver/storage/race"

type labWhatIfCommand struct {
	Session string `arg:"" help:"The session's ID, or the beginning of one."`

	contestFlags `embed:""`
}

// Run lets other families crawl what a session has fetched.
func (cmd *labWhatIfCommand) Run(c *call) error {
	entries, err := cmd.entries()
	if err != nil {
		return err
	}
	s, err := c.open(cmd.Session)
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := race.StartWhatIf(c.ctx, s, entries)
	return c.compare(r, err, keepFlags{Keep: "all"})
}
