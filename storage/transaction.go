package storage

import (
	"encoding/binary"
	"fmt"
	"math"

	"go.etcd.io/bbolt"

	"orbweaver/crawlers"
	"orbweaver/crawlers/weburl"
)

// fillPercent is how full bbolt leaves the pages of buckets that only grow at their end.
const fillPercent = 0.9

// file is the session's file in one writing transaction.
type file struct {
	tally                                                    *Tally
	tx                                                       *bbolt.Tx
	log, picks, history, pages, names, hits, marks, failures *bbolt.Bucket
}

func openFile(tx *bbolt.Tx, tally *Tally) *file {
	f := &file{
		tally: tally, tx: tx,
		log: tx.Bucket(bucketLog), picks: tx.Bucket(bucketPicks), history: tx.Bucket(bucketHistory), pages: tx.Bucket(bucketPages),
		names: tx.Bucket(bucketNames), hits: tx.Bucket(bucketHits), marks: tx.Bucket(bucketMarks), failures: tx.Bucket(bucketFailures),
	}
	for _, b := range []*bbolt.Bucket{f.log, f.picks, f.history, f.pages} {
		b.FillPercent = fillPercent
	}
	return f
}

// finish writes the tally.
func (f *file) finish() error {
	for kind, n := range f.tally.Failures {
		if err := f.failures.Put([]byte(kind), number(uint64(n))); err != nil { // #nosec G115 -- a count, which only grows
			return err
		}
	}
	return putTally(f.tx, *f.tally)
}

// put writes one record: its place in the log, and what it adds to the other buckets.
func (f *file) put(r crawlers.Record) error {
	var value []byte
	var err error
	t := f.tally
	switch r := r.(type) {
	case crawlers.Seeded:
		t.Resting, t.Stop, t.Why = false, "", ""
		value, err = sealJSON(sealSeeded, r)
	case crawlers.Asked:
		t.Resting, t.Stop, t.Why = false, "", ""
		value, err = f.putAsked(r)
	case crawlers.Ended:
		t.Resting, t.Stop, t.Why = false, "", ""
		value = seal(sealEnded, number(r.Seq))
		err = f.putEnded(r)
	case crawlers.Budgeted:
		t.Budget, t.TimeBudget = r.Pages, r.Time
		value, err = sealJSON(sealBudgeted, r)
	case crawlers.Marked:
		t.Updated = r.Time
		value, err = f.putMarked(r)
	case crawlers.Rested:
		t.Resting, t.Stop, t.Why, t.Ran, t.Updated = true, r.Stop, r.Why, r.Ran, r.Time
		value, err = sealJSON(sealRested, r)
	default:
		err = fmt.Errorf("internal error: a record of the unknown type %T", r)
	}
	if err != nil {
		return err
	}
	t.Records++
	return f.log.Put(number(t.Records), value)
}

// putAsked keeps the picks and returns what the log keeps.
func (f *file) putAsked(r crawlers.Asked) ([]byte, error) {
	if len(r.Picks) > 0 && r.FirstID != f.tally.Picks+1 {
		return nil, fmt.Errorf("internal error: pick %d follows pick %d", r.FirstID, f.tally.Picks)
	}
	for _, p := range r.Picks {
		value, err := sealJSON(sealPick, p)
		if err != nil {
			return nil, fmt.Errorf("pick of %s: %w", p.URL, err)
		}
		f.tally.Picks++
		if err := f.picks.Put(number(f.tally.Picks), value); err != nil {
			return nil, err
		}
	}
	return sealJSON(sealAsked, asked{Asked: r, Picks: uint64(len(r.Picks))})
}

// putEnded keeps an outcome in the history, with its page if it has one.
func (f *file) putEnded(r crawlers.Ended) error {
	t := f.tally
	if r.Seq != t.History+1 || r.PickID < 1 || r.PickID > t.Picks {
		return fmt.Errorf("internal error: outcome %d of pick %d follows outcome %d, with %d picks", r.Seq, r.PickID, t.History, t.Picks)
	}
	value, err := sealJSON(sealEnded, r)
	if err != nil {
		return fmt.Errorf("outcome of %s: %w", r.Pick.URL, err)
	}
	seq := number(r.Seq)
	if err := f.history.Put(seq, value); err != nil {
		return err
	}
	t.History, t.Ran, t.Updated = r.Seq, r.Ran, r.Time
	ok := r.Kind == crawlers.KindOK
	if err := f.putNames(r, seq, ok); err != nil {
		return err
	}
	if !ok {
		t.Failed++
		t.Failures[r.Kind]++
		return nil
	}
	t.Pages++
	if r.Unchanged {
		t.Unchanged++
	}
	if r.Hit {
		t.Hits++
		if err := f.hits.Put(hitKey(r.Score, r.Seq), nil); err != nil {
			return err
		}
	}
	packed := r.Packed
	if packed == nil {
		if r.Answer == nil {
			return fmt.Errorf("internal error: outcome %d has no answer", r.Seq)
		}
		packed = Pack(r.Answer)
	}
	return f.pages.Put(seq, packed)
}

// putNames lets the outcome be found by the URL that was picked and by those that redirects led to. An outcome of a URL's
// own pick that gave a page stands above any other of the same name.
func (f *file) putNames(r crawlers.Ended, seq []byte, ok bool) error {
	for i, url := range append([]string{r.Pick.URL, r.FinalURL}, r.Via...) {
		if url == "" {
			continue
		}
		name := []byte(weburl.Name(url))
		if own := i == 0 && ok; !own && f.names.Get(name) != nil {
			continue
		}
		if err := f.names.Put(name, seq); err != nil {
			return err
		}
	}
	return nil
}

// hitKey orders hits by falling score, then by sequence number. The bits of floats ≥ 0 are ordered like the floats.
func hitKey(score float64, seq uint64) []byte {
	key := number(^math.Float64bits(max(score, 0)))
	return binary.BigEndian.AppendUint64(key, seq)
}
