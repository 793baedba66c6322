package storage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.etcd.io/bbolt"

	"orbweaver/crawlers"
	"orbweaver/crawlers/weburl"
)

// Problem is something that is wrong with a session.
type Problem struct {
	Where string `json:"where"` // which part of the session: "file", "log", "history"…
	What  string `json:"what"`  // what is wrong with it, in words
}

// maxProblems is how many problems Check looks for: more tell nothing new.
const maxProblems = 100

// Check verifies the session that is meant (see Resolve): the tree of its file, every record, every page, the indexes
// and the summary, which is first brought up to date as by Open. No problems means that it will replay and that every
// page of its history can be read. The error says why nothing could be verified, such as ErrInUse.
func (f *Folder) Check(id string) ([]Problem, error) {
	s, err := f.Open(id)
	if errors.Is(err, ErrDamaged) {
		return []Problem{{"file", err.Error()}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	problems := s.verify()
	if sum, err := readSummary(summaryPath(s.path)); err != nil {
		problems = append(problems, Problem{"summary", fmt.Sprintf("it can not be read: %v", err)})
	} else if !sum.agrees(s.Summary()) {
		problems = append(problems, Problem{"summary", "it does not say what the session's file does, and can not be written"})
	}
	return problems, s.Close()
}

// verify verifies everything but the summary file. Nothing may be appended meanwhile: bbolt's own check forbids it.
func (s *Store) verify() []Problem {
	c := check{counted: Tally{Failures: map[string]int{}}, marks: map[uint64]crawlers.Judgement{}}
	err := s.view(func(tx *bbolt.Tx) error {
		c.tx = tx
		for err := range tx.Check() {
			c.found("file", "%v", err)
		}
		tally, err := readTally(tx)
		if err != nil {
			return err
		}
		c.log()
		c.picks()
		c.history()
		c.indexes()
		c.totals(tally)
		return nil
	})
	if err != nil {
		c.found("file", "%v", err)
	}
	return c.problems
}

// check is one verification, in one transaction.
type check struct {
	tx       *bbolt.Tx
	problems []Problem
	counted  Tally // what the records add up to
	inLog    uint64
	marks    map[uint64]crawlers.Judgement // that stand after all records of the log
}

func (c *check) found(where, format string, args ...any) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, Problem{where, fmt.Sprintf(format, args...)})
	}
}

// numbered calls f with the entries of a bucket whose keys must be the numbers from 1 on, without gaps.
func (c *check) numbered(bucket []byte, f func(n uint64, value []byte)) (last uint64) {
	where := string(bucket)
	cursor := c.tx.Bucket(bucket).Cursor()
	for k, v := cursor.First(); k != nil; k, v = cursor.Next() {
		last++
		if len(k) != 8 || binary.BigEndian.Uint64(k) != last {
			c.found(where, "entry %d is missing: the next is %x", last, k)
			return last
		}
		f(last, v)
	}
	return last
}

func (c *check) log() {
	c.counted.Records = c.numbered(bucketLog, func(n uint64, value []byte) {
		r, picks, err := decodeLog(value)
		if err != nil {
			c.found("log", "record %d: %v", n, err)
			return
		}
		switch r := r.(type) {
		case crawlers.Asked:
			if picks > 0 && r.FirstID != c.counted.Picks+1 {
				c.found("log", "record %d: pick %d follows pick %d", n, r.FirstID, c.counted.Picks)
			}
			c.counted.Picks += picks
		case crawlers.Ended:
			c.inLog++
			if r.Seq != c.inLog {
				c.found("log", "record %d: outcome %d stands where outcome %d belongs", n, r.Seq, c.inLog)
			}
		case crawlers.Marked:
			if r.Seq == 0 || r.Seq > c.inLog {
				c.found("log", "record %d: a mark of outcome %d comes before it", n, r.Seq)
			}
			if c.marks[r.Seq] = r.Judgement; r.Judgement == crawlers.Unmarked {
				delete(c.marks, r.Seq)
			}
		}
	})
}

func (c *check) picks() {
	last := c.numbered(bucketPicks, func(n uint64, value []byte) {
		if err := unsealJSON(sealPick, value, new(crawlers.Pick)); err != nil {
			c.found("picks", "pick %d: %v", n, err)
		}
	})
	if last != c.counted.Picks {
		c.found("picks", "there are %d, the log has given %d", last, c.counted.Picks)
	}
}

