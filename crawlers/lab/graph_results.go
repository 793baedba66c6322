package lab

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// GraphResults are what came of a graph experiment.
type GraphResults struct {
	Spec      GraphSpec     `json:"spec"`
	Keywords  []string      `json:"keywords"` // that were crawled for
	Points    []int         `json:"points"`   // steps
	Crawls    []*GraphCrawl `json:"-"`        // each is in a file of its own
	Scores    []Curve       `json:"scores"`   // by keyword (Metric) and estimator (Contestant): mean over runs of Σ β, ±1 standard error
	Global    []Curve       `json:"global"`   // by estimator: the geometric mean over keywords of the mean score, divided by the baseline's ([GMS14] §5)
	Tests     []Test        `json:"tests"`    // of normalised scores at the end, keyword by keyword
	Followed  []Followed    `json:"followed"`
	Fits      []Fit         `json:"fits"`
	Omissions []Omission    `json:"omissions"`

	EndedEarly map[string]int `json:"ended_early"` // by label: crawls that had nowhere to go before their budget was spent
}

// sum makes curves, global scores and tests of the crawls.
func (r *GraphResults) sum() {
	r.EndedEarly = map[string]int{}
	for _, c := range r.Crawls {
		if c.Steps < r.Spec.Budget {
			r.EndedEarly[c.Label]++
		}
	}
	normalised := make([][][]float64, len(r.Spec.Estimators)) // by estimator, keyword, point
	for e, estimator := range r.Spec.Estimators {
		for k, keyword := range r.Keywords {
			curve := r.meanScore(keyword, estimator.Label)
			r.Scores = append(r.Scores, curve)
			normalised[e] = append(normalised[e], make([]float64, len(r.Points)))
			for i := range r.Points {
				baseline := r.score(keyword, r.Spec.Estimators[0].Label).Mean[i]
				normalised[e][k][i] = float64(curve.Mean[i] / baseline)
			}
		}
	}
	for e, estimator := range r.Spec.Estimators {
		global := Curve{Metric: "global-score", Contestant: estimator.Label, X: floats(r.Points), N: len(r.Keywords)}
		for i := range r.Points {
			logs := 0.0
			for k := range r.Keywords {
				logs += math.Log(normalised[e][k][i]) / float64(len(r.Keywords))
			}
			global.Mean, global.Error = append(global.Mean, Number(math.Exp(logs))), append(global.Error, Number(math.NaN()))
		}
		r.Global = append(r.Global, global)
	}
	last := r.Points[len(r.Points)-1]
	at := func(e int) []float64 { return r.Values(r.Spec.Estimators[e].Label, last) }
	var together []*PairedTest
	for a, better := range r.Spec.Estimators {
		for b, worse := range r.Spec.Estimators {
			if a != b {
				r.Tests = append(r.Tests, Test{"normalised-score", better.Label, worse.Label, TestPairs(at(a), at(b), false)})
			}
		}
	}
	for i := range r.Tests {
		together = append(together, &r.Tests[i].PairedTest)
	}
	Holm(together)
}

// Values are an estimator's scores at a step as multiples of the baseline's: one a keyword. Of a single keyword they are
// those of its seed sets, so that there is something to compare. nil where there are none.
func (r *GraphResults) Values(label string, step int) []float64 {
	point := slices.Index(r.Points, step)
	if point < 0 || r.score(r.Keywords[0], label).X == nil {
		return nil
	}
	baseline := r.Spec.Estimators[0].Label
	var values []float64
	if len(r.Keywords) > 1 {
		for _, keyword := range r.Keywords {
			values = append(values, float64(r.score(keyword, label).Mean[point]/r.score(keyword, baseline).Mean[point]))
		}
		return values
	}
	scores := map[int]float64{} // of the baseline, by run
	for _, c := range r.Crawls {
		if c.Label == baseline {
			scores[c.Run] = c.Scores[point]
		}
	}
	for _, c := range r.Crawls {
		if c.Label == label {
			values = append(values, c.Scores[point]/scores[c.Run])
		}
	}
	return values
}

// meanScore is the mean over runs.
func (r *GraphResults) meanScore(keyword, label string) Curve {
	curve := Curve{Metric: keyword, Contestant: label, X: floats(r.Points), N: r.Spec.Runs}
	for i := range r.Points {
		var values []float64
		for _, c := range r.Crawls {
			if c.Keyword == keyword && c.Label == label {
				values = append(values, c.Scores[i])
			}
		}
		mean, standardError := Mean(values)
		curve.Mean, curve.Error = append(curve.Mean, mean), append(curve.Error, standardError)
	}
	return curve
}

