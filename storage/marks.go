package storage

import (
	"bytes"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"orbweaver/crawlers"
)

// Marks yields the committed judgements that stand now, in the order of the history. Page and Answer are not filled in.
func (s *Store) Marks() iter.Seq2[crawlers.Marked, error] {
	return scan(s, bucketMarks, nil, func(_ *bbolt.Tx, _, value []byte) (m crawlers.Marked, err error) {
		return m, unsealJSON(sealMarked, value, &m)
	})
}

// putMarked keeps a judgement as the one that stands, or removes the one that stood, and returns what the log keeps.
func (f *file) putMarked(m crawlers.Marked) ([]byte, error) {
	seq := number(m.Seq)
	if f.pages.Get(seq) == nil {
		return nil, fmt.Errorf("internal error: a mark of outcome %d, which has no page", m.Seq)
	}
	value, err := sealJSON(sealMarked, m)
	if err != nil {
		return nil, err
	}
	if m.Judgement == crawlers.Unmarked {
		return value, f.marks.Delete(seq)
	}
	return value, f.marks.Put(seq, value)
}

// judgement is the one that stands of an outcome; "" without any.
func judgement(tx *bbolt.Tx, seq []byte) (crawlers.Judgement, error) {
	value := tx.Bucket(bucketMarks).Get(seq)
	if value == nil {
		return "", nil
	}
	var m crawlers.Marked
	err := unsealJSON(sealMarked, value, &m)
	return m.Judgement, err
}

// answer is what the server sent for an outcome.
func (s *Store) answer(seq uint64) (*crawlers.Answer, error) {
	var packed []byte
	err := s.view(func(tx *bbolt.Tx) error {
		packed = bytes.Clone(tx.Bucket(bucketPages).Get(number(seq)))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return unpack(packed, s.usual)
}
