package race

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// Entry is a family that takes part.
type Entry struct {
	Label  string            // what it is called; empty = the family with the Params given
	Family string            // name of a crawler family
	Params map[string]string // as typed; absent ones have their defaults

	Model     []byte // the file of the family's crawlers.Model; nil = none
	ModelName string // what the user calls that file
}

// ParseEntry reads an entry as it is written in a line: a family's name, and behind colons parameters, such as
// "best-first:n=16". Whether they exist is found when the race starts.
func ParseEntry(s string) (Entry, error) {
	parts := strings.Split(s, ":")
	e := Entry{Family: parts[0]}
	for _, p := range parts[1:] {
		name, value, ok := strings.Cut(p, "=")
		if _, twice := e.Params[name]; !ok || name == "" || twice {
			return e, fmt.Errorf("contestant %q: write a family and each parameter once, as in best-first:n=16", s)
		}
		if e.Params == nil {
			e.Params = map[string]string{}
		}
		e.Params[name] = value
	}
	return e, nil
}

// label is what the entry is called.
func (e Entry) label() string {
	if e.Label != "" {
		return e.Label
	}
	names := make([]string, 0, len(e.Params))
	for name := range e.Params {
		names = append(names, name)
	}
	slices.Sort(names)
	label := e.Family
	for _, name := range names {
		label += " " + name + "=" + e.Params[name]
	}
	return label
}

// Spec is a race.
type Spec struct {
	Name     string   // of the contestants' sessions; empty = the keywords
	Keywords string   // the topic, which pages are judged by
	Seeds    []string // URLs as typed; empty lines are left out
	Entries  []Entry
	// Settings are those of every contestant; Pages is the budget of each, at least 1. Workers is how many requests each has under
	// way in a round: with 1 it crawls in the papers' sequential order.
	Settings engine.Settings
}

// EntryError says which entry can not take part, and why. It wraps the *session.SpecError.
type EntryError struct {
	Place int // in Entries, from 0
	Label string
	Err   error
}

func (e *EntryError) Error() string {
	return fmt.Sprintf("contestant %d, %s: %v", e.Place+1, e.Label, e.Err)
}

// Unwrap returns what is wrong with the entry.
func (e *EntryError) Unwrap() error { return e.Err }

// Check says what is wrong with the spec: a *session.SpecError where it concerns all contestants, an *EntryError where one.
func (s Spec) Check() error {
	if strings.TrimSpace(s.Keywords) == "" {
		return &session.SpecError{Field: "keywords", Err: errors.New("a race needs keywords: without them no page is better than another; write what you look for")}
	}
	if err := s.of(Entry{Family: "breadth-first"}).Check(); err != nil {
		return err
	}
	return checkEntries(s)
}

// checkEntries checks everything that is different from one contestant to the next.
func checkEntries(s Spec) error {
	if len(s.Entries) == 0 {
		return &session.SpecError{Field: "family", Err: errors.New("nobody takes part: choose two families or more")}
	}
	if s.Settings.Pages < 1 {
		return &session.SpecError{Field: "settings", Err: errors.New("setting pages = 0 would never end: write how many pages each contestant may fetch")}
	}
	known := map[string]bool{}
	for i, e := range s.Entries {
		label := e.label()
		if known[label] {
			return &EntryError{i, label, errors.New("takes part already: give it other parameters, or leave it out")}
		}
		known[label] = true
		if err := s.of(e).Check(); err != nil {
			return &EntryError{i, label, err}
		}
	}
	return nil
}

// of is the session of an entry.
func (s Spec) of(e Entry) session.Spec {
	name := s.Name
	if name == "" {
		name = s.Keywords
	}
	return session.Spec{
		Name: strings.TrimSpace(name + " · " + e.label()), Keywords: s.Keywords, Seeds: s.Seeds, Family: e.Family, Params: e.Params,
		Settings: s.Settings, Model: e.Model, ModelName: e.ModelName,
	}
}

// titleOf is a family's name for people.
func titleOf(family string) string {
	f, err := crawlers.Lookup(family)
	if err != nil {
		return family
	}
	return f.Title
}
