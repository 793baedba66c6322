package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"orbweaver/crawlers"
)

type familiesCommand struct{}

// familyLine is a family in the JSON that families prints.
type familyLine struct {
	Name    string      `json:"name"`
	Title   string      `json:"title"`
	Source  string      `json:"source"`
	Version int         `json:"version"`
	Doc     string      `json:"doc"`
	Params  []paramLine `json:"params"`
	Model   *modelLine  `json:"model"` // null: it takes no file
}

// modelLine is the file that a family takes.
type modelLine struct {
	Name     string   `json:"name"`
	Doc      string   `json:"doc"`
	Replaces []string `json:"replaces"` // names of params that are not used beside it
}

// paramLine is a parameter in it; what does not belong to its kind is null.
type paramLine struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Default any      `json:"default"` // a number or auto, or for the other kinds a text
	Min     *float64 `json:"min"`
	Max     *float64 `json:"max"`
	Integer bool     `json:"integer,omitempty"`
	Values  []string `json:"values"`
	Doc     string   `json:"doc"`
}

// Run lists the families.
func (familiesCommand) Run(c *call) error {
	if c.json {
		lines := []familyLine{}
		for _, f := range crawlers.Families() {
			lines = append(lines, lineOf(f))
		}
		return c.answerJSON(lines)
	}
	for i, f := range crawlers.Families() {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		if err := c.describe(f); err != nil {
			return err
		}
	}
	return nil
}

func lineOf(f crawlers.Family) familyLine {
	line := familyLine{Name: f.Name, Title: f.Title, Source: f.Source, Version: f.Version, Doc: f.Doc, Params: []paramLine{}}
	if f.Model != nil {
		line.Model = &modelLine{f.Model.Name, f.Model.Doc, append([]string{}, f.Model.Replaces...)}
	}
	for _, p := range f.Params {
		l := paramLine{Name: p.Name, Kind: string(p.Kind), Default: p.Default, Doc: p.Doc}
		values := crawlers.Values{p.Name: p.Default}
		switch p.Kind {
		case crawlers.Number:
			if p.Default != crawlers.Auto {
				l.Default = values.Float(p.Name)
			}
			l.Min, l.Max, l.Integer = &p.Min, &p.Max, p.Integer
		case crawlers.Choice:
			l.Values = p.Choices
		case crawlers.Switch:
			l.Values = []string{"on", "off"}
		}
		line.Params = append(line.Params, l)
	}
	return line
}

// describe prints a family for people.
func (c *call) describe(f crawlers.Family) error {
	if err := errors.Join(c.print("%s – %s, %s", f.Name, f.Title, f.Source), c.print("  %s", f.Doc)); err != nil {
		return err
	}
	if f.Model != nil {
		if err := c.print("  --model FILE (%s): %s", f.Model.Name, f.Model.Doc); err != nil {
			return err
		}
	}
	var rows [][]string
	for _, p := range f.Params {
		rows = append(rows, []string{"  " + p.Name, p.Default, bounds(p), p.Doc})
	}
	if len(rows) == 0 {
		return nil
	}
	return c.table([]string{"  parameter", "default", "values", ""}, rows)
}

// bounds says what values a parameter takes.
func bounds(p crawlers.Param) string {
	switch p.Kind {
	case crawlers.Number:
		bounds := decimal(p.Min) + "…" + decimal(p.Max)
		if p.Auto {
			bounds += "|" + crawlers.Auto
		}
		return bounds
	case crawlers.Choice:
		return strings.Join(p.Choices, "|")
	}
	return "on|off"
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
