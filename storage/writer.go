package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"orbweaver/crawlers"
)

// What is not yet durable is at most maxBatch outcomes that are being committed and maxQueue records behind them, and
// reaches the disk maxWait after it was appended, plus the time of two commits. So a kill loses at most 240 pages and,
// on a disk that commits within 60 ms, than the last 200 ms.
const (
	maxWait  = 80 * time.Millisecond
	maxBatch = 120
	maxQueue = 120
)

// writer is the one goroutine that writes to the file, and its queue.
type writer struct {
	store *Store
	queue chan entry
	dead  chan struct{} // closed when the goroutine has ended
	err   error         // why; set before dead is closed
}

// entry is one thing to write. Exactly one of record, edit and neither (a flush) is asked for.
type entry struct {
	record crawlers.Record
	edit   func(*bbolt.Tx) error
	done   chan<- struct{} // closed after the commit that holds the entry and all before it; nil = nobody waits
	last   bool            // end after this one
}

func startWriter(s *Store) *writer {
	w := &writer{store: s, queue: make(chan entry, maxQueue), dead: make(chan struct{})}
	go w.run()
	return w
}

// deadWriter is a writer that refuses everything with that error.
func deadWriter(err error) *writer {
	w := &writer{dead: make(chan struct{}), err: err}
	close(w.dead)
	return w
}

// Append queues a record for the next commit. It blocks while the queue is full, which is the crawl's back-pressure.
// The record and all it refers to must not be changed afterwards. The error is that of an earlier commit that failed
// (ErrNoSpace, ErrReadOnly, ErrDamaged or the system's own): neither this record nor what was queued before it is kept.
func (s *Store) Append(r crawlers.Record) error {
	if e, ok := r.(crawlers.Ended); ok && e.Packed != nil {
		e.Page, e.Answer = nil, nil // what the queue holds is as small as what is written
		r = e
	}
	if m, ok := r.(crawlers.Marked); ok {
		m.Page, m.Answer = nil, nil
		r = m
	}
	w := s.currentWriter()
	select {
	case <-w.dead:
		return w.err
	default:
	}
	select {
	case w.queue <- entry{record: r}:
		return nil
	case <-w.dead:
		return w.err
	}
}

// Flush waits until everything appended so far is durable. It costs nothing when it already is.
func (s *Store) Flush(ctx context.Context) error { return s.currentWriter().wait(ctx, entry{}) }

// edit runs f in the transaction of the next commit.
func (s *Store) edit(ctx context.Context, f func(*bbolt.Tx) error) error {
	return s.currentWriter().wait(ctx, entry{edit: f})
}

// Retry lets the store write again after a commit has failed, from where the last good one ended.
func (s *Store) Retry() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.writer.dead:
	default:
		return nil
	}
	if s.readOnly || errors.Is(s.writer.err, ErrClosed) {
		return s.writer.err
	}
	s.writer = startWriter(s)
	return nil
}

func (s *Store) currentWriter() *writer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writer
}

func (w *writer) wait(ctx context.Context, e entry) error {
	done := make(chan struct{})
	e.done = done
	select {
	case <-w.dead: // else a dead writer's queue might still take the entry
		return w.err
	default:
	}
	select {
	case w.queue <- e:
	case <-w.dead:
		return w.err
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-done:
		return nil
	case <-w.dead:
		select {
		case <-done: // it was the last one
			return nil
		default:
			return w.err
		}
	case <-ctx.Done():
		return ctx.Err()
	}
}

// stop commits what is queued and ends the goroutine. The error is nil if everything ever appended is durable.
func (w *writer) stop() error {
	err := w.wait(context.Background(), entry{last: true})
	<-w.dead
	return err
}

func (w *writer) run() {
	defer close(w.dead)
	timer := time.NewTimer(maxWait)
	timer.Stop()
	defer timer.Stop()
	var batch []entry
	outcomes := 0
	var since time.Time // when the entries that queued up behind the last commit may have been appended; zero without any
	for {
		due := false
		select {
		case e := <-w.queue:
			if len(batch) == 0 {
				wait := maxWait
				if !since.IsZero() {
					wait = max(maxWait-time.Since(since), 0)
				}
				timer.Reset(wait)
			}
			batch = append(batch, e)
			if _, ok := e.record.(crawlers.Ended); ok {
				outcomes++
			}
			due = outcomes >= maxBatch || e.done != nil
		case <-timer.C:
			due = true
		}
		if !due {
			continue
		}
		timer.Stop()
		began := time.Now()
		if w.err = w.commit(batch); w.err != nil {
			return
		}
		since = time.Time{}
		if len(w.queue) > 0 {
			since = began
		}
		for _, e := range batch {
			if e.done != nil {
				close(e.done)
			}
			if e.last {
				w.err = ErrClosed
				return
			}
		}
		clear(batch) // lets go of the pages
		batch, outcomes = batch[:0], 0
	}
}

// commit writes a batch in one transaction: all of it or nothing.
func (w *writer) commit(batch []entry) error {
	idle := true
	for _, e := range batch {
		idle = idle && e.record == nil && e.edit == nil
	}
	if idle {
		return nil
	}
	tally := w.store.Tally()
	err := w.store.update(func(tx *bbolt.Tx) error {
		f := openFile(tx, &tally)
		for _, e := range batch {
			if e.edit != nil {
				if err := e.edit(tx); err != nil {
					return err
				}
			}
			if e.record != nil {
				if err := f.put(e.record); err != nil {
					return err
				}
			}
		}
		return f.finish()
	})
	if err != nil {
		return fmt.Errorf("write to session %s: %w", w.store.id, err)
	}
	w.store.mu.Lock()
	w.store.tally = tally
	w.store.mu.Unlock()
	return nil
}
