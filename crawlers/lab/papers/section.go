package papers

import (
	"fmt"
	"path/filepath"
	"strings"

	"orbweaver/crawlers/lab"
)

// section is a figure with what came out, as it stands in the document.
type section struct {
	Figure
	picture string // its file, relative to the document; empty = it has none
	cells   [][][]string
	tests   []*tested
}

// evaluate makes the tables of a figure and tests its findings.
func evaluate(o outcome, f Figure) (*section, error) {
	s := &section{Figure: f}
	for _, t := range f.Tables {
		var rows [][]string
		for _, r := range t.Rows {
			row := []string{r.Label}
			if r.Label == "" {
				row[0] = shown(r.Name)
			}
			for i, column := range t.Columns {
				cell, err := o.cell(t.Of, r.Name, column)
				if err != nil {
					return nil, err
				}
				if len(r.Published) > 0 {
					cell += " (" + short(r.Published[i]) + ")"
				}
				row = append(row, cell)
			}
			rows = append(rows, row)
		}
		s.cells = append(s.cells, rows)
	}
	for _, f := range f.Findings {
		t, err := examine(o, f)
		if err != nil {
			return nil, err
		}
		s.tests = append(s.tests, t)
	}
	return s, nil
}

// markdown is the text of a section.
func (s *section) markdown() string {
	var b strings.Builder
	if s.picture != "" {
		fmt.Fprintf(&b, "![%s](%s)\n", s.Name, filepath.ToSlash(s.picture))
	}
	for i, t := range s.Tables {
		writeTable(&b, append([]string{""}, t.Columns...), s.cells[i])
	}
	if len(s.tests) > 0 {
		var rows [][]string
		for _, t := range s.tests {
			rows = append(rows, []string{t.Published, t.here(), t.effect(), t.p(), t.verdict()})
		}
		said := "Published"
		if s.Ours {
			said = "Expected, not published"
		}
		writeTable(&b, []string{said, "Here", "d", "p", "Verdict"}, rows)
	}
	return b.String()
}

// writeTable writes a table of Markdown, with an empty line before it unless it is the first thing.
func writeTable(b *strings.Builder, heading []string, rows [][]string) {
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	writeRow(b, heading)
	b.WriteString("|" + strings.Repeat("---|", len(heading)) + "\n")
	for _, row := range rows {
		writeRow(b, row)
	}
}

func writeRow(b *strings.Builder, cells []string) {
	for _, cell := range cells {
		b.WriteString("| " + strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell) + " ")
	}
	b.WriteString("|\n")
}

// shown is a contestant's name as tables and figures show it: its buffer behind a stroke, and estimators' options in words.
func shown(name string) string {
	e, err := lab.ParseEstimator(name)
	switch {
	case err != nil:
		return strings.ReplaceAll(name, ", ", "/")
	case e.Altered && e.Q == 0 && e.Zeta == 0:
		return "random"
	case e.Altered:
		return fmt.Sprintf("q = %v, ζ = %v", e.Q, e.Zeta)
	case e.Batch > 1:
		return fmt.Sprintf("batches of %d", e.Batch)
	case e.Estimator == "mab-var":
		return fmt.Sprintf("mab-var-%v-%d", e.Epsilon, e.Reset)
	}
	return name
}
