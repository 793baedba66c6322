package main

import (
	"time"

	"orbweaver/crawlers/lab/papers"
)

type labPapersCommand struct {
	Plan    string   `arg:"" help:"Which experiments are repeated, and what is made of them: docs/papers/papers.json."`
	Out     string   `required:"" placeholder:"DIR" help:"Folder for the results, with a folder for each experiment. What it holds of an earlier run is not crawled again."`
	Full    bool     `help:"Run the whole specs. Without it: fewer topics and keywords, as the plan says."`
	Only    []string `placeholder:"NAME" help:"Only these experiments, and only their sections of the document."`
	Cores   int      `placeholder:"N" help:"Crawls at the same time. Without it: as many as there are cores."`
	Corpora string   `placeholder:"DIR" env:"ORBWEAVER_CORPORA" help:"Folder of corpora."`
}

// papersAnswer is the JSON that lab papers prints.
type papersAnswer struct {
	Crawls   int            `json:"runs"`
	Verdicts map[string]int `json:"findings"` // by verdict
	Failed   []string       `json:"failed"`   // facts that must hold and do not
	Skipped  []string       `json:"skipped"`  // experiments
	Seconds  float64        `json:"seconds"`
}

// Run runs the papers' experiments and writes figures, tables and findings.
func (cmd *labPapersCommand) Run(c *call) error {
	if err := checkCores(cmd.Cores); err != nil {
		return err
	}
	plan, err := papers.ReadPlan(cmd.Plan)
	if err != nil {
		return misused("%w", err)
	}
	var show *labProgress
	result, err := papers.Run(c.ctx, plan, papers.Options{
		Out: cmd.Out, Corpora: cmd.Corpora, Full: cmd.Full, Only: cmd.Only, Cores: cmd.Cores,
		Begin: func(experiment string) {
			if show != nil {
				show.end()
			}
			show = &labProgress{call: c, every: lineEvery}
			c.note("%s", experiment)
		},
		Observe: func(crawls, all int, left time.Duration) { show.take(crawls, all, left) },
		Skip:    func(experiment, why string) { c.warn("%s is left out: %s", experiment, why) },
	})
	if show != nil {
		show.end()
	}
	if err != nil {
		return labError(cmd.Plan, err)
	}
	answer := papersAnswer{result.Crawls, result.Verdicts, []string{}, append([]string{}, result.Skipped...), result.Took.Seconds()}
	for _, f := range result.Facts {
		if !f.Holds {
			answer.Failed = append(answer.Failed, f.Experiment+": "+f.What+": "+f.Evidence)
			c.warn("does not hold: %s: %s: %s", f.Experiment, f.What, f.Evidence)
		}
	}
	if c.json {
		return c.answerJSON(answer)
	}
	return c.print("%s in %s; %d of %d facts that must hold do", count(result.Crawls, "crawl", "crawls"), result.Took.Round(time.Second), len(result.Facts)-len(answer.Failed), len(result.Facts))
}
