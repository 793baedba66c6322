package lab

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// The files of results. All but those of costs are the same, byte for byte, whenever an experiment is run again.
const (
	fileReport     = "report.html"
	fileJSON       = "results.json"
	fileCurves     = "curves.csv"
	fileFinals     = "topics.csv"
	fileTests      = "tests.csv"
	fileOmissions  = "left-out.csv"
	fileCostCurves = "costs.csv"
	fileCostFinals = "costs-topics.csv"
	fileCostTests  = "costs-tests.csv"
	folderOfPlots  = "plots"
)

// Write writes the results into a folder: CSV tables, one JSON file, plots as PNG and SVG, and a report that needs none of the
// others. It returns the report's path.
func (r *Results) Write(out string) (report string, err error) {
	if err := os.MkdirAll(filepath.Join(out, folderOfPlots), 0o755); err != nil { // #nosec G301 -- results are files like any others of the user's: the umask says who may read them
		return "", fmt.Errorf("the folder of the results can not be made: %w", err)
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return "", fmt.Errorf("writing %s: %w", fileJSON, err)
	}
	if err := writeFile(filepath.Join(out, fileJSON), append(text, '\n')); err != nil {
		return "", err
	}
	for _, t := range []struct {
		file string
		rows [][]string
	}{
		{fileCurves, r.curveRows(false)}, {fileFinals, r.finalRows(false)}, {fileTests, r.testRows(false)}, {fileOmissions, r.omissionRows()},
		{fileCostCurves, r.curveRows(true)}, {fileCostFinals, r.finalRows(true)}, {fileCostTests, r.testRows(true)},
	} {
		if err := writeCSV(filepath.Join(out, t.file), t.rows); err != nil {
			return "", err
		}
	}
	pictures, err := r.plots()
	if err != nil {
		return "", err
	}
	for _, p := range pictures {
		for ending, content := range map[string][]byte{".png": p.png, ".svg": p.svg} {
			if err := writeFile(filepath.Join(out, folderOfPlots, p.metric.Name+ending), content); err != nil {
				return "", err
			}
		}
	}
	page, err := r.report(pictures)
	if err != nil {
		return "", err
	}
	report = filepath.Join(out, fileReport)
	return report, writeFile(report, page)
}

func writeCSV(name string, rows [][]string) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return writeFile(name, b.Bytes())
}

// timedMetrics says of each metric's name whether it depends on the clock.
var timedMetrics = func() map[string]bool {
	timed := map[string]bool{}
	for _, m := range Metrics() {
		timed[m.Name] = m.Timed
	}
	return timed
}()

func (r *Results) curveRows(timed bool) [][]string {
	rows := [][]string{{"metric", "contestant", "x", "mean", "standard_error", "topics"}}
	for _, c := range r.Curves {
		if timedMetrics[c.Metric] != timed {
			continue
		}
		for i, x := range c.X {
			rows = append(rows, []string{c.Metric, cell(c.Contestant), Number(x).String(), c.Mean[i].String(), c.Error[i].String(), strconv.Itoa(c.N)})
		}
	}
	return rows
}

func (r *Results) finalRows(timed bool) [][]string {
	rows := [][]string{{"topic", "contestant", "metric", "value"}}
	for _, f := range r.Finals {
		if timedMetrics[f.Metric] == timed {
			rows = append(rows, []string{cell(f.Topic), cell(f.Contestant), f.Metric, f.Value.String()})
		}
	}
	return rows
}

func (r *Results) testRows(timed bool) [][]string {
	rows := [][]string{{"metric", "better", "worse", "pairs", "mean_difference", "t", "p", "p_holm", "effect", "wins", "ties", "losses"}}
	for _, t := range r.Tests {
		if timedMetrics[t.Metric] == timed {
			rows = append(rows, []string{t.Metric, cell(t.Better), cell(t.Worse), strconv.Itoa(t.N), t.Mean.String(), t.T.String(), t.P.String(), t.Holm.String(),
				t.Effect.String(), strconv.Itoa(t.Wins), strconv.Itoa(t.Ties), strconv.Itoa(t.Losses)})
		}
	}
	return rows
}

func (r *Results) omissionRows() [][]string {
	rows := [][]string{{"what", "why"}}
	for _, o := range r.Omissions {
		rows = append(rows, []string{cell(o.What), cell(o.Why)})
	}
	return rows
}

// cell keeps a spreadsheet from taking a text for a formula.
func cell(text string) string {
	if text != "" && (text[0] == '=' || text[0] == '+' || text[0] == '-' || text[0] == '@' || text[0] == '\t' || text[0] == '\r') {
		return "'" + text
	}
	return text
}