func (c *check) history() {
	pages, names, hits := c.tx.Bucket(bucketPages), c.tx.Bucket(bucketNames), c.tx.Bucket(bucketHits)
	c.counted.History = c.numbered(bucketHistory, func(n uint64, value []byte) {
		seq := number(n)
		e, err := readEnded(c.tx, seq, value)
		if err != nil {
			c.found("history", "outcome %d: %v", n, err)
			return
		}
		if e.Seq != n {
			c.found("history", "outcome %d says it is outcome %d", n, e.Seq)
		}
		if names.Get([]byte(weburl.Name(e.Pick.URL))) == nil {
			c.found("names", "%s (outcome %d) can not be found by its name", e.Pick.URL, n)
		}
		if e.Kind != crawlers.KindOK {
			c.counted.Failed++
			c.counted.Failures[e.Kind]++
			if c.marks[n] != "" {
				c.found("marks", "outcome %d is marked and gave no page", n)
			}
			return
		}
		c.counted.Pages++
		if e.Unchanged {
			c.counted.Unchanged++
		}
		if _, err := Unpack(pages.Get(seq)); err != nil {
			c.found("pages", "page %d (%s): %v", n, e.Pick.URL, err)
		}
		if e.Hit {
			c.counted.Hits++
			if hits.Get(hitKey(e.Score, n)) == nil {
				c.found("hits", "page %d (%s) is not among them", n, e.Pick.URL)
			}
		}
	})
	if c.inLog != c.counted.History {
		c.found("history", "there are %d outcomes, the log has %d", c.counted.History, c.inLog)
	}
}

// indexes checks that nothing stands in an index that is not in the history.
func (c *check) indexes() {
	history := c.tx.Bucket(bucketHistory)
	count := func(bucket []byte, seqOf func(key, value []byte) []byte) (n int) {
		cursor := c.tx.Bucket(bucket).Cursor()
		for k, v := cursor.First(); k != nil; k, v = cursor.Next() {
			n++
			if seq := seqOf(k, v); history.Get(seq) == nil {
				c.found(string(bucket), "%x leads to outcome %x, which is not in the history", k, seq)
			}
		}
		return n
	}
	c.judgements()
	count(bucketNames, func(_, value []byte) []byte { return value })
	if n := count(bucketPages, func(key, _ []byte) []byte { return key }); n != c.counted.Pages {
		c.found("pages", "there are %d, the history has %d", n, c.counted.Pages)
	}
	if n := count(bucketHits, func(key, _ []byte) []byte { return key[min(8, len(key)):] }); n != c.counted.Hits {
		c.found("hits", "there are %d, the history has %d", n, c.counted.Hits)
	}
}

// judgements compares the marks that stand with those of the log.
func (c *check) judgements() {
	cursor := c.tx.Bucket(bucketMarks).Cursor()
	for k, v := cursor.First(); k != nil; k, v = cursor.Next() {
		var m crawlers.Marked
		if err := unsealJSON(sealMarked, v, &m); err != nil || !bytes.Equal(k, number(m.Seq)) {
			c.found("marks", "that of outcome %x can not be read (%v)", k, err)
			continue
		}
		if c.marks[m.Seq] != m.Judgement {
			c.found("marks", "outcome %d is marked %q, the log says %q", m.Seq, m.Judgement, c.marks[m.Seq])
		}
		delete(c.marks, m.Seq)
	}
	for _, seq := range slices.Sorted(maps.Keys(c.marks)) {
		c.found("marks", "outcome %d is not marked, the log says %q", seq, c.marks[seq])
	}
}

// totals compares the kept tally with what was counted.
func (c *check) totals(t Tally) {
	for _, n := range []struct {
		what          string
		kept, counted any // of one type
	}{
		{"records", t.Records, c.counted.Records}, {"picks", t.Picks, c.counted.Picks}, {"outcomes", t.History, c.counted.History},
		{"pages", t.Pages, c.counted.Pages}, {"failures", t.Failed, c.counted.Failed}, {"hits", t.Hits, c.counted.Hits},
		{"unchanged pages", t.Unchanged, c.counted.Unchanged},
	} {
		if n.kept != n.counted {
			c.found("tally", "%d %s were counted while crawling, there are %d", n.kept, n.what, n.counted)
		}
	}
	for _, m := range []map[string]int{t.Failures, c.counted.Failures} {
		for kind := range m {
			if t.Failures[kind] != c.counted.Failures[kind] {
				c.found("failures", "%d of kind %q were counted while crawling, there are %d", t.Failures[kind], kind, c.counted.Failures[kind])
				c.counted.Failures[kind] = t.Failures[kind]
			}
		}
	}
}
