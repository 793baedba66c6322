package race

import (
	"context"
	"errors"
	"slices"
	"sync"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// StartWhatIf lets other families crawl what a session has fetched, without fetching anything: from its seeds, for its
// keywords, with its settings, in rounds as in a race. The session must stay open until Done.
//
// The first row of the Snapshot is the session as it was. A link that the session never fetched is unknown: it counts in
// Contestant.Unknown and leads nowhere. It uses up the budget like a page, which is the session's number of pages: so a
// family that has more hits than the session has them for sure, and one that has less might have found more among what is
// unknown. The greater Contestant.UnknownShare, the less the comparison says.
func StartWhatIf(ctx context.Context, s *session.Session, entries []Entry) (*Race, error) {
	spec := specOf(s)
	if spec.Settings.Pages == 0 {
		return nil, &session.SpecError{Field: "seeds", Err: errors.New("the session has no pages yet: let it crawl first")}
	}
	spec.Entries = entries
	if err := checkEntries(spec); err != nil {
		return nil, err
	}
	r := newRace(KindWhatIf, nil, spec, 1)
	was := newTrack(asItWas, s.Spec().Family, spec)
	was.row.Original = true
	was.begins(s.ID())
	r.entries = slices.Insert(r.entries, 0, tracks{was})
	r.doing = "reading the session"
	r.start(ctx, func(ctx context.Context) error { return r.whatIf(ctx, s) })
	return r, nil
}

// asItWas is the label of the session itself.
const asItWas = "as it was"

// specOf is the race that a session's topic, seeds and settings make.
func specOf(s *session.Session) Spec {
	is := s.Spec()
	spec := Spec{Name: is.Name, Keywords: is.Keywords, Seeds: is.Seeds, Settings: is.Settings}
	spec.Settings.Pages, spec.Settings.Time = s.Stats().Pages, 0
	return spec
}

// whatIf is the whole comparison.
func (r *Race) whatIf(ctx context.Context, s *session.Session) error {
	known, err := newReplayed(s)
	if err != nil {
		return err
	}
	r.change(func() { r.state, r.doing, r.run = StateRunning, "", 1 })
	var all sync.WaitGroup
	parse := engine.NewParse(r.spec.Settings)
	for i, e := range r.spec.Entries {
		all.Go(func() {
			t := r.entries[i+1][0]
			result, err := r.replay(ctx, known, parse, r.spec.of(e), t)
			t.ended(result, err)
		})
	}
	err = r.original(ctx, s)
	all.Wait()
	return err
}

// original makes the row and the curves of the session itself.
func (r *Race) original(ctx context.Context, s *session.Session) error {
	t, st := r.entries[0][0], s.Stats()
	for e, err := range s.Documents(ctx) {
		if err != nil {
			return err
		}
		t.take(e)
	}
	t.change(func(row *Contestant) { row.Failed = st.Failed })
	t.ended(engine.Result{Stats: st}, nil)
	return nil
}

// replay lets one family crawl what is known.
func (r *Race) replay(ctx context.Context, known *replayed, parse engine.Parse, spec session.Spec, t *track) (engine.Result, error) {
	family, err := crawlers.Lookup(spec.Family)
	if err != nil {
		return engine.Result{}, err
	}
	params, err := crawlers.ParseValues(family.Params, spec.Params)
	if err != nil {
		return engine.Result{}, err
	}
	seeds, err := engine.SeedLinks(spec.Seeds, spec.Settings)
	if err != nil {
		return engine.Result{}, err
	}
	var crawl *engine.Crawl
	crawl, err = engine.New(engine.Config{
		Family: family, Params: params, Model: spec.Model, Topic: crawlers.NewTopic(spec.Keywords), Seeds: seeds, Settings: spec.Settings,
		Fetcher: known, Paced: true, Parse: parse, Observe: func(e crawlers.Ended) {
			if t.chosen() < spec.Settings.Pages { // it ends within a round, the rest of which does not count
				t.take(e)
			}
			if t.chosen() >= spec.Settings.Pages {
				crawl.Stop()
			}
		},
	})
	if err != nil {
		return engine.Result{}, err
	}
	defer r.runs(crawl)()
	result, err := crawl.Run(ctx)
	if result.Stop == engine.StopInterrupted && t.chosen() >= spec.Settings.Pages {
		result.Stop = engine.StopBudget
	}
	return result, err
}
