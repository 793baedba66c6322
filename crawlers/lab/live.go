package lab

import "sync"

// Live makes curves of the events of an experiment under way, for a screen: what is known before the judges begin. It may
// be used concurrently.
type Live struct {
	labels []string
	xs     []float64
	places map[int]int // pages → place in xs

	mu      sync.Mutex
	recalls []map[string][]float64 // by contestant and task: at each place so far
	similar []map[string][]float64
}

// NewLive returns the curves of an experiment that has not begun.
func NewLive(spec Spec) *Live {
	spec = spec.filled()
	l := &Live{places: map[int]int{}}
	for i, n := range points(spec) {
		l.xs = append(l.xs, float64(n))
		l.places[n] = i
	}
	for _, c := range spec.Contestants {
		l.labels = append(l.labels, c.Label)
		l.recalls, l.similar = append(l.recalls, map[string][]float64{}), append(l.similar, map[string][]float64{})
	}
	return l
}

// Take takes an event. Second crawls, which are there for robustness, do not count, nor do crawls that came to nothing.
func (l *Live) Take(e Event) {
	if e.Others || e.Ended && e.Pages == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	place, isPoint := l.places[e.Pages]
	name := taskName(e.Topic, e.Run)
	for _, of := range []struct {
		curves map[string][]float64
		value  float64
	}{{l.recalls[e.Contestant], e.Recall}, {l.similar[e.Contestant], e.Similarity}} {
		curve := of.curves[name]
		if isPoint && place == len(curve) {
			curve = append(curve, of.value)
		}
		for e.Ended && len(curve) < len(l.xs) { // a crawl that ended early keeps its last value
			curve = append(curve, of.value)
		}
		of.curves[name] = curve
	}
}

// Curves are the target recall and the mean similarity to the keywords of every contestant: at each point that any of its
// crawls has reached, mean and standard error over those that have. Crawls that are still under way count as far as they
// have come.
func (l *Live) Curves() []Curve {
	l.mu.Lock()
	defer l.mu.Unlock()
	var curves []Curve
	for _, of := range []struct {
		metric string
		values []map[string][]float64
	}{{"target-recall", l.recalls}, {"query-relevance", l.similar}} {
		for c, label := range l.labels {
			curves = append(curves, l.curve(of.metric, label, of.values[c]))
		}
	}
	return curves
}

func (l *Live) curve(metric, label string, crawls map[string][]float64) Curve {
	curve := Curve{Metric: metric, Contestant: label, N: len(crawls)}
	for i, x := range l.xs {
		var values []float64
		for _, crawl := range crawls {
			if i < len(crawl) {
				values = append(values, crawl[i])
			}
		}
		if len(values) == 0 {
			break
		}
		mean, standardError := Mean(values)
		curve.X, curve.Mean, curve.Error = append(curve.X, x), append(curve.Mean, mean), append(curve.Error, standardError)
	}
	return curve
}
