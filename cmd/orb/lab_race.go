package main

import (
	"orbweaver/crawlers/engine"
	"orbweaver/storage/race"
)

type labRaceCommand struct {
	Keywords string `short:"k" required:"" help:"What to look for: the pages of all contestants are judged by it."`
	Name     string `placeholder:"TEXT" help:"What to call the contestants' sessions."`

	seedFlags     `embed:""`
	contestFlags  `embed:""`
	keepFlags     `embed:""`
	settingsFlags `embed:""`
	logFlags      `embed:""`
}

// Run lets families race on the live Web.
func (cmd *labRaceCommand) Run(c *call) error {
	spec := race.Spec{Name: cmd.Name, Keywords: cmd.Keywords}
	var err error
	if spec.Entries, err = cmd.entries(); err != nil {
		return err
	}
	if spec.Settings, err = cmd.settings(); err != nil {
		return wrongUse{err}
	}
	if spec.Seeds, err = cmd.seeds(c, cmd.Keywords); err != nil {
		return err
	}
	if err := checkOwn(spec.Settings, spec.Seeds); err != nil {
		return err
	}
	library, endLog, err := c.startContest(cmd.logFlags)
	if err != nil {
		return err
	}
	defer endLog()
	r, err := race.Start(c.ctx, library, spec)
	return c.compare(r, err, cmd.keepFlags)
}

// checkOwn lets a race begin without a delay only on hosts of the user's own.
func checkOwn(s engine.Settings, urls []string) error {
	links, err := engine.SeedLinks(urls, s)
	if err != nil {
		return wrongUse{err}
	}
	return checkDelay(s, links)
}
