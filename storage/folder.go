package storage

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"orbweaver/crawlers"
)

// A session with the ID x is the file x.orb and its summary x.json. What ends in .tmp besides is being written, or was
// when its program was killed.
const (
	sessionSuffix = ".orb"
	summarySuffix = ".json"
	tempSuffix    = ".tmp"
)

// Folder is a folder of sessions. Its methods may be called from any goroutine, and several programs may share it.
type Folder struct {
	dir string
}

// OpenFolder makes the folder if it is not there. The error says why sessions can not be kept in it. Of a folder that may
// only be read the sessions can be listed and opened; making one there is ErrReadOnly.
func OpenFolder(dir string) (*Folder, error) {
	if err := prepare(dir); err != nil {
		return nil, fmt.Errorf("data folder %s: %w", dir, explain(err))
	}
	return &Folder{dir: dir}, nil
}

// probeName is the pattern of the files that show whether a folder can be written to.
const probeName = ".writable-*" + tempSuffix

func prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	probe, err := os.CreateTemp(dir, probeName) // permissions alone do not tell: the disk may be read-only
	if err != nil {
		_, unreadable := os.ReadDir(dir)
		if unreadable == nil && (isOneOf(err, diskFull) || errors.Is(explain(err), ErrReadOnly)) {
			return nil // what is there can still be read; writing will say what is wrong
		}
		return err
	}
	err = probe.Close()
	left, _ := filepath.Glob(filepath.Join(dir, probeName)) // this one, and those of programs that were killed here
	for _, name := range left {
		err = errors.Join(err, removeIfThere(name))
	}
	return err
}

// Dir is where the folder is.
func (f *Folder) Dir() string { return f.dir }

func (f *Folder) path(id string) string { return filepath.Join(f.dir, id+sessionSuffix) }

// List returns the summaries of all sessions, newest first, from the summary files alone. A session whose summary can
// not be read, or whose file is missing, is listed with a Problem.
func (f *Folder) List() ([]Summary, error) {
	ids, err := f.ids()
	if err != nil {
		return nil, err
	}
	list := make([]Summary, len(ids))
	for i, id := range ids {
		list[i] = f.summary(id)
	}
	slices.SortStableFunc(list, func(a, b Summary) int {
		return cmp.Or(b.Started.Compare(a.Started), strings.Compare(b.ID, a.ID))
	})
	return list, nil
}

// ids returns the IDs of all sessions of which any file is there, in order.
func (f *Folder) ids() ([]string, error) {
	files, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, fmt.Errorf("data folder %s: %w", f.dir, explain(err))
	}
	var ids []string
	for _, file := range files {
		for _, suffix := range []string{sessionSuffix, summarySuffix} {
			if id, ok := strings.CutSuffix(file.Name(), suffix); ok && isID(id) && !f.isReserved(id, file) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// isReserved says whether a file only keeps an ID for a session that is being made, or was when its program was killed: an
// empty summary without a session.
func (f *Folder) isReserved(id string, file fs.DirEntry) bool {
	info, err := file.Info()
	if err != nil || info.Size() > 0 {
		return false
	}
	_, err = os.Stat(f.path(id))
	return errors.Is(err, fs.ErrNotExist)
}

// isID says whether newID might have made it; other files in the folder are none of ours.
func isID(id string) bool {
	return len(id) >= len("20060102-150405") && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && id[8] == '-'
}

// summary reads one summary file and adds what the session's file tells from outside.
func (f *Folder) summary(id string) Summary {
	path := f.path(id)
	s, err := readSummary(summaryPath(path))
	s.ID = id
	info, missing := os.Stat(path)
	switch {
	case missing != nil:
		s.Problem = "The session's file is missing: delete the session, or put the file back."
		return s
	case err != nil:
		s.State, s.Started, s.Updated = StateStopped, info.ModTime(), info.ModTime()
		s.Problem = fmt.Sprintf("The session's summary can not be read (%v): open the session once to write it again.", err)
	case info.Size() == 0:
		s.Problem = "The session's file is empty: delete the session, or put back a copy of the file."
	case (s.State == StateRunning || s.State == StatePaused) && !held(path):
		s.State = StateInterrupted
	}
	s.Size = info.Size()
	return s
}

// Resolve returns the ID that is meant: an ID, or the beginning of exactly one.
func (f *Folder) Resolve(id string) (string, error) {
	ids, err := f.ids()
	if err != nil {
		return "", err
	}
	if slices.Contains(ids, id) {
		return id, nil
	}
	var matches []string
	for _, known := range ids {
		if id != "" && strings.HasPrefix(known, id) {
			matches = append(matches, known)
		}
	}
	switch {
	case len(matches) == 1:
		return matches[0], nil
	case len(matches) > 1:
		return "", fmt.Errorf("session %q: %w; several begin with that: %s", id, ErrNotFound, strings.Join(matches, ", "))
	case len(ids) == 0:
		return "", fmt.Errorf("session %q: %w: the data folder %s is empty", id, ErrNotFound, f.dir)
	}
	return "", fmt.Errorf("session %q: %w; did you mean %q?", id, ErrNotFound, crawlers.Nearest(id, ids))
}

// Create makes a new session and opens it. On an error no file is left.
func (f *Folder) Create(m Meta) (*Store, error) {
	id, err := f.reserve(m)
	if err != nil {
		return nil, fmt.Errorf("new session in %s: %w", f.dir, explain(err))
	}
	s, err := f.createAs(id, m)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("new session in %s: %w", f.dir, err), f.remove(id))
	}
	return s, nil
}

