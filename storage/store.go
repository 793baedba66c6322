package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
)

// The buckets of a session's file. Numbers are big-endian, so that their order is that of the bytes.
var (
	bucketMeta     = []byte("meta")     // metaFormat, metaSession, metaTally, and what Put keeps
	bucketLog      = []byte("log")      // record number → sealed record: what replay needs, in order
	bucketPicks    = []byte("picks")    // pick number → sealed Pick
	bucketHistory  = []byte("history")  // sequence number → sealed Ended
	bucketPages    = []byte("pages")    // sequence number → packed Answer
	bucketNames    = []byte("names")    // MD5 name of a canonical URL → sequence number
	bucketHits     = []byte("hits")     // score (the best first), sequence number → nothing
	bucketMarks    = []byte("marks")    // sequence number → sealed Marked: the judgements that stand
	bucketFailures = []byte("failures") // kind → count
)

var buckets = [][]byte{bucketMeta, bucketLog, bucketPicks, bucketHistory, bucketPages, bucketNames, bucketHits, bucketMarks, bucketFailures}

// Keys of bucketMeta.
var (
	metaFormat  = []byte("format")
	metaSession = []byte("session")
	metaModel   = []byte("model") // absent without one
	metaTally   = []byte("tally")
)

// keptPrefix stands before the keys of what Put keeps.
const keptPrefix = "kept/"

// lockTimeout is how long opening waits for another program to let go of a file: long enough for one that only looks
// whether it is held.
const lockTimeout = 250 * time.Millisecond

// Store is an open session file. No other program can open it meanwhile. All methods may be called from any goroutine,
// but not after Close.
type Store struct {
	id   string
	path string // of the session's file
	db   *bbolt.DB

	readOnly bool   // the file may not be written to
	usual    string // meta.Request

	mu    sync.Mutex // guards what follows
	meta  Meta
	tally Tally
	state string // as the summary shows it while the session is held; empty = as the tally says

	writer *writer

	saving   sync.Mutex // held while the summary file is written
	changing sync.Mutex // held while the meta is changed
}

// openStore opens an existing session file after checking that nothing in it can break bbolt. One that may not be written
// to is opened for reading.
func openStore(id, path string) (*Store, error) {
	if err := checkBeforeOpen(path); err != nil {
		return nil, err
	}
	db, err := openBolt(path, false, lockTimeout)
	readOnly := errors.Is(err, ErrReadOnly)
	if readOnly {
		db, err = openBolt(path, true, lockTimeout)
	}
	if err != nil {
		return nil, err
	}
	s := &Store{id: id, path: path, db: db, readOnly: readOnly}
	err = s.migrate()
	if err == nil {
		err = s.load()
	}
	if err != nil {
		_ = db.Close() // nothing was written that matters
		return nil, err
	}
	if readOnly {
		s.writer = deadWriter(ErrReadOnly)
	} else {
		s.writer = startWriter(s)
	}
	return s, nil
}

// openBolt opens bbolt with our options. bbolt panics on damage; that becomes an error.
func openBolt(path string, readOnly bool, timeout time.Duration) (db *bbolt.DB, err error) {
	defer guard(&err)()
	var file *os.File
	defer func() {
		if db == nil && file != nil {
			_ = file.Close() // bbolt does so after an error, but not after a panic: the file would stay locked
		}
	}()
	db, err = bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout: timeout, ReadOnly: readOnly, NoFreelistSync: true, FreelistType: bbolt.FreelistMapType,
		OpenFile: func(path string, flag int, mode os.FileMode) (f *os.File, err error) {
			file, err = os.OpenFile(path, flag, mode) // #nosec G304 -- in the folder of sessions; IDs hold no separators (isID)
			return file, err
		},
	})
	if err != nil {
		_, ofFile := errors.AsType[*fs.PathError](err)
		_, ofSystem := errors.AsType[syscall.Errno](err)
		if explained := explain(err); explained != err || ofFile || ofSystem {
			return nil, explained
		}
		return nil, damaged("%w", err) // bbolt's other errors have no type
	}
	db.AllocSize = 4 << 20 // sessions are many and mostly small; bbolt's own 16 MB would be mostly empty
	return db, nil
}

// guard turns panics and faults of bbolt on a damaged file or disk into an error:
//
//	defer guard(&err)()
func guard(err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if broken := recover(); broken != nil {
			*err = damaged("reading it failed: %v", broken)
		}
	}
}

// load reads what the store keeps in memory.
func (s *Store) load() error {
	return s.view(func(tx *bbolt.Tx) error {
		for _, name := range buckets {
			if tx.Bucket(name) == nil {
				return damaged("its part %q is missing", name)
			}
		}
		b := tx.Bucket(bucketMeta)
		err := unsealJSON(sealMeta, b.Get(metaSession), &s.meta)
		if err == nil {
			s.meta.Model, err = readModel(b.Get(metaModel))
		}
		if err == nil {
			s.usual = s.meta.Request
			s.tally, err = readTally(tx)
		}
		return err
	})
}

// readModel copies the family's file; nil = there is none.
func readModel(value []byte) ([]byte, error) {
	if value == nil {
		return nil, nil
	}
	what, model, err := unseal(value)
	if err == nil && what != sealModel {
		err = damaged("a record of sort %q stands where the crawler's file belongs", what)
	}
	return bytes.Clone(model), err
}

func decodeFormat(value []byte) (uint64, error) {
	if len(value) != 8 {
		return 0, damaged("it has no format version")
	}
	return binary.BigEndian.Uint64(value), nil
}