// score is the curve of a keyword and an estimator.
func (r *GraphResults) score(keyword, label string) Curve {
	for _, c := range r.Scores {
		if c.Metric == keyword && c.Contestant == label {
			return c
		}
	}
	return Curve{}
}

//go:embed graph_report.html.tmpl
var graphReportText string

var graphReportTemplate = template.Must(template.New("graph report").Funcs(template.FuncMap{"short": short}).Parse(graphReportText))

// graphPlot is a plot of the report.
type graphPlot struct {
	Title, Doc, file string
	Source           template.URL
	svg, png         []byte
}

// Write writes the results into a folder: CSV tables, JSON, plots and a report that needs none of the others. It returns
// the report's path.
func (r *GraphResults) Write(out string) (report string, err error) {
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
	for name, rows := range map[string][][]string{
		"scores.csv": graphRows("keyword", r.Scores), "global.csv": graphRows("score", r.Global), "precision.csv": r.precisionRows(),
		"fit.csv": r.fitRows(), "times.csv": r.timeRows(), fileTests: (&Results{Tests: r.Tests}).testRows(false),
	} {
		if err := writeCSV(filepath.Join(out, name), rows); err != nil {
			return "", err
		}
	}
	plots, err := r.plots()
	if err != nil {
		return "", err
	}
	for _, p := range plots {
		for ending, content := range map[string][]byte{".png": p.png, ".svg": p.svg} {
			if err := writeFile(filepath.Join(out, folderOfPlots, p.file+ending), content); err != nil {
				return "", err
			}
		}
	}
	page, err := r.report(plots)
	if err != nil {
		return "", err
	}
	report = filepath.Join(out, fileReport)
	return report, writeFile(report, page)
}

func graphRows(first string, curves []Curve) [][]string {
	rows := [][]string{{first, "estimator", "step", "mean", "standard_error", "n"}}
	for _, c := range curves {
		for i, x := range c.X {
			rows = append(rows, []string{cell(c.Metric), cell(c.Contestant), strconv.Itoa(int(x)), c.Mean[i].String(), c.Error[i].String(), strconv.Itoa(c.N)})
		}
	}
	return rows
}

func (r *GraphResults) precisionRows() [][]string {
	rows := [][]string{{"keyword", "estimator", "step", "distance"}}
	for _, f := range r.Followed {
		for i, step := range f.Steps {
			rows = append(rows, []string{cell(f.Keyword), cell(f.Label), strconv.Itoa(step), Number(f.Precision[i]).String()})
		}
	}
	return rows
}

func (r *GraphResults) timeRows() [][]string {
	rows := [][]string{{"keyword", "estimator", "step", "microseconds"}}
	for _, f := range r.Followed {
		for i, step := range f.At {
			rows = append(rows, []string{cell(f.Keyword), cell(f.Label), strconv.Itoa(step), Number(f.Micros[i]).String()})
		}
	}
	for _, c := range r.Crawls {
		rows = append(rows, []string{cell(c.Keyword), cell(c.Label + ", whole crawl"), strconv.Itoa(c.Steps), Number(c.Seconds * 1e6).String()})
	}
	return rows
}

// FitColumns are the columns of tables 3 and 4 of [GMS14], by which a Fit is read.
func FitColumns() []string { return append(slices.Clone(featureNames), "lr-fl", "lr-sl") }

