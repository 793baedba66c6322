package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
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
}

// SpecError says which field of a Spec can not be used, and why.
type SpecError struct {
	Field string // "family", "params", "keywords", "seeds" or "settings"
	Err   error
}

func (e *SpecError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the field.
func (e *SpecError) Unwrap() error { return e.Err }

// plan is a Spec that was checked, in the engine's terms.
type plan struct {
	family crawlers.Family
	params crawlers.Values
	topic  crawlers.Topic
	seeds  []page.Link
}

// check finds what is wrong with the Spec. The error is a *SpecError.
func (s Spec) check() (p plan, err error) {
	if p.family, err = crawlers.Lookup(s.Family); err != nil {
		return p, &SpecError{"family", err}
	}
	if p.params, err = crawlers.ParseValues(p.family.Params, s.Params); err != nil {
		return p, &SpecError{"params", fmt.Errorf("family %s: %w", s.Family, err)}
	}
	if err := s.Settings.Check(); err != nil {
		return p, &SpecError{"settings", err}
	}
	if p.seeds, err = engine.SeedLinks(s.Seeds, s.Settings); err != nil {
		return p, &SpecError{"seeds", err}
	}
	if len(p.seeds) == 0 {
		return p, &SpecError{"seeds", errors.New("a crawl needs at least one seed URL to start from: write one, such as https://example.org/")}
	}
	p.topic = crawlers.NewTopic(s.Keywords)
	return p, nil
}

// meta is what the store keeps of the Spec.
func (s Spec) meta(p plan) (storage.Meta, error) {
	settings, err := json.Marshal(s.Settings)
	if err != nil {
		return storage.Meta{}, fmt.Errorf("settings: %w", err)
	}
	return storage.Meta{
		Name: s.Name, Keywords: s.Keywords, Seeds: s.Seeds, Family: s.Family, FamilyVersion: p.family.Version, Params: p.params,
		Settings: settings, Budget: s.Settings.Pages, Created: time.Now().UTC(),
	}, nil
}

// specOf is the Spec that a store was created with.
func specOf(m storage.Meta) (Spec, error) {
	s := Spec{Name: m.Name, Keywords: m.Keywords, Seeds: m.Seeds, Family: m.Family, Params: m.Params}
	if err := json.Unmarshal(m.Settings, &s.Settings); err != nil {
		return s, fmt.Errorf("%w (its settings: %w)", storage.ErrDamaged, err)
	}
	return s, nil
}
