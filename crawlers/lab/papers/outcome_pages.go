package papers

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"orbweaver/crawlers/lab"
)

// ofPages is the outcome of an experiment on pages.
type ofPages struct{ *lab.Results }

// baseName is a contestant's label without its buffer.
func baseName(label string) string {
	name, _, _ := strings.Cut(label, ", ")
	return name
}

func (o ofPages) panel(p Panel) (lab.Panel, error) {
	drawn := lab.Panel{Title: p.Title, Axis: metricOf(p.Metric).Axis, Log: p.Log}
	if p.Over == "buffer" {
		drawn.Axis = "MAX_BUFFER"
	}
	for _, name := range o.names(p) {
		var curve lab.Curve
		if p.Over == "buffer" {
			curve = o.overBuffer(p.Metric, name)
		} else {
			curve = upTo(o.curveOf(p, name), p.To)
		}
		if len(curve.X) == 0 {
			return drawn, fmt.Errorf("the panel %q: there is no %s of %s", p.Title, p.Metric, name)
		}
		curve.Contestant = name
		drawn.Curves = append(drawn.Curves, curve)
	}
	return drawn, nil
}

// names are the contestants of a panel, without their buffers.
func (o ofPages) names(p Panel) []string {
	if len(p.Names) > 0 {
		return p.Names
	}
	var names []string
	for _, c := range o.Contestants {
		if name := baseName(c.Label); !slices.Contains(names, name) && (p.Buffer == 0 || p.Buffer == c.Buffer) {
			names = append(names, name)
		}
	}
	return names
}

func (o ofPages) curveOf(p Panel, name string) lab.Curve {
	if p.Buffer > 0 {
		name += ", " + strconv.Itoa(p.Buffer)
	}
	return o.Curve(p.Metric, name)
}

// overBuffer is the last points of a contestant's curves, over its buffers.
func (o ofPages) overBuffer(metric, name string) lab.Curve {
	entries := slices.Clone(o.Contestants)
	slices.SortStableFunc(entries, func(a, b lab.Entry) int { return cmp.Compare(a.Buffer, b.Buffer) })
	var over lab.Curve
	for _, e := range entries {
		if c := o.Curve(metric, e.Label); baseName(e.Label) == name && len(c.X) > 0 {
			last := len(c.X) - 1
			over.X, over.Mean, over.Error = append(over.X, float64(e.Buffer)), append(over.Mean, c.Mean[last]), append(over.Error, c.Error[last])
		}
	}
	return over
}

// upTo is a curve without the points beyond x; 0 = the whole.
func upTo(c lab.Curve, x float64) lab.Curve {
	n := len(c.X)
	for x > 0 && n > 0 && c.X[n-1] > x {
		n--
	}
	c.X, c.Mean, c.Error = c.X[:n], c.Mean[:n], c.Error[:n]
	return c
}

func (o ofPages) at(metric, name string, x float64) (lab.Number, []float64, error) {
	c := o.Curve(metric, name)
	i := slices.Index(c.X, x)
	if x == 0 {
		i = len(c.X) - 1
	}
	if i < 0 {
		return 0, nil, fmt.Errorf("there is no %s of %s at %v", metric, name, x)
	}
	return c.Mean[i], o.Values(metric, name, c.X[i]), nil
}

func (o ofPages) lower(metric string) bool { return metricOf(metric).Lower }

func metricOf(name string) lab.Metric {
	metrics := lab.Metrics()
	i := slices.IndexFunc(metrics, func(m lab.Metric) bool { return m.Name == name })
	if i < 0 {
		return lab.Metric{}
	}
	return metrics[i]
}

func (o ofPages) cell(table, _, _ string) (string, error) {
	return "", fmt.Errorf("there is no table of %s in an experiment on pages", table)
}
