package lab

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// store keeps the finished crawls of an experiment, each in a file of its own, so that an experiment that was stopped
// goes on where it was.
type store struct{ dir string }

func openStore(out string) (store, error) {
	s := store{filepath.Join(out, "crawls")}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return s, fmt.Errorf("the folder of the results can not be made: %w", err)
	}
	return s, nil
}

// name is the file of a crawl.
func (s store) name(key string) string { return filepath.Join(s.dir, key+".json") }

// read returns the crawl of a key; nil when there is none, or none that is whole.
func (s store) read(key string) *Crawl {
	text, err := os.ReadFile(s.name(key))
	if err != nil {
		return nil
	}
	var c Crawl
	if json.Unmarshal(text, &c) != nil || c.Key != key || len(c.Pages) != len(c.Cost) || len(c.Pages) != len(c.Canonical) || len(c.Pages) != len(c.Similarity) {
		return nil // made anew
	}
	return &c
}

// write keeps a crawl.
func (s store) write(c *Crawl) error {
	text, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("keeping a crawl: %w", err)
	}
	return writeFile(s.name(c.Key), text)
}

// writeFile writes a file that is there as a whole or not at all.
func writeFile(name string, content []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("writing %s: %w", name, err)
			if gone := os.Remove(file.Name()); !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}()
	_, err = file.Write(content)
	if err = cmp.Or(err, file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// keyOf names whatever a crawl depends on.
func keyOf(parts ...any) (string, error) {
	text, err := json.Marshal(parts)
	if err != nil {
		return "", fmt.Errorf("naming a crawl: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), nil
}
