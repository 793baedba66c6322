package main

import (
	"os"
	"path/filepath"
	"time"

	"orbweaver/crawlers/lab"
)

type labGraphCommand struct {
	Graph      string   `arg:"" help:"Folder of the graph: docs/laboratory.md describes its files. Looked for in --corpora too."`
	Out        string   `required:"" placeholder:"DIR" help:"Folder for the results. What it holds of an earlier run is not crawled again."`
	Estimators []string `default:"oracle,bfs,opic,fl-n,fl-e,fl-ne,lr-fl,mab-var" help:"Who leads the crawls, with options after colons: mab-var:epsilon=0.1:reset=1000, oracle:batch=8, oracle:q=0.8:zeta=0.6. Scores are given as multiples of the first one's."`
	Keywords   []string `help:"Only these of the graph's keywords."`
	Budget     int      `default:"100000" help:"Steps of a crawl."`
	Seeds      int      `default:"50" help:"Nodes from which a crawl starts."`
	Runs       int      `default:"10" help:"Crawls of each estimator a keyword, each from seeds of its own."`
	Rand       uint64   `default:"1" help:"Seed of everything drawn at random."`
	Follow     bool     `help:"Also let all estimators follow the oracle, and measure their precision and the time of a step."`
	Fit        bool     `help:"Also measure on the whole graph how well the sums over a node's neighbourhood go with its weight."`
	Cores      int      `placeholder:"N" help:"Crawls at the same time. Without it: as many as there are cores."`
	Corpora    string   `placeholder:"DIR" env:"ORBWEAVER_CORPORA" help:"Folder of corpora, in which the graph is looked for."`
}

// graphAnswer is the JSON that lab graph prints.
type graphAnswer struct {
	Runs    int            `json:"runs"` // crawls
	Report  string         `json:"report"`
	Global  []globalScore  `json:"global"`
	Omitted []lab.Omission `json:"left_out"`
	Seconds float64        `json:"seconds"`
}

type globalScore struct {
	Estimator string     `json:"estimator"`
	Score     lab.Number `json:"score"` // at the end
}

// Run runs a graph experiment.
func (cmd *labGraphCommand) Run(c *call) error {
	began := time.Now()
	if err := checkCores(cmd.Cores); err != nil {
		return err
	}
	spec := lab.GraphSpec{
		Folder: cmd.Graph, Keywords: cmd.Keywords, Budget: cmd.Budget, Seeds: cmd.Seeds, Runs: cmd.Runs, Rand: cmd.Rand, Follow: cmd.Follow, Fit: cmd.Fit,
	}
	if _, err := os.Stat(cmd.Graph); err != nil && cmd.Corpora != "" {
		spec.Folder = filepath.Join(cmd.Corpora, cmd.Graph)
	}
	for _, b := range []struct {
		flag  string
		value int
	}{{"budget", cmd.Budget}, {"seeds", cmd.Seeds}, {"runs", cmd.Runs}} {
		if b.value < 1 {
			return misused("--%s %d is out of bounds: write 1 or more", b.flag, b.value)
		}
	}
	for _, typed := range cmd.Estimators {
		e, err := lab.ParseEstimator(typed)
		if err != nil {
			return misused("--estimators: %w", err)
		}
		spec.Estimators = append(spec.Estimators, e)
	}
	c.note("reading the graph")
	show := &labProgress{call: c, every: lineEvery}
	results, err := lab.RunGraph(c.ctx, spec, lab.GraphOptions{Out: cmd.Out, Cores: cmd.Cores, Observe: func(e lab.GraphEvent) {
		show.take(e.Crawls, e.AllCrawls, e.Left)
	}})
	show.end()
	if err != nil {
		return labError("orb lab graph", err)
	}
	c.warnLeftOut(results.Omissions)
	report, err := results.Write(cmd.Out)
	if err != nil {
		return err
	}
	if !c.json {
		return c.print("%s for %s, %s left out: %s", count(len(results.Crawls), "crawl", "crawls"), count(len(results.Keywords), "keyword", "keywords"), count(len(results.Omissions), "thing", "things"), report)
	}
	answer := graphAnswer{Runs: len(results.Crawls), Report: report, Omitted: append([]lab.Omission{}, results.Omissions...), Seconds: time.Since(began).Seconds()}
	for _, g := range results.Global {
		answer.Global = append(answer.Global, globalScore{g.Contestant, g.Mean[len(g.Mean)-1]})
	}
	return c.answerJSON(answer)
}
