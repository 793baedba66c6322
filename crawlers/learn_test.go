package crawlers_test

import (
	"slices"
	"testing"
	"time"

	"orbweaver/crawlers"
)

// BenchmarkLearn is what the families that learn from their own crawl need for the step in which they do so: the time of
// the slowest visit of each period, of which the median is given.
func BenchmarkLearn(b *testing.B) {
	for _, name := range []string{"context-focused", "reinforcement"} {
		f, err := crawlers.Lookup(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			t := newTreadmill(f, 2048)
			t.start(b)
			var steps []time.Duration
			for b.Loop() {
				slowest := time.Duration(0)
				for range t.period {
					deciding, _ := t.visit(b)
					slowest = max(slowest, deciding)
				}
				steps = append(steps, slowest)
			}
			slices.Sort(steps)
			b.ReportMetric(median(steps), "ns/op")
		})
	}
}
