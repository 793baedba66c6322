package main

import "orbweaver/storage/race"

type labHoldOutCommand struct {
	Known     []string `sep:"none" placeholder:"URL" help:"A page that you know to be good; may be given often, four in all at least."`
	KnownFile string   `placeholder:"FILE" help:"Pages that you know to be good, one URL a line; - reads standard input."`
	Keywords  string   `short:"k" help:"What to look for; without it, the telling words of the pages to start from."`
	Runs      int      `default:"1" help:"Divide the pages and crawl so often, each time in another way: the fewer pages there are, the more runs are needed."`
	Name      string   `placeholder:"TEXT" help:"What to call the contestants' sessions."`

	contestFlags  `embed:""`
	keepFlags     `embed:""`
	settingsFlags `embed:""`
	logFlags      `embed:""`
}

// Run makes a hold-out check. --rand also draws the halves.
func (cmd *labHoldOutCommand) Run(c *call) error {
	check := race.HoldOut{Name: cmd.Name, Known: cmd.Known, Keywords: cmd.Keywords, Rand: cmd.Rand, Runs: cmd.Runs}
	if cmd.KnownFile != "" {
		lines, err := readLines(cmd.KnownFile, c.in)
		if err != nil {
			return misused("--known-file: %w", err)
		}
		check.Known = append(check.Known, lines...)
	}
	if cmd.Runs < 1 {
		return misused("--runs %d is out of bounds: write 1 or more", cmd.Runs)
	}
	var err error
	if check.Entries, err = cmd.entries(); err != nil {
		return err
	}
	if check.Settings, err = cmd.settings(); err != nil {
		return wrongUse{err}
	}
	if err := checkOwn(check.Settings, check.Known); err != nil {
		return err
	}
	library, endLog, err := c.startContest(cmd.logFlags)
	if err != nil {
		return err
	}
	defer endLog()
	r, err := race.StartHoldOut(c.ctx, library, check)
	return c.compare(r, err, cmd.keepFlags)
}
