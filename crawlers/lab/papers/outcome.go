package papers

import "orbweaver/crawlers/lab"

// outcome is the results of an experiment, on pages or on a graph, as figures ask for them.
type outcome interface {
	// panel makes a plot.
	panel(p Panel) (lab.Panel, error)
	// cell is one number of a table, as it is shown.
	cell(table, row, column string) (string, error)
	// at is a metric of one contestant at a point (0 = the last): its mean, and the values of all pairs to be compared,
	// NaN for one without a value, nil for metrics without pairs.
	at(metric, name string, x float64) (mean lab.Number, values []float64, err error)
	// lower says that less of a metric is better.
	lower(metric string) bool
}
