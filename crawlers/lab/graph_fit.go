package lab

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"orbweaver/crawlers/webgraph"
)

// featureNames are the sums over the neighbourhood of a node, as webgraph has them.
var featureNames = []string{"fl-deg", "fl-n", "fl-e", "fl-ne", "sl-n", "sl-e", "sl-ne"}

// Fit says how well the sums over a node's neighbourhood go with its weight when the whole graph is known ([GMS14] §7.2,
// §7.3): over all nodes with parents. A node is not counted among the children of its parents.
type Fit struct {
	Keyword string            `json:"keyword"`
	Plain   map[string]Number `json:"plain"` // Pearson's correlation of each sum with β, and R² of lr-fl and lr-sl
	Log     map[string]Number `json:"log"`   // the same of log(1+sum)
}

// fitWholeGraph measures one keyword.
func fitWholeGraph(w *webgraph.Weighted, keyword string) Fit {
	features, beta := neighbourhoodSums(w)
	f := Fit{Keyword: keyword, Plain: fit(features, beta)}
	for _, column := range features {
		for i, x := range column {
			column[i] = math.Log1p(x)
		}
	}
	f.Log = fit(features, beta)
	return f
}

// neighbourhoodSums are the sums of every node with parents, by feature, and its β.
func neighbourhoodSums(w *webgraph.Weighted) (features [][]float64, beta []float64) {
	n := w.Nodes()
	sums := make([][]float64, len(featureNames))
	for i := range sums {
		sums[i] = make([]float64, n)
	}
	var edges []webgraph.Edge
	for u := range int32(n) { // #nosec G115 -- nodes have numbers of 32 bits
		edges = w.Edges(u, edges)
		var all [3]float64 // Σ β(w), Σ α(u,w), Σ β(w)α(u,w) over the children w of u
		for _, e := range edges {
			all[0] += w.Beta[e.To]
			all[1] += e.Alpha
			all[2] += w.Beta[e.To] * e.Alpha
		}
		for _, e := range edges {
			for i, x := range []float64{1, w.Beta[u], e.Alpha, w.Beta[u] * e.Alpha, all[0] - w.Beta[e.To], all[1] - e.Alpha, all[2] - w.Beta[e.To]*e.Alpha} {
				sums[i][e.To] += max(0, x) // differences must not fall below 0 by rounding
			}
		}
	}
	features = make([][]float64, len(sums))
	for v := range n {
		if sums[0][v] == 0 {
			continue
		}
		beta = append(beta, w.Beta[v])
		for i := range sums {
			features[i] = append(features[i], sums[i][v])
		}
	}
	return features, beta
}

func fit(features [][]float64, beta []float64) map[string]Number {
	found := map[string]Number{}
	for i, name := range featureNames {
		found[name] = Number(stat.Correlation(features[i], beta, nil))
	}
	found["lr-fl"], found["lr-sl"] = Number(rSquared(features[:4], beta)), Number(rSquared(features, beta))
	return found
}

// rSquared is R² of the least-squares regression from features to values, with an intercept: of the normal equations,
// each feature centred and scaled, with a ridge that keeps them solvable when features are the same.
func rSquared(features [][]float64, values []float64) float64 {
	k := len(features)
	columns := make([][]float64, k)
	for i, f := range features {
		columns[i] = standardised(f)
	}
	y := standardised(values)
	a, b := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			a.SetSym(i, j, dot(columns[i], columns[j]))
		}
		a.SetSym(i, i, a.At(i, i)+1e-9)
		b.SetVec(i, dot(columns[i], y))
	}
	var solver mat.Cholesky
	var coefficients mat.VecDense
	if !solver.Factorize(a) || solver.SolveVecTo(&coefficients, b) != nil {
		return math.NaN()
	}
	return mat.Dot(&coefficients, b) // of standardised values, Σy² = 1
}

// standardised are values with mean 0 and Σ x² = 1; zeros where they do not differ.
func standardised(values []float64) []float64 {
	mean := stat.Mean(values, nil)
	out := slices.Clone(values)
	sum := 0.0
	for i := range out {
		out[i] -= mean
		sum += out[i] * out[i]
	}
	for i := range out {
		if sum > 0 {
			out[i] /= math.Sqrt(sum)
		}
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
