package classify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Context graphs and Q-values are kept as JSON: one object that says what it is and in which version of its format.
const (
	contextGraphFormat = "orbweaver context graph"
	qValuesFormat      = "orbweaver q-values"
	modelVersion       = 1
)

// modelHead is how such a file begins.
type modelHead struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

// modelNames are the formats in words.
var modelNames = map[string]string{contextGraphFormat: "a context graph", qValuesFormat: "Q-values"}

// readModel decodes a file of that format. The error says what the file is instead, or where it is damaged.
func readModel(file []byte, format string, into any) error {
	var head modelHead
	name := modelNames[format]
	if err := json.Unmarshal(file, &head); err != nil {
		where := ""
		if at, ok := errors.AsType[*json.SyntaxError](err); ok {
			where = fmt.Sprintf("line %d: ", 1+bytes.Count(file[:min(at.Offset, int64(len(file)))], []byte("\n")))
		}
		return fmt.Errorf("this is no file of %s that Orbweaver has written, or it is damaged: %s%w", name, where, err)
	}
	other, known := modelNames[head.Format]
	switch {
	case known && head.Format != format:
		return fmt.Errorf("this is a file of %s; one of %s is needed", other, name)
	case !known:
		return fmt.Errorf("this is no file of %s that Orbweaver has written: its format is %q", name, head.Format)
	case head.Version > modelVersion:
		return fmt.Errorf("the file of %s is of version %d, made by a newer Orbweaver: update this one", name, head.Version)
	case head.Version < 1:
		return fmt.Errorf("the file of %s has no version: it is damaged", name)
	}
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("the file of %s is damaged: %w", name, err)
	}
	return nil
}

// contextGraphFile is a ContextGraph in a file.
type contextGraphFile struct {
	modelHead
	Layers   int      `json:"layers"`
	Examples []string `json:"examples"`
	Counts   Counts   `json:"counts"` // by layer, then of pages that belong to none
}

// Encode is the graph as a file, the same for the same graph.
func (g *ContextGraph) Encode() ([]byte, error) {
	return encodeModel(contextGraphFile{modelHead{contextGraphFormat, modelVersion}, g.layers, g.examples, g.counts})
}

// ReadContextGraph reads what Encode has written. The error says what is wrong with the file.
func ReadContextGraph(file []byte) (*ContextGraph, error) {
	var f contextGraphFile
	if err := readModel(file, contextGraphFormat, &f); err != nil {
		return nil, err
	}
	if f.Layers < 1 || f.Layers > mostLayers {
		return nil, fmt.Errorf("the context graph is damaged: it has %d layers beside its examples; there are 1 to %d", f.Layers, mostLayers)
	}
	if err := f.Counts.Check(f.Layers + 2); err != nil {
		return nil, fmt.Errorf("the context graph is damaged: %w", err)
	}
	if f.Counts.Documents[0] == 0 || len(f.Counts.Terms) == 0 {
		return nil, errors.New("the context graph is empty: it has no example, or no words; make it again")
	}
	return &ContextGraph{examples: f.Examples, layers: f.Layers, counts: f.Counts}, nil
}

// qValuesFile is a QValues in a file.
type qValuesFile struct {
	modelHead
	Discount float64   `json:"discount"`
	Sums     []float64 `json:"sums"`   // by bin: of its links' Q-values
	Counts   Counts    `json:"counts"` // by bin
}

// Encode is what was learnt as a file, the same for the same.
func (q *QValues) Encode() ([]byte, error) {
	f := qValuesFile{modelHead: modelHead{qValuesFormat, modelVersion}, Discount: q.discount, Counts: q.bayes.Counts()}
	for _, sum := range q.sums {
		f.Sums = append(f.Sums, sum.float())
	}
	return encodeModel(f)
}

// ReadQValues reads what Encode has written. The error says what is wrong with the file.
func ReadQValues(file []byte) (*QValues, error) {
	var f qValuesFile
	if err := readModel(file, qValuesFormat, &f); err != nil {
		return nil, err
	}
	bins := len(f.Sums)
	if bins < 2 || bins > mostBins || f.Discount <= 0 || f.Discount > MostDiscount {
		return nil, fmt.Errorf("the Q-values are damaged: %d bins at a discount of %v; there are 2 to %d, and it is above 0 and at most %v", bins, f.Discount, mostBins, MostDiscount)
	}
	if err := checkCounts(f.Sums); err != nil {
		return nil, fmt.Errorf("the Q-values are damaged: sums: %w", err)
	}
	if err := f.Counts.Check(bins); err != nil {
		return nil, fmt.Errorf("the Q-values are damaged: %w", err)
	}
	for bin, sum := range f.Sums {
		links, most := f.Counts.Documents[bin], 1/(1-f.Discount) // 1 + γ + γ² + …
		if sum > links*most*1.001 {                              // against rounding
			return nil, fmt.Errorf("the Q-values are damaged: those of the %v links of bin %d sum up to %v; none is more than %v", links, bin, sum, most)
		}
	}
	if len(f.Counts.Terms) == 0 {
		return nil, errors.New("the Q-values are empty: they hold no words; make them again")
	}
	q := NewQValues(f.Discount, bins)
	q.bayes = NewBayesOf(f.Counts, q.bayes.options)
	for bin, sum := range f.Sums {
		q.sums[bin] = toFixed(sum)
	}
	return q, nil
}

// What files may hold; the families' parameters have the same bounds.
const (
	mostLayers = 5
	mostBins   = 5
)

func encodeModel(f any) ([]byte, error) {
	file, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("writing the model: %w", err)
	}
	return append(file, '\n'), nil
}
