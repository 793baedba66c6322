package lab

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"strconv"
)

//go:embed report.html.tmpl
var reportText string

// reportTemplate escapes whatever it is given: names of topics and pages are other people's words.
var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{"p": writeP, "short": short}).Parse(reportText))

// reportPage is what the report is made of.
type reportPage struct {
	*Results
	Plots  []reportPlot
	Tables []reportTable
	Spec   string // as JSON
}

type reportPlot struct {
	Metric
	Source template.URL // the plot as data: a picture that can neither run nor load anything
}

// reportTable is the last point of a metric: means, and for each row whether it beats each column.
type reportTable struct {
	Metric
	At   Number
	Rows []reportRow
}

type reportRow struct {
	Label       string
	Mean, Error Number
	Against     []*Test // in the order of the contestants; nil = itself, or without tests
}

// report makes the report: one HTML file with everything in it.
func (r *Results) report(pictures []picture) ([]byte, error) {
	page := reportPage{Results: r}
	spec, err := json.MarshalIndent(r.Spec, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("writing the report: %w", err)
	}
	page.Spec = string(spec)
	for _, p := range pictures {
		source := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(p.svg)
		page.Plots = append(page.Plots, reportPlot{p.metric, template.URL(source)}) // #nosec G203 -- our own drawing in base64, whose alphabet holds nothing of HTML
		page.Tables = append(page.Tables, r.tableOf(p.metric))
	}
	var b bytes.Buffer
	if err := reportTemplate.Execute(&b, page); err != nil {
		return nil, fmt.Errorf("writing the report: %w", err)
	}
	return b.Bytes(), nil
}

func (r *Results) tableOf(m Metric) reportTable {
	table := reportTable{Metric: m}
	for _, c := range r.Contestants {
		curve := r.Curve(m.Name, c.Label)
		last := len(curve.X) - 1
		table.At = Number(curve.X[last])
		row := reportRow{Label: c.Label, Mean: curve.Mean[last], Error: curve.Error[last]}
		for _, other := range r.Contestants {
			row.Against = append(row.Against, r.test(m.Name, c.Label, other.Label))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// test is the test of one contestant against another; nil when there is none.
func (r *Results) test(metric, better, worse string) *Test {
	for i, t := range r.Tests {
		if t.Metric == metric && t.Better == better && t.Worse == worse {
			return &r.Tests[i]
		}
	}
	return nil
}

// writeP is a probability as papers write it.
func writeP(p Number) string {
	switch {
	case math.IsNaN(float64(p)):
		return "–"
	case p < 0.001:
		return "< 0.001"
	case p > 0.999:
		return "> 0.999"
	}
	return fmt.Sprintf("%.3f", float64(p))
}

// short is a number with three significant digits.
func short(n Number) string {
	if n.missing() {
		return "–"
	}
	return strconv.FormatFloat(float64(n), 'g', 3, 64)
}