func readTally(tx *bbolt.Tx) (Tally, error) {
	t := Tally{Failures: map[string]int{}}
	if err := unsealJSON(sealTally, tx.Bucket(bucketMeta).Get(metaTally), &t); err != nil {
		return t, err
	}
	err := tx.Bucket(bucketFailures).ForEach(func(kind, count []byte) error {
		if len(count) != 8 {
			return damaged("the count of failures %q", kind)
		}
		n := binary.BigEndian.Uint64(count)
		if n > math.MaxInt32 { // far more than there can be outcomes
			return damaged("the count of failures %q", kind)
		}
		t.Failures[string(kind)] = int(n)
		return nil
	})
	return t, err
}

// create makes a new session file at path. The file appears there complete or not at all.
func create(path string, m Meta) error {
	temp := path + tempSuffix
	err := removeIfThere(temp)
	if err == nil {
		err = createAt(temp, m)
	}
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = removeIfThere(temp) // the first error is the one that matters
		return explain(err)
	}
	return nil
}

func createAt(path string, m Meta) (err error) {
	db, err := openBolt(path, false, lockTimeout)
	if err != nil {
		return err
	}
	defer func() {
		if closed := db.Close(); err == nil {
			err = closed
		}
	}()
	return db.Update(func(tx *bbolt.Tx) error {
		for _, name := range buckets {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		if err := tx.Bucket(bucketMeta).Put(metaFormat, number(format)); err != nil {
			return err
		}
		if err := putMeta(tx, m); err != nil {
			return err
		}
		if m.Model != nil {
			if err := tx.Bucket(bucketMeta).Put(metaModel, seal(sealModel, m.Model)); err != nil {
				return err
			}
		}
		return putTally(tx, Tally{})
	})
}

func putMeta(tx *bbolt.Tx, m Meta) error {
	value, err := sealJSON(sealMeta, m)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketMeta).Put(metaSession, value)
}

func putTally(tx *bbolt.Tx, t Tally) error {
	value, err := sealJSON(sealTally, t)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketMeta).Put(metaTally, value)
}

// number is n as a key or value.
func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// view reads in one transaction. It must be short: the file can not grow meanwhile.
func (s *Store) view(read func(*bbolt.Tx) error) (err error) {
	defer guard(&err)()
	return explain(s.db.View(read))
}

// update writes in one transaction.
func (s *Store) update(write func(*bbolt.Tx) error) (err error) {
	defer guard(&err)()
	return explain(s.db.Update(write))
}

// ID is the session's identity: the name of its files without the ending.
func (s *Store) ID() string { return s.id }

// Meta returns what the session is. Its slices and maps must not be changed.
func (s *Store) Meta() Meta {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.meta
}

// Tally returns how far the session has come, as far as it is committed.
func (s *Store) Tally() Tally {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tally.clone()
}

// Summary returns the session as lists show it.
func (s *Store) Summary() Summary {
	size := int64(0)
	if info, err := os.Stat(s.path); err == nil {
		size = info.Size()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := summarise(s.id, s.meta, s.tally, size)
	if s.state != "" {
		sum.State = s.state
	}
	return sum
}

// SaveSummary writes the summary file. state is what lists show while the session is held (StateRunning, StatePaused);
// empty leaves it to what the records say.
func (s *Store) SaveSummary(state string) error {
	s.mu.Lock()
	s.state = state
	s.mu.Unlock()
	s.saving.Lock()
	defer s.saving.Unlock()
	if err := writeSummary(summaryPath(s.path), s.Summary()); err != nil {
		return fmt.Errorf("save the summary of session %s: %w", s.id, err)
	}
	return nil
}

// summaryPath is where the summary of the session file at path lies.
func summaryPath(path string) string { return strings.TrimSuffix(path, sessionSuffix) + summarySuffix }

// Change lets change alter what the session is, and makes that durable. The session's ID stays.
func (s *Store) Change(ctx context.Context, change func(*Meta)) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	m := s.Meta()
	change(&m)
	if err := s.edit(ctx, func(tx *bbolt.Tx) error { return putMeta(tx, m) }); err != nil {
		return err
	}
	s.mu.Lock()
	s.meta = m
	state := s.state
	s.mu.Unlock()
	return s.SaveSummary(state)
}

// Put keeps a value under a name of the caller's, beside the records, until it is put again.
func (s *Store) Put(ctx context.Context, name string, value any) error {
	sealed, err := sealJSON(sealKept, value)
	if err != nil {
		return fmt.Errorf("keep %s of session %s: %w", name, s.id, err)
	}
	return s.edit(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketMeta).Put([]byte(keptPrefix+name), sealed)
	})
}

// Get decodes into what Put has kept under the name, and says whether there was anything.
func (s *Store) Get(name string, into any) (found bool, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		value := tx.Bucket(bucketMeta).Get([]byte(keptPrefix + name))
		found = value != nil
		if !found {
			return nil
		}
		return unsealJSON(sealKept, value, into)
	})
	return found, err
}

// Close commits what is queued, writes the summary and lets go of the file. A session that can not be written to has
// nothing to commit: it is just let go. Its error is the first that occurred; that
// of a commit, be it an earlier one, means that what Append took since then is lost.
func (s *Store) Close() error {
	if s.readOnly {
		return s.db.Close()
	}
	err := s.currentWriter().stop()
	if errors.Is(err, ErrClosed) {
		return err
	}
	if saved := s.SaveSummary(""); err == nil {
		err = saved
	}
	if closed := s.db.Close(); err == nil {
		err = closed
	}
	return err
}

// Free is how many bytes may still be written to the disk that the session is on.
func (s *Store) Free() (uint64, error) {
	free, err := freeSpace(filepath.Dir(s.path))
	if err != nil {
		return 0, fmt.Errorf("free space of %s: %w", filepath.Dir(s.path), err)
	}
	return free, nil
}
