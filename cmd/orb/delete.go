package main

type deleteCommand struct {
	Session string `arg:"" help:"The session's ID, or the beginning of one."`
}

// Run deletes a session for good.
func (cmd *deleteCommand) Run(c *call) error {
	library, err := c.library()
	if err != nil {
		return err
	}
	if err := library.Delete(cmd.Session); err != nil {
		return err
	}
	if c.json {
		return c.answerJSON(verdict{OK: true, Problems: []problemLine{}})
	}
	return c.print("deleted %s", cmd.Session)
}
