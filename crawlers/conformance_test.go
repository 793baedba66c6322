package crawlers_test

import (
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/crawlertest"
)

// variants are the parameters under which a family is checked besides its defaults. Every registered family is checked,
// with or without an entry here.
var variants = map[string][]map[string]string{
	"bandit": {
		{"reset": "3", "epsilon": "0.5"},
		{"estimator": "mab-e", "strategy": "altered-greedy", "zeta": "0.5", "q": "0.3"},
		{"estimator": "lr-sl", "batch": "3"},
		{"estimator": "sl-ne"}, {"estimator": "opic"}, {"estimator": "nr"}, {"estimator": "bfs"},
	},
	"best-first":      {{"n": "1"}, {"n": "4"}},
	"context-focused": {{"every": "10"}, {"every": "10", "layers": "1", "threshold": "0.9"}},
	"focused":         {{"focus": "hard"}, {"every": "2"}, {"focus": "hard", "every": "2"}},
	"infospiders": {
		{"spider-a-seed": "off"},
		{"spider-a-seed": "off", "theta": "0.1", "max-pop": "3"},
		{"theta": "0", "learning": "off", "beta": "0"},
		{"evolution": "off", "beta": "1000"},
	},
	"reinforcement": {{"every": "10"}, {"every": "10", "bins": "2", "share": "1"}},
}

// models are those of the families that take one.
var models = map[string][]byte{
	"context-focused": []byte(orbGraph),
	"focused":         []byte(silkOrCars),
	"reinforcement":   []byte(goodValues),
}

func TestConformance(t *testing.T) {
	for _, f := range crawlers.Families() {
		t.Run(f.Name, func(t *testing.T) { crawlertest.Run(t, f, models[f.Name], variants[f.Name]...) })
	}
}
