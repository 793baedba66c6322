package main

import (
	"os"
	"path/filepath"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// defaultFamily is the family of MySpiders.
const defaultFamily = "infospiders"

type crawlCommand struct {
	Keywords string `short:"k" help:"What to look for; without it every page is a hit."`

	seedFlags `embed:""`

	Family string   `default:"${family}" placeholder:"NAME" help:"The crawler family (orb families lists them)."`
	Set    []string `sep:"none" placeholder:"PARAM=VALUE" help:"A parameter of the family; may be given often."`
	Model  string   `placeholder:"FILE" help:"A file for the family, such as a taxonomy (orb families says which take one); it is copied into the session."`
	Name   string   `placeholder:"TEXT" help:"What to call the session."`

	settingsFlags `embed:""`
	observeFlags  `embed:""`
	logFlags      `embed:""`
}

// Run crawls, and prints how it went.
func (cmd *crawlCommand) Run(c *call) error {
	spec, err := cmd.spec(c)
	if err != nil {
		return err
	}
	c.noteModel(spec, cmd.Model)
	return c.begin(spec, cmd.logFlags, cmd.observeFlags)
}

// spec is what the flags ask for, checked as far as that is possible without writing anything.
func (cmd *crawlCommand) spec(c *call) (session.Spec, error) {
	spec := session.Spec{Name: cmd.Name, Keywords: cmd.Keywords, Family: cmd.Family}
	var err error
	if spec.Params, err = readParams(cmd.Family, cmd.Set); err != nil {
		return spec, wrongUse{err}
	}
	if cmd.Model != "" {
		spec.ModelName = filepath.Base(cmd.Model)
		if spec.Model, err = readModel(cmd.Family, cmd.Model); err != nil {
			return spec, misused("--model: %w", err)
		}
	}
	if spec.Settings, err = cmd.settings(); err != nil {
		return spec, wrongUse{err}
	}
	if err := spec.Settings.Check(); err != nil {
		return spec, wrongUse{err}
	}
	if spec.Seeds, err = cmd.seeds(c, cmd.Keywords); err != nil {
		return spec, err
	}
	links, err := engine.SeedLinks(spec.Seeds, spec.Settings)
	if err != nil {
		return spec, wrongUse{err}
	}
	return spec, checkDelay(spec.Settings, links)
}

// readModel reads a file for a family and checks it as the family does.
func readModel(family, path string) ([]byte, error) {
	f, err := crawlers.Lookup(family)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path) // #nosec G304 -- the user names the file
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return session.ReadModel(f, path, file)
}

// readParams reads --set and checks it against the family's parameters.
func readParams(family string, set []string) (map[string]string, error) {
	f, err := crawlers.Lookup(family)
	if err != nil {
		return nil, err
	}
	given := map[string]string{}
	for _, s := range set {
		name, value, ok := strings.Cut(s, "=")
		if _, twice := given[name]; !ok || twice {
			return nil, misused("--set %q: write each parameter once, as --set PARAM=VALUE", s)
		}
		given[name] = value
	}
	if _, err := crawlers.ParseValues(f.Params, given); err != nil {
		return nil, err
	}
	return given, nil
}
