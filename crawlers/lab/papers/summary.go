package papers

import (
	"fmt"
	"runtime"
	"strings"
	"time"
)

// summary says what was run, and how long it took.
func (r *running) summary() string {
	set, cores := "reduced set (`make papers`)", r.Cores
	if r.Full {
		set = "full set (`make papers-full`)"
	}
	if cores <= 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The numbers below are of the %s: %d crawls, %s with %d crawls at a time", set, r.result.Crawls, r.result.Took.Round(time.Second), cores)
	if r.reused > 0 {
		fmt.Fprintf(&b, "; up to %d of them were there from an earlier run", r.reused)
	}
	b.WriteString(".")
	if len(r.result.Skipped) > 0 {
		fmt.Fprintf(&b, " Left out, and their sections left as they were: %s.", strings.Join(r.result.Skipped, ", "))
	}
	b.WriteString("\n\n")
	writeVerdicts(&b, r.result.Verdicts)
	return b.String()
}

func writeVerdicts(b *strings.Builder, verdicts map[string]int) {
	var parts []string
	for _, v := range []struct{ verdict, words string }{
		{"agrees", "agree"}, {"not shown", "are not shown"}, {"differs", "differ"}, {"contradicts", "are contradicted"}, {"not tested", "have no test"},
	} {
		if n := verdicts[v.verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v.words))
		}
	}
	fmt.Fprintf(b, "Of the published statements below %s.\n", strings.Join(parts, ", "))
}

// factsTable is the table of the facts.
func factsTable(facts []Fact) string {
	var rows [][]string
	for _, f := range facts {
		holds := "holds"
		if !f.Holds {
			holds = "**fails**"
		}
		rows = append(rows, []string{f.What, f.Experiment, f.Evidence, holds})
	}
	var b strings.Builder
	writeTable(&b, []string{"Fact", "Experiment", "Evidence", ""}, rows)
	return b.String()
}
