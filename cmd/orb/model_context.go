package main

import (
	"context"
	"fmt"
	"strings"

	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/seeds"
	"orbweaver/crawlers/text"
)

type contextModelCommand struct {
	Layers int    `default:"3" help:"How many links from a good page are told apart, 1 to 5."`
	Wiki   string `placeholder:"mediawiki|mediawiki=URL" help:"Ask Wikipedia, or another wiki, which pages link to the --target pages, which are pages of it."`

	modelFlags `embed:""`
}

// contextModelLine is the JSON that model context prints.
type contextModelLine struct {
	Model    string `json:"model"` // "context-graph"
	File     string `json:"file"`
	Examples int    `json:"examples"` // pages of layer 0
	Layers   []int  `json:"layers"`   // pages by layer
}

// Run makes a context graph.
func (cmd *contextModelCommand) Run(c *call) error {
	if cmd.Layers < 1 || cmd.Layers > 5 {
		return misused("--layers %d is out of bounds: write 1 to 5", cmd.Layers)
	}
	if err := cmd.check(); err != nil {
		return err
	}
	source, examples, err := cmd.source(c)
	if err != nil {
		return err
	}
	graph, err := classify.BuildContextGraph(c.ctx, source, examples, cmd.Layers)
	if c.ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	if err := cmd.write(graph.Encode()); err != nil {
		return err
	}
	line := contextModelLine{Model: "context-graph", File: cmd.Out, Examples: len(graph.Examples()), Layers: graph.Pages()}
	if c.json {
		return c.answerJSON(line)
	}
	return c.print("wrote a context graph to %s; pages by layer: %s", line.File, numbers(line.Layers))
}

// source is where in-links come from, and the examples.
func (cmd *contextModelCommand) source(c *call) (classify.Backlinks, []string, error) {
	if cmd.Wiki == "" {
		return cmd.learn(c)
	}
	if len(cmd.From) > 0 || cmd.Corpus != "" {
		return nil, nil, misused("--wiki does not go with --from or --corpus: write one of them")
	}
	wiki, err := seeds.OpenWiki(cmd.Wiki)
	if err != nil {
		return nil, nil, misused("--wiki: %w", err)
	}
	examples, err := cmd.targets(c)
	if err == nil && len(examples) == 0 {
		err = misused("--wiki needs pages to begin with: write --target URL")
	}
	return &wikiBacklinks{wiki, page.NewParser(page.Options{})}, examples, err
}

// wikiBacklinks asks a wiki for in-links and words.
type wikiBacklinks struct {
	*seeds.Wiki
	parser *page.Parser
}

// Words returns the terms of a page of the wiki.
func (w *wikiBacklinks) Words(ctx context.Context, url string) (text.Vector, error) {
	html, err := w.HTML(ctx, url)
	if err != nil {
		return text.Vector{}, err
	}
	p, err := w.parser.Parse(url, html)
	if err != nil {
		return text.Vector{}, fmt.Errorf("%s: %w", url, err)
	}
	return p.Vector, nil
}

// numbers are numbers with commas between them.
func numbers(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
}
