package app

import (
	"maps"
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/lab"
	"orbweaver/storage/race"
	"orbweaver/widgets"
)

// contestant is a family with its settings that may take part in a comparison.
type contestant struct {
	label  string // what it is called; every one has a label of its own
	family crawlers.Family
	params map[string]string // as typed; those at their default may be missing
	file   chosenFile        // for the family's model; without data none
	path   string            // of such a file as a spec names it; empty = file is used
	buffer int               // MAX_BUFFER as a spec names it; 0 = that of the spec
	takes  bool              // it takes part
	extra  bool              // it is a variant that was added, and can be taken away
}

// changed are the parameters that differ from their defaults, in the family's order.
func (c *contestant) changed() map[string]string {
	all := map[string]string{}
	for _, p := range c.family.Params {
		if v, ok := c.params[p.Name]; ok && v != p.Default {
			all[p.Name] = v
		}
	}
	return all
}

// facts says how the contestant differs from its family as it is.
func (c *contestant) facts() string {
	changed := c.changed()
	var facts []string
	for _, p := range c.family.Params {
		if v, ok := changed[p.Name]; ok {
			facts = append(facts, p.Name+" "+v)
		}
	}
	if c.label != c.family.Title {
		facts = append([]string{c.family.Title}, facts...)
	}
	switch {
	case c.path != "":
		facts = append(facts, widgets.Clean(c.path, 60))
	case c.file.data != nil:
		facts = append(facts, widgets.Clean(c.file.name, 60))
	}
	return strings.Join(facts, " · ")
}

// entry is the contestant in a race.
func (c *contestant) entry() race.Entry {
	return race.Entry{Label: c.label, Family: c.family.Name, Params: c.changed(), Model: c.file.data, ModelName: c.file.name}
}

// inSpec is the contestant in the spec of an experiment, whose files are named by their paths.
func (c *contestant) inSpec() lab.Contestant {
	in := lab.Contestant{Label: c.label, Family: c.family.Name, Buffer: c.buffer, Model: c.path}
	for name, value := range c.changed() {
		if in.Params == nil {
			in.Params = map[string]any{}
		}
		in.Params[name] = value
	}
	return in
}

// likeInSpec is the contestant that a spec names; its family must be known.
func likeInSpec(in lab.Contestant) (*contestant, error) {
	family, err := crawlers.Lookup(in.Family)
	if err != nil {
		return nil, err
	}
	c := &contestant{label: in.Label, family: family, params: map[string]string{}, path: in.Model, buffer: in.Buffer, takes: true, extra: true}
	if c.label == "" {
		c.label = family.Name
	}
	for name, value := range in.Params {
		c.params[name] = specText(value)
	}
	return c, nil
}

// specText is a parameter of a spec as the form has it.
func specText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return float(v)
	case bool:
		return onOff(v)
	}
	return ""
}

// variant is another contestant of the same family, called like nobody of those that there are.
func (c *contestant) variant(others []*contestant) *contestant {
	v := *c
	v.params, v.extra, v.takes = maps.Clone(c.params), true, true
	base := strings.TrimRight(c.label, "0123456789 ")
	for n := 2; ; n++ {
		v.label = base + " " + count(n)
		if !slices.ContainsFunc(others, func(o *contestant) bool { return o.label == v.label }) {
			return &v
		}
	}
}
