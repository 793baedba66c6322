package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// maxSummary is more than any summary takes; a longer file is none.
const maxSummary = 1 << 20

// readSummary reads a summary file.
func readSummary(path string) (Summary, error) {
	var s Summary
	info, err := os.Stat(path)
	if err != nil {
		return s, err
	}
	if info.Size() > maxSummary || !info.Mode().IsRegular() {
		return s, errors.New("it is no summary")
	}
	data, err := os.ReadFile(path) // #nosec G304 -- in the folder of sessions; IDs hold no separators (isID)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("it does not decode: %w", err)
	}
	return s, nil
}

// writeSummary replaces a summary file: readers see the old one or the new one, whole, whatever happens meanwhile.
func writeSummary(path string, s Summary) error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	temp := path + tempSuffix
	err = writeSynced(temp, append(data, '\n'))
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return errors.Join(explain(err), removeIfThere(temp))
	}
	return syncDir(filepath.Dir(path))
}

func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) // #nosec G304 -- in the folder of sessions; IDs hold no separators (isID)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Sync(); err != nil {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}

// syncDir makes a rename in the folder survive a loss of power.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // Windows syncs no folders and keeps their entries in a journal
	}
	d, err := os.Open(dir) // #nosec G304 -- in the folder of sessions; IDs hold no separators (isID)
	if err != nil {
		return explain(err)
	}
	return explain(errors.Join(d.Sync(), d.Close()))
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
