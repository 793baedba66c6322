package race

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"orbweaver/crawlers/fetch"
)

// spool keeps answers in a file that lasts as long as the race: in memory there is only where they lie. It may be used
// concurrently.
type spool struct {
	file *os.File

	mu   sync.Mutex
	size int64
}

// place is where an answer lies in a spool.
type place struct{ at, length int64 }

// spoolName is the pattern of the files' names.
const spoolName = ".race-*.tmp"

// newSpool makes a file in a folder, and takes away those that killed programs have left there. Where the system can remove
// a file that is open, it has no name from the beginning.
func newSpool(dir string) (*spool, error) {
	left, _ := filepath.Glob(filepath.Join(dir, spoolName)) // the pattern is a good one
	for _, name := range left {
		_ = os.Remove(name) // it can not be removed while another race uses it
	}
	file, err := os.CreateTemp(dir, spoolName)
	if err != nil {
		return nil, fmt.Errorf("a race needs a file for the pages that its contestants share: %w", err)
	}
	_ = os.Remove(file.Name()) // close does where this can not
	return &spool{file: file}, nil
}

func (s *spool) put(r *fetch.Response) (place, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(r); err != nil {
		return place{}, fmt.Errorf("keeping %s for the other contestants: %w", r.URL, err)
	}
	s.mu.Lock()
	p := place{s.size, int64(b.Len())}
	s.size += p.length
	s.mu.Unlock()
	if _, err := s.file.WriteAt(b.Bytes(), p.at); err != nil {
		return place{}, fmt.Errorf("keeping %s for the other contestants: %w", r.URL, err)
	}
	return p, nil
}

func (s *spool) get(p place) (*fetch.Response, error) {
	r := &fetch.Response{}
	if err := gob.NewDecoder(io.NewSectionReader(s.file, p.at, p.length)).Decode(r); err != nil {
		return nil, fmt.Errorf("reading a page that another contestant has fetched: %w", err)
	}
	return r, nil
}

// close removes the file.
func (s *spool) close() error {
	err := s.file.Close()
	if removed := os.Remove(s.file.Name()); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}
