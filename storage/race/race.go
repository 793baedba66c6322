package race

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// Race is a comparison that has been started. Its methods may be called from any goroutine; those that take a context
// wait, the others do not.
type Race struct {
	kind    Kind
	library *session.Library // nil in what-if
	cancel  context.CancelFunc
	done    chan struct{}

	mu      sync.Mutex // guards what follows
	spec    Spec
	entries []tracks // the contestants, in what-if behind the session itself; not changed after the start
	state   State
	doing   string
	run     int     // the one under way, from 1
	split   *Split  // of that run
	shared  *shared // nil before it is there and after its end
	asked   int     // as it was at the end of shared
	again   int
	waiting bool
	running []crawl
	err     error // why the whole came to an end, before its time
}

// crawl is a *session.Session or an *engine.Crawl.
type crawl interface {
	Pause()
	Continue()
	Stats() engine.Stats
}

// runs takes a crawl that is about to run, until the function that it returns is called.
func (r *Race) runs(c crawl) (over func()) {
	r.change(func() {
		r.running = append(r.running, c)
		if r.waiting {
			c.Pause()
		}
	})
	return func() {
		r.change(func() {
			r.running = slices.DeleteFunc(r.running, func(other crawl) bool { return other == c })
		})
	}
}

// Start starts a race of families on the live Web. What the spec has wrong is said at once (Spec.Check); what goes wrong
// later is told by the Snapshot and by Wait. A done ctx is a Stop.
func Start(ctx context.Context, l *session.Library, s Spec) (*Race, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	r := newRace(KindRace, l, s, 1)
	r.start(ctx, r.crawlTogether)
	return r, nil
}

func newRace(kind Kind, l *session.Library, s Spec, runs int) *Race {
	r := &Race{kind: kind, library: l, spec: s, state: StatePreparing, doing: "preparing the contestants", done: make(chan struct{})}
	for _, e := range s.Entries {
		of := make(tracks, runs)
		for i := range of {
			of[i] = newTrack(e.label(), e.Family, s)
		}
		r.entries = append(r.entries, of)
	}
	return r
}

// start runs f, which is the whole comparison, on a goroutine that ends before Wait returns.
func (r *Race) start(ctx context.Context, f func(context.Context) error) {
	ctx, r.cancel = context.WithCancel(ctx)
	go func() {
		err := f(ctx)
		r.cancel()
		for _, of := range r.entries {
			for _, t := range of {
				t.leave()
			}
		}
		r.change(func() {
			if r.err = cmp.Or(r.err, err); errors.Is(r.err, context.Canceled) || errors.Is(r.err, context.DeadlineExceeded) {
				r.err = nil // a stop is no failure
			}
			r.state, r.doing, r.running = StateStopped, "", nil
		})
		close(r.done)
	}()
}

func (r *Race) change(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// crawlTogether lets all contestants crawl by one shared fetcher.
func (r *Race) crawlTogether(ctx context.Context) (err error) {
	sh, err := r.share(r.spec.Seeds)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, r.unshare(sh)) }()
	r.compete(ctx, sh, 0)
	return nil
}

// share makes the fetcher of all contestants. Private addresses may be asked where seeds lie on them.
func (r *Race) share(seeds []string) (*shared, error) {
	links, err := engine.SeedLinks(seeds, r.spec.Settings)
	if err != nil {
		return nil, err
	}
	client, err := engine.NewFetcher(r.spec.Settings, links)
	if err != nil {
		return nil, err
	}
	sh, err := newShared(r.spec.Settings, client, r.library.Dir(), r.fail)
	if err != nil {
		client.Close()
		return nil, err
	}
	sh.release = client.Close
	r.change(func() {
		r.shared = sh
		sh.pause(r.waiting)
	})
	return sh, nil
}

// unshare ends the shared fetcher.
func (r *Race) unshare(sh *shared) error {
	r.change(func() {
		r.asked, r.again = sh.counts()
		r.shared = nil
	})
	return sh.close()
}

// fail ends the whole because of an error.
func (r *Race) fail(err error) {
	r.change(func() { r.err = cmp.Or(r.err, err) })
	r.cancel()
}

// compete lets every contestant crawl as a session, all at the same time, and waits for the last.
func (r *Race) compete(ctx context.Context, sh *shared, run int) {
	sessions := make([]*session.Session, len(r.entries))
	for i, of := range r.entries {
		if ctx.Err() != nil {
			break
		}
		t, spec := of[run], r.spec.of(r.spec.Entries[i])
		if run > 0 {
			spec.Name += fmt.Sprintf(" · run %d", run+1)
		}
		s, err := r.library.Create(spec)
		if err != nil {
			t.failed(err)
			continue
		}
		s.FetchWith(sh, sh.parse)
		t.begins(s.ID())
		s.Subscribe(t.take)
		sessions[i] = s
	}
	r.change(func() { r.state, r.doing, r.run = StateRunning, "", run+1 })
	var all sync.WaitGroup
	for i, s := range sessions {
		if s == nil {
			continue
		}
		over := r.runs(s)
		all.Go(func() {
			result, err := s.Run(ctx)
			over()
			r.entries[i][run].ended(result, cmp.Or(err, s.Close()))
		})
	}
	all.Wait()
}

// Pause lets running requests finish and sends no new ones until Continue.
func (r *Race) Pause() { r.pause(true) }

// Continue ends a pause.
func (r *Race) Continue() { r.pause(false) }

func (r *Race) pause(on bool) {
	r.change(func() { // whole: of a Pause and a Continue at the same time all contestants obey the later
		r.waiting = on
		if r.shared != nil {
			r.shared.pause(on)
		}
		for _, c := range r.running {
			if on {
				c.Pause()
			} else {
				c.Continue()
			}
		}
	})
}

// Stop ends all contestants at once, with what they have; Wait returns soon after.
func (r *Race) Stop() { r.cancel() }

// Done is closed when all contestants have ended and everything is saved.
func (r *Race) Done() <-chan struct{} { return r.done }

// Wait waits for the end and returns the last Snapshot. The error says why the whole could not go on; it is nil when single
// contestants failed, and after a Stop.
func (r *Race) Wait() (Snapshot, error) {
	<-r.done
	r.mu.Lock()
	err := r.err
	r.mu.Unlock()
	return r.Snapshot(), err
}

// Discard deletes the sessions of contestants, given by label, from the library; those not named stay. It may be called
// after the end only. What-if has none: the session that it replays is not its own.
func (r *Race) Discard(labels ...string) error {
	<-r.done
	if r.kind == KindWhatIf {
		return nil
	}
	var errs []error
	for _, of := range r.entries {
		for _, t := range of {
			if id := t.session(); id != "" && slices.Contains(labels, t.label) {
				err := r.library.Delete(id)
				if err == nil {
					t.forget()
				}
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}
