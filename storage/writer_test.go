package storage

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.etcd.io/bbolt"

	"orbweaver/crawlers"
)

// inBubble runs f with a new session, on a clock that only moves when everything waits.
func inBubble(t *testing.T, f func(t *testing.T, s *Store)) {
	folder := mustFolder(t)
	if _, err := Unpack(Pack(&crawlers.Answer{})); err != nil { // the codecs must come to be outside of the bubble
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s, err := folder.Create(testMeta)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = s.Close() // most tests have closed it already
			mustBeSound(t, folder, s.ID())
		}()
		f(t, s)
	})
}

func TestRecordIsDurableAfterMaxWait(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Store) {
		asked, ended := step(1)
		mustAppend(t, s, asked, ended)
		time.Sleep(maxWait - time.Millisecond)
		synctest.Wait()
		if n := s.Tally().Pages; n != 0 {
			t.Errorf("%d pages are durable before it is time", n)
		}
		time.Sleep(time.Millisecond)
		mustWaitForCommit(s)
		if n := s.Tally().Pages; n != 1 {
			t.Errorf("%d pages are durable after %v", n, maxWait)
		}
	})
}

// mustWaitForCommit waits for a commit under way: it is in the operating system, where synctest does not see it.
func mustWaitForCommit(s *Store) {
	_ = s.db.Update(func(*bbolt.Tx) error { return nil }) // bbolt lets one transaction write at a time
	synctest.Wait()
}

func TestFullBatchDoesNotWait(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Store) {
		began := time.Now()
		for n := 1; n <= maxBatch; n++ {
			asked, ended := step(n)
			mustAppend(t, s, asked, ended)
		}
		synctest.Wait()
		mustWaitForCommit(s)
		if n := s.Tally().History; n != maxBatch || time.Since(began) != 0 {
			t.Errorf("%d outcomes are durable after %v", n, time.Since(began))
		}
	})
}

// While one transaction is held up, a batch's worth of records may queue behind it and no more.
func TestAppendBlocksWhileTheDiskIsBusy(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Store) {
		mustAppend(t, s, crawlers.Asked{N: 1})
		synctest.Wait()
		release := make(chan struct{})
		var others sync.WaitGroup
		others.Go(func() {
			if err := s.edit(t.Context(), func(*bbolt.Tx) error { <-release; return nil }); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		appended := 0
		others.Go(func() {
			for range 2 * maxQueue {
				if s.Append(crawlers.Asked{N: 1}) == nil {
					appended++
				}
			}
		})
		synctest.Wait()
		if appended != maxQueue {
			t.Errorf("%d records were taken while nothing could be written, want %d", appended, maxQueue)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Flush(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("flush behind a full queue: %v", err)
		}
		close(release)
		others.Wait()
		mustFlush(t, s)
		if n := s.Tally().Records; n != 2*maxQueue+1 {
			t.Errorf("%d records in the end", n)
		}
	})
}

func TestFailedCommitIsToldAndNothingCommittedIsLost(t *testing.T) {
	f := mustFolder(t)
	s := mustCreate(t, f)
	a1, e1 := step(1)
	mustAppend(t, s, a1, e1)
	mustFlush(t, s)
	broken := errors.New("the disk is on fire")
	a2, e2 := step(2)
	mustAppend(t, s, a2) // in the same transaction as what fails
	if err := s.edit(t.Context(), func(*bbolt.Tx) error { return broken }); !errors.Is(err, broken) {
		t.Fatalf("the failing commit: %v", err)
	}
	for what, err := range map[string]error{"append": s.Append(e2), "flush": s.Flush(t.Context()), "change": s.Change(t.Context(), func(m *Meta) { m.Name = "x" })} {
		if !errors.Is(err, broken) {
			t.Errorf("%s after the failure: %v", what, err)
		}
	}
	if _, err := s.Page(t.Context(), "no such name"); !errors.Is(err, ErrNoPage) {
		t.Errorf("reading after the failure: %v", err)
	}
	if got := collect(t, s.Log()); len(got) != 2 {
		t.Errorf("%d records are left, want the 2 that were committed", len(got))
	}
	if err := s.Retry(); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, a2, e2)
	mustFlush(t, s)
	if n := s.Tally().Pages; n != 2 {
		t.Errorf("%d pages after writing again", n)
	}
}

// A record that does not follow from those before it would make a session that can not be replayed.
func TestRecordsOutOfOrderAreRefused(t *testing.T) {
	a1, e1 := step(1)
	a2, e2 := step(2)
	noAnswer := e1
	noAnswer.Answer = nil
	for name, rs := range map[string][]crawlers.Record{
		"outcome of no pick":  {e1},
		"outcome skipped":     {a1, a2, e2},
		"outcome twice":       {a1, e1, e1},
		"picks skipped":       {a2},
		"page without answer": {a1, noAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			s := mustCreate(t, mustFolder(t))
			mustAppend(t, s, rs...)
			if err := s.Flush(t.Context()); err == nil {
				t.Error("was taken")
			}
			if err := s.Close(); err == nil {
				t.Error("close does not tell of it")
			}
		})
	}
}

func TestClosedStore(t *testing.T) {
	s := mustCreate(t, mustFolder(t))
	asked, ended := step(1)
	mustAppend(t, s, asked, ended)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{"append": s.Append(asked), "flush": s.Flush(t.Context()), "close": s.Close(), "retry": s.Retry()} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, err := range s.History(0) {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("history: %v", err)
		}
	}
}
