package race

import (
	"context"
	"errors"
	"sync"
	"time"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/weburl"
)

// shared is what all contestants fetch with (engine.Config.Paced). Each URL, as it is sent, is asked for once: who wants it
// while it is under way waits for the same answer, who wants it later gets the answer again, failures and redirects alike.
// The same holds for the robots.txt of each origin. Pauses between two requests to a host and further tries are kept here,
// once for all.
type shared struct {
	settings engine.Settings
	fetcher  engine.Fetcher
	parse    engine.Parse // of what was fetched
	spool    *spool
	fault    func(error) // told when answers can not be kept any more
	release  func()      // called at the end, to close the fetcher
	ctx      context.Context
	cancel   context.CancelFunc
	requests sync.WaitGroup // that are under way

	mu      sync.Mutex // guards what follows
	answers map[string]*answer
	rules   map[string]*ruling // by origin
	hosts   map[string]*host
	going   chan struct{} // closed while requests may be sent
	asked   int
	again   int
}

// answer is what a URL answers, once done is closed.
type answer struct {
	done  chan struct{}
	place place
	err   error
}

// ruling is what the robots.txt of an origin says, once done is closed.
type ruling struct {
	done  chan struct{}
	rules *fetch.Robots
	err   error
}

// newShared shares a fetcher until close. Answers lie in a file in dir; fault is called when they can not any more.
func newShared(s engine.Settings, f engine.Fetcher, dir string, fault func(error)) (*shared, error) {
	spool, err := newSpool(dir)
	if err != nil {
		return nil, err
	}
	sh := &shared{
		settings: s, fetcher: f, parse: engine.NewParse(s), spool: spool, fault: fault, release: func() {},
		answers: map[string]*answer{}, rules: map[string]*ruling{}, hosts: map[string]*host{}, going: make(chan struct{}),
	}
	close(sh.going)
	sh.ctx, sh.cancel = context.WithCancel(context.Background())
	return sh, nil
}

// close breaks off what is under way and removes what was kept. Nothing may be asked for afterwards.
func (s *shared) close() error {
	s.cancel()
	s.requests.Wait()
	s.release()
	return s.spool.close()
}

// Get implements engine.Fetcher. The error of a done ctx is of fetch.KindCanceled; the request goes on for the others.
func (s *shared) Get(ctx context.Context, url string) (*fetch.Response, error) {
	s.mu.Lock()
	a := s.answers[url]
	if a == nil {
		a = &answer{done: make(chan struct{})}
		s.answers[url] = a
		s.requests.Go(func() {
			defer close(a.done)
			s.ask(url, a)
		})
	} else {
		s.again++
	}
	s.mu.Unlock()
	select {
	case <-a.done:
	case <-ctx.Done():
		return nil, &fetch.Error{Kind: fetch.KindCanceled, URL: url, Err: context.Cause(ctx)}
	}
	if a.err != nil {
		return nil, a.err
	}
	return s.spool.get(a.place)
}

// ask gets the answer of a URL from its server.
func (s *shared) ask(url string, a *answer) {
	r, err := s.tries(url, func() (*fetch.Response, time.Duration, error) {
		s.count()
		start := time.Now()
		r, err := s.fetcher.Get(s.ctx, url)
		return r, time.Since(start), err
	})
	if err != nil {
		a.err = final(err)
		return
	}
	if a.place, a.err = s.spool.put(r); a.err != nil {
		s.fault(a.err)
	}
	r.Release()
}

func (s *shared) count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
}

// counts are the requests sent to servers for pages, and the answers that were given again.
func (s *shared) counts() (asked, again int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked, s.again
}

// never is when the rules of a robots.txt expire: they are asked for once in a race, so that they are the same for all.
var never = time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)

// Robots implements engine.Fetcher.
func (s *shared) Robots(ctx context.Context, origin string) (*fetch.Robots, error) {
	s.mu.Lock()
	r := s.rules[origin]
	if r == nil {
		r = &ruling{done: make(chan struct{})}
		s.rules[origin] = r
		s.requests.Go(func() {
			defer close(r.done)
			s.askRules(origin, r)
		})
	}
	s.mu.Unlock()
	select {
	case <-r.done:
	case <-ctx.Done():
		return nil, &fetch.Error{Kind: fetch.KindCanceled, URL: origin, Err: context.Cause(ctx)}
	}
	if r.err != nil {
		return nil, r.err
	}
	mine := *r.rules // Expires is the reader's to change
	return &mine, nil
}

// askRules gets the robots.txt of an origin from its server.
func (s *shared) askRules(origin string, r *ruling) {
	_, r.err = s.tries(origin+"/robots.txt", func() (*fetch.Response, time.Duration, error) {
		start := time.Now()
		rules, err := s.fetcher.Robots(s.ctx, origin)
		if err != nil {
			return nil, time.Since(start), err
		}
		r.rules = rules
		return nil, time.Since(start), rules.Failure
	})
	if r.rules == nil {
		return // broken off
	}
	r.err = nil
	kept := *r.rules
	kept.Expires = never
	if kept.Failure != nil {
		kept.Failure = final(kept.Failure)
	}
	r.rules = &kept
	s.host(weburl.Host(origin)).obey(origin, r.rules)
}

// final is a failure after all tries: what the server asked for was kept to here, and is nothing to the contestants.
func final(err error) error {
	failure, ok := errors.AsType[*fetch.Error](err)
	if !ok {
		return err
	}
	last := *failure
	last.RetryAfter = 0
	return &last
}

// pause lets nothing be sent, or goes on.
func (s *shared) pause(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.going:
		if on {
			s.going = make(chan struct{})
		}
	default:
		if !on {
			close(s.going)
		}
	}
}

// mayGo is closed while requests may be sent.
func (s *shared) mayGo() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.going
}

func (s *shared) host(name string) *host {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.hosts[name]
	if h == nil {
		h = newHost(name, s.settings)
		s.hosts[name] = h
	}
	return h
}