func (f *Folder) createAs(id string, m Meta) (*Store, error) {
	path := f.path(id)
	if err := create(path, m); err != nil {
		return nil, err
	}
	s, err := openStore(id, path)
	if err != nil {
		return nil, err
	}
	if err := s.SaveSummary(""); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// reserve finds an ID that is free, and takes it by creating its summary file, which only one program can do.
func (f *Folder) reserve(m Meta) (string, error) {
	label := cmp.Or(slug(m.Name), slug(m.Keywords), slug(strings.Join(m.Seeds[:min(1, len(m.Seeds))], "")))
	first := newID(m.Created, label)
	for n := 1; ; n++ {
		id := first
		if n > 1 {
			id = fmt.Sprintf("%s-%d", first, n)
		}
		path := f.path(id)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		file, err := os.OpenFile(summaryPath(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		return id, file.Close()
	}
}

// Open opens the session that is meant (see Resolve) for reading and writing, and for nobody else meanwhile. Where it may
// not be written to it is opened for reading; whatever writes is then ErrReadOnly. Its summary is written again if it
// does not say what the file does.
func (f *Folder) Open(id string) (*Store, error) {
	id, err := f.Resolve(id)
	if err != nil {
		return nil, err
	}
	path := f.path(id)
	s, err := openStore(id, path)
	if err != nil {
		return nil, fmt.Errorf("open session %s: %w", id, err)
	}
	if kept, err := readSummary(summaryPath(path)); err != nil || !kept.agrees(s.Summary()) {
		_ = s.SaveSummary("") // a full or read-only disk is no reason not to show what is there
	}
	return s, nil
}

// Delete removes the session that is meant (see Resolve), and so gives its space back. Damaged sessions can be deleted;
// one that is open can not.
func (f *Folder) Delete(id string) error {
	id, err := f.Resolve(id)
	if err != nil {
		return err
	}
	if held(f.path(id)) {
		return fmt.Errorf("delete session %s: %w", id, ErrInUse)
	}
	if err := f.remove(id); err != nil {
		return fmt.Errorf("delete session %s: %w", id, err)
	}
	return nil
}

func (f *Folder) remove(id string) error {
	path := f.path(id)
	var errs []error
	for _, p := range []string{path + tempSuffix, summaryPath(path) + tempSuffix, summaryPath(path), path} { // the session last: whole until it is gone
		errs = append(errs, removeIfThere(p))
	}
	return explain(errors.Join(errs...))
}
