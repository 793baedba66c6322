package race

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/storage/session"
)

// HoldOut is a hold-out check.
type HoldOut struct {
	Name     string   // of the contestants' sessions; empty = the keywords
	Known    []string // URLs of pages known to be good, as typed; empty lines and doubles are left out
	Rand     uint64   // draws which half of them become seeds: the same gives the same halves
	Keywords string   // the topic; empty = the telling words of the seeds' pages
	Entries  []Entry
	// Runs is how often the known pages are divided, each time in another way, and all families crawl: with few known pages
	// much depends on which half is hidden. 0 = 1. Further runs ask only for what earlier ones have not.
	Runs     int
	Settings engine.Settings // as of Spec
}

// maxRuns bounds HoldOut.Runs.
const maxRuns = 100

// Check says what is wrong with the check as far as that shows without fetching: errors are those of Spec.Check; of Field
// "seeds" where it is the known pages.
func (h HoldOut) Check() error {
	if _, err := canonicalKnown(h.Known, h.Settings); err != nil {
		return err
	}
	if h.Runs < 0 || h.Runs > maxRuns {
		return &session.SpecError{Field: "runs", Err: fmt.Errorf("%d runs are out of bounds: write 1 to %d", h.Runs, maxRuns)}
	}
	return checkEntries(h.spec())
}

// spec is the race that the check is, before pages are drawn.
func (h HoldOut) spec() Spec {
	return Spec{Name: h.Name, Keywords: h.Keywords, Seeds: h.Known, Entries: h.Entries, Settings: h.Settings}
}

// StartHoldOut starts a hold-out check on the live Web. All known pages are fetched first, once, to leave out those that are
// dead, or the same as another: Snapshot.Doing tells so. What the check has wrong is said at once (HoldOut.Check).
func StartHoldOut(ctx context.Context, l *session.Library, h HoldOut) (*Race, error) {
	if err := h.Check(); err != nil {
		return nil, err
	}
	r := newRace(KindHoldOut, l, h.spec(), max(1, h.Runs))
	r.doing = "reading the known pages"
	r.start(ctx, func(ctx context.Context) error { return r.holdOut(ctx, h) })
	return r, nil
}

// holdOut is the whole check.
func (r *Race) holdOut(ctx context.Context, h HoldOut) (err error) {
	sh, err := r.share(h.Known)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, r.unshare(sh)) }()
	list, err := canonicalKnown(h.Known, h.Settings)
	if err != nil {
		return err
	}
	pages, out, err := r.readKnown(ctx, sh, list)
	if err != nil {
		return err
	}
	r.change(func() { r.split = &Split{LeftOut: out} })
	if err := enough(len(pages)); err != nil {
		return leftOver(err, out)
	}
	next := h.Rand
	for run := range max(1, h.Runs) {
		var d drawn
		if d, next, err = draw(pages, h.Settings, next); err != nil {
			out = slices.Concat(out, d.beyond)
			r.change(func() { r.split = &Split{LeftOut: out} })
			return leftOver(err, out)
		}
		if err := r.runOn(ctx, sh, h, run, d, out); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// runOn lets the contestants look for the targets of a draw; out are the pages left out before.
func (r *Race) runOn(ctx context.Context, sh *shared, h HoldOut, run int, d drawn, out []lab.Omission) (err error) {
	split, hidden := divide(d.seeds, d.targets, slices.Concat(out, d.beyond))
	spec := h.spec()
	spec.Seeds = split.Seeds
	if spec.Keywords == "" {
		if spec.Keywords, err = r.makeKeywords(ctx, sh, d.seeds); err != nil {
			return err
		}
	}
	topic := crawlers.NewTopic(spec.Keywords)
	for _, of := range r.entries {
		of[run].looksFor(topic, hidden)
	}
	r.change(func() {
		r.spec, r.split, r.doing = spec, split, "preparing the contestants"
	})
	r.compete(ctx, sh, run)
	return nil
}

// divide makes the Split, and gives the URLs that each target goes by.
func divide(seeds, targets []known, out []lab.Omission) (*Split, map[string]int) {
	split, hidden := &Split{LeftOut: out}, map[string]int{}
	for _, k := range seeds {
		split.Seeds = append(split.Seeds, k.sent)
	}
	for i, k := range targets {
		split.Targets = append(split.Targets, k.sent)
		hidden[k.url], hidden[k.final] = i, i
	}
	return split, hidden
}

// mostRead is how many pages of seeds keywords are made of at most.
const mostRead = 50

// makeKeywords makes keywords of the pages of seeds, which have been fetched already.
func (r *Race) makeKeywords(ctx context.Context, sh *shared, seeds []known) (string, error) {
	var words wordCounts
	for _, k := range seeds[:min(mostRead, len(seeds))] {
		p, _, err := r.read(ctx, sh, k)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return "", err
		}
		if p != nil {
			words.add(p)
		}
	}
	return words.telling(), nil
}
