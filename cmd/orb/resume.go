package main

import (
	"errors"
	"time"

	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

type resumeCommand struct {
	Session string         `arg:"" help:"The session's ID, or the beginning of one."`
	Pages   *int           `help:"New budget: end when the whole session has this many pages; 0 = when nothing is left."`
	Time    *time.Duration `help:"New budget of running time, over all sittings."`

	observeFlags `embed:""`
	logFlags     `embed:""`
}

// Run goes on with a session.
func (cmd *resumeCommand) Run(c *call) error {
	if err := cmd.check(); err != nil {
		return err
	}
	library, err := c.library()
	if err != nil {
		return err
	}
	endLog, err := cmd.logTo(c, library)
	if err != nil {
		return err
	}
	defer endLog()
	o, err := cmd.listen(c)
	if err != nil {
		return err
	}
	s, err := library.Open(cmd.Session)
	if err != nil {
		o.close()
		return err
	}
	if err := cmd.setBudget(s); err != nil {
		o.close()
		return errors.Join(err, s.Close())
	}
	if st := s.Stats(); st.Budget > 0 && st.Pages >= st.Budget {
		c.note("the session has its %s already: give it more with --pages %d", count(st.Pages, "page", "pages"), 2*st.Pages)
	}
	return c.sit(s, o)
}

// check looks at the new budget before anything is opened.
func (cmd *resumeCommand) check() error {
	budget := engine.Default()
	if cmd.Pages != nil {
		budget.Pages = *cmd.Pages
	}
	if cmd.Time != nil {
		budget.Time = *cmd.Time
	}
	if err := budget.Check(); err != nil {
		return wrongUse{err}
	}
	return nil
}

// setBudget gives the session the new budget, as far as there is one.
func (cmd *resumeCommand) setBudget(s *session.Session) error {
	if cmd.Pages == nil && cmd.Time == nil {
		return nil
	}
	st := s.Stats()
	pages, limit := st.Budget, st.TimeBudget
	if cmd.Pages != nil {
		pages = *cmd.Pages
	}
	if cmd.Time != nil {
		limit = *cmd.Time
	}
	return s.SetBudget(pages, limit)
}
