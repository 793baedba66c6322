package race

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
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

func newSpool() (*spool, error) {
	file, err := os.CreateTemp("", "orbweaver-race-*")
	if err != nil {
		return nil, fmt.Errorf("a race needs a file for the pages that its contestants share: %w", err)
	}
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
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
