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
	if err := os.MkdirAll(s.dir, 0o755); err != nil { // #nosec G301 -- results are files like any others of the user's: the umask says who may read them
		return s, fmt.Errorf("the folder of the results can not be made: %w", err)
	}
	return s, nil
}

// name is the file of a crawl.
func (s store) name(key string) string { return filepath.Join(s.dir, key+".json") }

// read fills in the crawl of a key, and says whether there is one that is whole.
func (s store) read(key string, c kept) bool {
	text, err := os.ReadFile(s.name(key))
	return err == nil && json.Unmarshal(text, c) == nil && c.isWhole(key)
}

// kept is what a store keeps.
type kept interface{ isWhole(key string) bool }

// write keeps a crawl; the error is an unkept.
func (s store) write(key string, c kept) error {
	text, err := json.Marshal(c)
	if err != nil {
		return unkept{fmt.Errorf("keeping a crawl: %w", err)}
	}
	if err := writeFile(s.name(key), text); err != nil {
		return unkept{err}
	}
	return nil
}

// unkept is the error of a result that could not be written: the disk is full, or the folder is gone.
type unkept struct{ error }

func (u unkept) Unwrap() error { return u.error }

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
