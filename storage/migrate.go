package storage

import (
	"fmt"

	"go.etcd.io/bbolt"
)

// format is the version of the file's layout. Files of older versions are migrated, newer ones refused.
//
//	1  the first
//	2  marks: the bucket of that name, and records of them in the log
//	3  packed answers of version 2: with what was asked, and what the server has confirmed
const format = 3

// migrate brings the file to the present format. One that is damaged is left to load.
func (s *Store) migrate() error {
	var from uint64
	err := s.view(func(tx *bbolt.Tx) (err error) {
		if b := tx.Bucket(bucketMeta); b != nil {
			from, err = decodeFormat(b.Get(metaFormat))
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case from > format:
		return fmt.Errorf("format %d: %w", from, ErrNewer)
	case from == 0 || from == format:
		return nil
	case s.readOnly:
		return fmt.Errorf("a session of an older version of Orbweaver must be opened once where it can be written to: %w", ErrReadOnly)
	}
	return s.update(func(tx *bbolt.Tx) error {
		if _, err := tx.CreateBucketIfNotExists(bucketMarks); err != nil {
			return err
		}
		return tx.Bucket(bucketMeta).Put(metaFormat, number(format))
	})
}