func (r *GraphResults) fitRows() [][]string {
	rows := [][]string{append([]string{"keyword", "values"}, FitColumns()...)}
	for _, f := range append(r.Fits, r.MeanFit()...) {
		for _, kind := range []struct {
			name   string
			values map[string]Number
		}{{"plain", f.Plain}, {"log", f.Log}} {
			row := []string{cell(f.Keyword), kind.name}
			for _, name := range FitColumns() {
				row = append(row, kind.values[name].String())
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// MeanFit is the geometric mean of the fits over the keywords, as [GMS14] has it; missing where one is not above 0. None
// without fits.
func (r *GraphResults) MeanFit() []Fit {
	if len(r.Fits) == 0 {
		return nil
	}
	mean := Fit{Keyword: "geometric mean", Plain: map[string]Number{}, Log: map[string]Number{}}
	for _, name := range FitColumns() {
		plain, logs := 0.0, 0.0
		for _, f := range r.Fits {
			plain += math.Log(float64(f.Plain[name])) / float64(len(r.Fits))
			logs += math.Log(float64(f.Log[name])) / float64(len(r.Fits))
		}
		mean.Plain[name], mean.Log[name] = Number(math.Exp(plain)), Number(math.Exp(logs))
	}
	return []Fit{mean}
}

// plottedKeywords bounds the keywords that have plots of their own.
const plottedKeywords = 12

func (r *GraphResults) plots() ([]graphPlot, error) {
	plots := []graphPlot{{Title: "Global score", file: "global", Doc: "Geometric mean over keywords of the mean score, as a multiple of " + r.Spec.Estimators[0].Label + "'s ([GMS14] tables 2, 6, 7, figure 1)."}}
	curves := [][]Curve{r.Global}
	for k, keyword := range r.Keywords[:min(plottedKeywords, len(r.Keywords))] {
		plots = append(plots, graphPlot{Title: "Score: " + keyword, file: fmt.Sprintf("score-%d", k+1), Doc: "Sum of the weights of the pages crawled, mean over seed sets, ±1 standard error ([GMS14] figure 3)."})
		var own, followed []Curve
		for _, c := range r.Scores {
			if c.Metric == keyword {
				own = append(own, c)
			}
		}
		for _, f := range r.Followed {
			if f.Keyword == keyword {
				c := Curve{Contestant: f.Label, X: floats(f.Steps)}
				for _, y := range f.Precision {
					c.Mean, c.Error = append(c.Mean, Number(y)), append(c.Error, Number(math.NaN()))
				}
				followed = append(followed, c)
			}
		}
		curves = append(curves, own)
		if len(followed) > 0 {
			plots = append(plots, graphPlot{Title: "Distance from the oracle: " + keyword, file: fmt.Sprintf("precision-%d", k+1), Doc: "Weight of the oracle's choice less that of the estimator's, along the oracle's way, mean of 1,000 steps ([GMS14] figure 2)."})
			curves = append(curves, followed)
		}
	}
	for i := range plots {
		p := &plots[i]
		for format, into := range map[string]*[]byte{"svg": &p.svg, "png": &p.png} {
			content, err := render(p.Title, "steps", curves[i], format)
			if err != nil {
				return nil, fmt.Errorf("drawing %s: %w", p.Title, err)
			}
			*into = content
		}
		p.Source = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(p.svg)) // #nosec G203 -- our own drawing in base64, whose alphabet holds nothing of HTML
	}
	return plots, nil
}

// report makes the report: one HTML file with everything in it.
func (r *GraphResults) report(plots []graphPlot) ([]byte, error) {
	spec, err := json.MarshalIndent(r.Spec, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("writing the report: %w", err)
	}
	columns := []int{} // the paper's steps, and the last
	var at []int
	for i, step := range r.Points {
		if isPower(step) || i == len(r.Points)-1 {
			columns, at = append(columns, step), append(at, i)
		}
	}
	type row struct {
		Label string
		Cells []Number
	}
	var global []row
	for _, c := range r.Global {
		next := row{Label: c.Contestant}
		for _, i := range at {
			next.Cells = append(next.Cells, c.Mean[i])
		}
		global = append(global, next)
	}
	var b bytes.Buffer
	if err := graphReportTemplate.Execute(&b, map[string]any{
		"Results": r, "Plots": plots, "Spec": string(spec), "Columns": columns, "Global": global, "Fit": r.fitRows(), "Times": r.meanTimes(),
	}); err != nil {
		return nil, fmt.Errorf("writing the report: %w", err)
	}
	return b.Bytes(), nil
}

// meanTimes is table 5 of [GMS14]: the mean over keywords of the time of a step, in microseconds, with its heading; none
// where nothing was followed.
func (r *GraphResults) meanTimes() [][]string {
	var rows [][]string
	for _, e := range r.Spec.Estimators {
		row, n := []string{e.Label}, 0.0
		var sums []float64
		for _, f := range r.Followed {
			if f.Label != e.Label || len(f.At) < len(sums) {
				continue
			}
			if len(rows) == 0 {
				rows = append(rows, []string{"Estimator"})
				for _, step := range f.At {
					rows[0] = append(rows[0], strconv.Itoa(step))
				}
			}
			sums = append(sums, make([]float64, len(f.At)-len(sums))...)
			for i, t := range f.Micros {
				sums[i] += t
			}
			n++
		}
		for _, sum := range sums {
			row = append(row, Number(sum/n).String())
		}
		if n > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}
