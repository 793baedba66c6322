package race

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"

	"orbweaver/crawlers/fetch"
)

// spool keeps answers in a file that lasts as long as the race: in memory there is only where they lie. They are compressed
// as the sessions' are, so that the file takes about as much as what the contestants themselves keep of the same pages;
// when the disk fills up, it is their crawls that wait (session.Session). It may be used concurrently.
type spool struct {
	file   *os.File
	pack   *zstd.Encoder
	unpack *zstd.Decoder

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
	left, _ := fs.Glob(os.DirFS(dir), spoolName) // the pattern is a good one
	for _, name := range left {
		_ = os.Remove(filepath.Join(dir, name)) // it can not be removed while another race uses it
	}
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(1<<17), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("preparing to compress the pages that contestants share: %w", err)
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("preparing to read the pages that contestants share: %w", err)
	}
	file, err := os.CreateTemp(dir, spoolName)
	if err != nil {
		return nil, fmt.Errorf("a race needs a file for the pages that its contestants share: %w", err)
	}
	_ = os.Remove(file.Name()) // close does where this can not
	return &spool{file: file, pack: pack, unpack: unpack}, nil
}

func (s *spool) put(r *fetch.Response) (place, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(r); err != nil {
		return place{}, fmt.Errorf("keeping %s for the other contestants: %w", r.URL, err)
	}
	packed := s.pack.EncodeAll(b.Bytes(), nil)
	s.mu.Lock()
	p := place{s.size, int64(len(packed))}
	s.size += p.length
	s.mu.Unlock()
	if _, err := s.file.WriteAt(packed, p.at); err != nil {
		return place{}, fmt.Errorf("keeping %s for the other contestants: %w", r.URL, err)
	}
	return p, nil
}

func (s *spool) get(p place) (*fetch.Response, error) {
	r, err := s.read(p)
	if err != nil {
		return nil, fmt.Errorf("reading a page that another contestant has fetched: %w", err)
	}
	return r, nil
}

func (s *spool) read(p place) (*fetch.Response, error) {
	packed := make([]byte, p.length)
	if _, err := s.file.ReadAt(packed, p.at); err != nil {
		return nil, err
	}
	text, err := s.unpack.DecodeAll(packed, nil)
	if err != nil {
		return nil, err
	}
	r := &fetch.Response{}
	return r, gob.NewDecoder(bytes.NewReader(text)).Decode(r)
}

// close removes the file.
func (s *spool) close() error {
	s.unpack.Close()
	err := errors.Join(s.pack.Close(), s.file.Close())
	if removed := os.Remove(s.file.Name()); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}
