package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/classify"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/page"
)

// modelCommand makes the files that crawl takes with --model.
type modelCommand struct {
	Context       contextModelCommand       `cmd:"" help:"Make a context graph, for the family context-focused."`
	Reinforcement reinforcementModelCommand `cmd:"" help:"Make Q-values, for the family reinforcement."`
	Taxonomy      taxonomyModelCommand      `cmd:"" help:"Write a tree of categories to edit, for the family focused."`
}

// modelFlags say what a model is learnt from, what is good in it, and where it goes.
type modelFlags struct {
	From        []string `sep:"none" placeholder:"SESSION" help:"A session to learn from; may be given often."`
	Corpus      string   `placeholder:"DIR" help:"A folder of HTML files to learn from, or sample. Its pages are taken to be at http://corpus.example/."`
	Keywords    string   `short:"k" help:"Pages similar to these are the good ones. Without it: of each session its own."`
	HitScore    float64  `default:"${hit_score}" help:"Least similarity of a good page to the keywords; of them the best 100 count, and at most a fifth of all pages."`
	Target      []string `sep:"none" placeholder:"URL" help:"A good page; may be given often. Then no others are."`
	TargetsFile string   `placeholder:"FILE" help:"Good pages, one URL a line; - reads standard input."`
	Out         string   `required:"" placeholder:"FILE" help:"The file to write. It must not be there yet."`
}

// How many pages are good at most, where they are not named: of more, the last are hardly so, and few would be left that
// lead to them.
const (
	mostGood  = 100
	goodShare = 5 // one page in so many
)

// knowledge is the hypertext that a model is learnt from.
type knowledge struct {
	pages *classify.Hypertext
	rated []candidate // pages that may be good
}

// String says how much was read.
func (k *knowledge) String() string {
	return "the " + count(len(k.pages.Pages()), "page", "pages") + " read"
}

// learn reads what the flags name, and returns it with the good pages, at least one.
func (f *modelFlags) learn(c *call) (*classify.Hypertext, []string, error) {
	targets, err := f.targets(c)
	if err != nil {
		return nil, nil, err
	}
	if len(f.From) == 0 && f.Corpus == "" {
		return nil, nil, misused("nothing to learn from: write --from SESSION or --corpus DIR")
	}
	k := &knowledge{pages: classify.NewHypertext()}
	for _, id := range f.From {
		if err := f.readSession(c, k, id); err != nil {
			return nil, nil, err
		}
	}
	if f.Corpus != "" {
		if err := f.readCorpus(c, k); err != nil {
			return nil, nil, err
		}
	}
	if len(targets) > 0 {
		return k.pages, targets, f.checkTargets(c, k, targets)
	}
	good := k.good()
	if len(good) == 0 {
		return nil, nil, misused("nothing good in %s: write other --keywords, a lower --hit-score, or --target URL", k)
	}
	return k.pages, good, nil
}

// targets are the pages that the user has named, by their canonical URLs. A path is one of the corpus, from its top.
func (f *modelFlags) targets(c *call) ([]string, error) {
	named := f.Target
	if f.TargetsFile != "" {
		lines, err := readLines(f.TargetsFile, c.in)
		if err != nil {
			return nil, misused("--targets-file: %w", err)
		}
		named = append(named, lines...)
	}
	info, err := os.Stat(f.Corpus)
	folder := err == nil && info.IsDir() && f.Corpus != sampleCorpus
	for i, target := range named {
		if folder && !strings.Contains(target, "://") {
			named[i] = "http://" + corpus.FolderHost + "/" + strings.TrimPrefix(strings.TrimPrefix(target, corpus.FolderHost), "/")
		}
	}
	links, err := engine.SeedLinks(named, engine.Default())
	if err != nil {
		return nil, wrongUse{err}
	}
	urls := make([]string, len(links))
	for i, l := range links {
		urls[i] = l.URL
	}
	return urls, nil
}

func (f *modelFlags) checkTargets(c *call, k *knowledge, targets []string) error {
	missing := 0
	for _, url := range targets {
		if _, err := k.pages.Words(c.ctx, url); err != nil {
			c.note("the target %s is not among the pages read", url)
			missing++
		}
	}
	if missing == len(targets) {
		return misused("no target is in %s: write them as orb history shows them, or as paths of the corpus", k)
	}
	return nil
}

// readSession adds the pages of a session.
func (f *modelFlags) readSession(c *call, k *knowledge, id string) error {
	s, err := c.open(id)
	if err != nil {
		return err
	}
	keywords := cmp.Or(f.Keywords, s.Spec().Keywords)
	return errors.Join(k.read(c.ctx, s.Documents(c.ctx), keywords, f.HitScore), s.Close())
}

// readCorpus adds the pages of the corpus.
func (f *modelFlags) readCorpus(c *call, k *knowledge) error {
	command := serveCommand{Corpus: f.Corpus}
	read, closeCorpus, err := command.open()
	if err != nil {
		return err
	}
	listed, ok := read.(corpus.Listed)
	if !ok {
		return errors.Join(misused("--corpus %s: its pages can not be listed", f.Corpus), closeCorpus())
	}
	documents := func(yield func(crawlers.Ended, error) bool) {
		for p, err := range corpus.Documents(c.ctx, listed, page.Options{}) {
			if !yield(crawlers.Ended{Page: p}, err) {
				return
			}
		}
	}
	return errors.Join(k.read(c.ctx, documents, f.Keywords, f.HitScore), closeCorpus())
}

// read adds documents, and rates them by the keywords and by their marks.
func (k *knowledge) read(ctx context.Context, documents iter.Seq2[crawlers.Ended, error], keywords string, hitScore float64) error {
	topic := crawlers.NewTopic(keywords)
	for d, err := range documents {
		if ctx.Err() != nil {
			return errInterrupted
		}
		if err != nil {
			return err
		}
		k.pages.Add(crawlers.Known(d.Page))
		switch score := topic.Similarity(d.Page); {
		case d.Judgement == crawlers.Good:
			k.rated = append(k.rated, candidate{d.Page.URL, 1 + score}) // before all that are not marked
		case d.Judgement != crawlers.Bad && score > 0 && score >= hitScore:
			k.rated = append(k.rated, candidate{d.Page.URL, score})
		}
	}
	return nil
}

// good are the best of the rated pages.
func (k *knowledge) good() (urls []string) {
	slices.SortStableFunc(k.rated, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	most := min(mostGood, max(1, len(k.pages.Pages())/goodShare))
	for _, r := range k.rated[:min(len(k.rated), most)] {
		urls = append(urls, r.url)
	}
	return urls
}

// check looks at the flags before anything costs time.
func (f *modelFlags) check() error {
	if !(f.HitScore >= 0 && f.HitScore <= 1) {
		return misused("--hit-score %v is out of bounds: write 0 to 1", f.HitScore)
	}
	return checkNew(f.Out)
}

// write writes the model.
func (f *modelFlags) write(model []byte, err error) error {
	if err != nil {
		return fmt.Errorf("write %s: %w", f.Out, err)
	}
	return whole(f.Out, func(out io.Writer) error {
		_, err := io.Copy(out, bytes.NewReader(model))
		return err
	})
}
