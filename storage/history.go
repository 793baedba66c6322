package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"orbweaver/crawlers"
	"orbweaver/crawlers/weburl"
)

// chunk is how many entries an iteration reads in one transaction: few enough that the file is soon free to grow.
const chunk = 64

// scan yields the entries of a bucket in order of their keys, from the key on, as read makes them. It reads them chunk
// by chunk: entries that are committed meanwhile are met too, and the loop's body may take as long as it likes.
func scan[T any](s *Store, bucket, from []byte, read func(tx *bbolt.Tx, key, value []byte) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			var batch []T
			err := s.view(func(tx *bbolt.Tx) error {
				c := tx.Bucket(bucket).Cursor()
				k, v := c.Seek(from)
				for ; k != nil && len(batch) < chunk; k, v = c.Next() {
					t, err := read(tx, k, v)
					if err != nil {
						return fmt.Errorf("%s %x: %w", bucket, k, err)
					}
					batch = append(batch, t)
				}
				from = bytes.Clone(k)
				return nil
			})
			for _, t := range batch {
				if !yield(t, nil) {
					return
				}
			}
			if err != nil {
				var none T
				yield(none, fmt.Errorf("read session %s: %w", s.id, err))
				return
			}
			if from == nil {
				return
			}
		}
	}
}

// History yields the committed outcomes in order, from the sequence number on (0 and 1 are the first). Pick and Judgement
// are filled in; Page, Answer and Packed are not.
func (s *Store) History(from uint64) iter.Seq2[crawlers.Ended, error] {
	return scan(s, bucketHistory, number(from), readEnded)
}

// Hits yields the committed hits, best first, those of one score in the order in which they were found.
func (s *Store) Hits() iter.Seq2[crawlers.Ended, error] {
	return scan(s, bucketHits, nil, func(tx *bbolt.Tx, key, _ []byte) (crawlers.Ended, error) {
		if len(key) != 16 {
			return crawlers.Ended{}, damaged("a key of %d bytes", len(key))
		}
		return ended(tx, key[8:])
	})
}

// Log yields the committed records in order: what replay needs. Of an Ended the Pick and the Answer are filled in, of a
// Marked the Answer.
func (s *Store) Log() iter.Seq2[crawlers.Record, error] {
	return func(yield func(crawlers.Record, error) bool) {
		for r, err := range scan(s, bucketLog, nil, readLog) {
			if e, ok := r.(crawlers.Ended); ok && err == nil && e.Kind == crawlers.KindOK {
				e.Answer, err = unpack(e.Packed, s.usual) // here, because it takes too long for a transaction
				e.Packed = nil
				if err != nil {
					err = fmt.Errorf("read session %s: page %d: %w", s.id, e.Seq, err)
				}
				r = e
			}
			if m, ok := r.(crawlers.Marked); ok && err == nil {
				if m.Answer, err = s.answer(m.Seq); err != nil {
					err = fmt.Errorf("read session %s: mark of page %d: %w", s.id, m.Seq, err)
				}
				r = m
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Page returns the outcome of that MD5 name (32 lower-case hex digits), with its Answer if it gave a page. What is not
// yet committed is committed first when it is needed. The error is ErrNoPage when there is none.
func (s *Store) Page(ctx context.Context, name string) (crawlers.Ended, error) {
	e, err := s.page(name)
	if errors.Is(err, ErrNoPage) && s.Flush(ctx) == nil {
		e, err = s.page(name)
	}
	if err == nil && e.Kind == crawlers.KindOK {
		e.Answer, err = unpack(e.Packed, s.usual)
		e.Packed = nil
	}
	if err != nil {
		return e, fmt.Errorf("page %s of session %s: %w", name, s.id, err)
	}
	return e, nil
}

// PageAt is Page of a canonical URL.
func (s *Store) PageAt(ctx context.Context, url string) (crawlers.Ended, error) {
	return s.Page(ctx, weburl.Name(url))
}

func (s *Store) page(name string) (e crawlers.Ended, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		seq := tx.Bucket(bucketNames).Get([]byte(name))
		if seq == nil {
			return ErrNoPage
		}
		e, err = ended(tx, seq)
		if err == nil && e.Kind == crawlers.KindOK {
			e.Packed = bytes.Clone(tx.Bucket(bucketPages).Get(seq))
		}
		return err
	})
	return e, err
}

// ended reads the outcome of a sequence number.
func ended(tx *bbolt.Tx, seq []byte) (crawlers.Ended, error) {
	value := tx.Bucket(bucketHistory).Get(seq)
	if value == nil {
		return crawlers.Ended{}, damaged("outcome %x is missing", seq)
	}
	return readEnded(tx, seq, value)
}

func readEnded(tx *bbolt.Tx, seq, value []byte) (e crawlers.Ended, err error) {
	if err = unsealJSON(sealEnded, value, &e); err != nil {
		return e, err
	}
	if e.Judgement, err = judgement(tx, seq); err != nil {
		return e, err
	}
	e.Pick, err = readPick(tx, e.PickID)
	return e, err
}

func readPick(tx *bbolt.Tx, id uint64) (p crawlers.Pick, err error) {
	value := tx.Bucket(bucketPicks).Get(number(id))
	if value == nil {
		return p, damaged("pick %d is missing", id)
	}
	return p, unsealJSON(sealPick, value, &p)
}

// readLog reads an entry of the log; an Ended of a page still has its answer in Packed.
func readLog(tx *bbolt.Tx, _, value []byte) (crawlers.Record, error) {
	r, picks, err := decodeLog(value)
	if err != nil {
		return nil, err
	}
	switch r := r.(type) {
	case crawlers.Asked:
		for id := r.FirstID; id < r.FirstID+picks; id++ {
			p, err := readPick(tx, id)
			if err != nil {
				return nil, err
			}
			r.Picks = append(r.Picks, p)
		}
		return r, nil
	case crawlers.Ended:
		seq := number(r.Seq)
		e, err := ended(tx, seq)
		e.Judgement = "" // the log tells of it where it was given
		if err == nil && e.Kind == crawlers.KindOK {
			e.Packed = bytes.Clone(tx.Bucket(bucketPages).Get(seq))
		}
		return e, err
	}
	return r, nil
}
