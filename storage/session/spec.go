package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage"
)

// Spec is what a session is made of: all that its user chooses.
type Spec struct {
	Name     string            // as shown; empty = the keywords
	Keywords string            // the topic; may be empty where there are seeds
	Seeds    []string          // URLs as typed; empty lines are left out
	Family   string            // name of a crawler family
	Params   map[string]string // of the family, as typed; absent ones have their defaults
	Settings engine.Settings

	Model     []byte // the file of the family's crawlers.Model; nil = none. It is copied into the session
	ModelName string // what the user calls that file

	Earlier string // ID of a session of the library whose pages are asked for again (Session.Again); empty = none
}

// SpecError says which field of a Spec can not be used, and why.
type SpecError struct {
	Field string // "family", "params", "model", "keywords", "seeds" or "settings"; of Mark "judgement"
	Err   error
}

func (e *SpecError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the field.
func (e *SpecError) Unwrap() error { return e.Err }

// Check says what is wrong with the Spec; the error is a *SpecError.
func (s Spec) Check() error {
	_, err := s.config()
	return err
}

// config checks the Spec and says it in the engine's terms. The error is a *SpecError.
func (s Spec) config() (cfg engine.Config, err error) {
	cfg = engine.Config{Topic: crawlers.NewTopic(s.Keywords), Settings: s.Settings, Model: s.Model}
	if cfg.Family, err = crawlers.Lookup(s.Family); err != nil {
		return cfg, &SpecError{"family", err}
	}
	if cfg.Params, err = crawlers.ParseValues(cfg.Family.Params, s.Params); err != nil {
		return cfg, &SpecError{"params", fmt.Errorf("family %s: %w", s.Family, err)}
	}
	if err := checkModel(cfg.Family, s.ModelName, s.Model); err != nil {
		return cfg, &SpecError{"model", err}
	}
	if strings.TrimSpace(s.Keywords) != "" && len(cfg.Topic.Query.Keywords()) == 0 {
		return cfg, &SpecError{"keywords", fmt.Errorf("the keywords %q are words that stand on every page: write more telling ones, or none", s.Keywords)}
	}
	if err := s.Settings.Check(); err != nil {
		return cfg, &SpecError{"settings", err}
	}
	if s.Settings.Saturation > 0 && len(cfg.Topic.Query.Keywords()) == 0 {
		return cfg, &SpecError{"settings", errors.New("setting saturate needs keywords: without them every page scores 0, and none is poorer than another")}
	}
	if cfg.Seeds, err = engine.SeedLinks(s.Seeds, s.Settings); err != nil {
		return cfg, &SpecError{"seeds", err}
	}
	if len(cfg.Seeds) == 0 {
		return cfg, &SpecError{"seeds", errors.New("a crawl needs at least one seed URL to start from: write one, such as https://example.org/")}
	}
	return cfg, nil
}

// meta is what the store keeps of the Spec.
func (s Spec) meta(cfg engine.Config) (storage.Meta, error) {
	settings, err := json.Marshal(s.Settings)
	if err != nil {
		return storage.Meta{}, fmt.Errorf("settings: %w", err)
	}
	return storage.Meta{
		Name: s.Name, Keywords: s.Keywords, Seeds: s.Seeds, Family: s.Family, FamilyVersion: cfg.Family.Version, Params: cfg.Params,
		Settings: settings, Budget: s.Settings.Pages, Created: time.Now().UTC(), ModelName: s.ModelName, Model: s.Model,
		Earlier: s.Earlier, Request: s.Settings.RequestFields(),
	}, nil
}

// specOf is the Spec that a store was created with.
func specOf(m storage.Meta) (Spec, error) {
	s := Spec{Name: m.Name, Keywords: m.Keywords, Seeds: m.Seeds, Family: m.Family, Params: m.Params, Model: m.Model, ModelName: m.ModelName, Earlier: m.Earlier}
	if err := json.Unmarshal(m.Settings, &s.Settings); err != nil {
		return s, fmt.Errorf("%w (its settings: %w)", storage.ErrDamaged, err)
	}
	return s, nil
}
