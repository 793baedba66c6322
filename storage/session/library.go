package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"orbweaver/storage"
)

// Summary is a session in a list.
type Summary = storage.Summary

// Library is a folder of sessions. Its methods may be called from any goroutine, and several programs may share it.
type Library struct {
	folder *storage.Folder
	log    *slog.Logger
}

// OpenLibrary opens the folder, which is made if it is not there; "" is the user's own (storage.DefaultDir). The error
// says why sessions can not be kept there.
func OpenLibrary(dir string) (*Library, error) {
	if dir == "" {
		var err error
		if dir, err = storage.DefaultDir(); err != nil {
			return nil, err
		}
	}
	folder, err := storage.OpenFolder(dir)
	if err != nil {
		return nil, err
	}
	return &Library{folder, slog.New(slog.DiscardHandler)}, nil
}

// LogTo has everything that happens to the sessions which are created or opened from now on written to a log: sittings
// and what ended them at level Info, links that led nowhere too, pages at Debug, what needs the user at Warn and Error.
func (l *Library) LogTo(log *slog.Logger) { l.log = log }

// Dir is where the folder is.
func (l *Library) Dir() string { return l.folder.Dir() }

// List returns all sessions, newest first, without opening any. One that is damaged is listed with a Problem.
func (l *Library) List() ([]Summary, error) { return l.folder.List() }

// Create makes a new session and opens it. The whole Spec is checked before anything is written; an error of it is a
// *SpecError.
func (l *Library) Create(spec Spec) (*Session, error) {
	cfg, err := spec.config()
	if err != nil {
		return nil, err
	}
	meta, err := spec.meta(cfg)
	if err != nil {
		return nil, err
	}
	store, err := l.folder.Create(meta)
	if err != nil {
		return nil, err
	}
	return newSession(l, store, spec), nil
}

// Open opens the session that is meant by an ID, or by the beginning of exactly one. Nobody else can open it meanwhile
// (storage.ErrInUse).
func (l *Library) Open(id string) (*Session, error) {
	store, err := l.folder.Open(id)
	if err != nil {
		return nil, err
	}
	spec, err := specOf(store.Meta())
	if err != nil {
		_ = store.Close() // nothing was written
		return nil, fmt.Errorf("open session %s: %w", id, err)
	}
	return newSession(l, store, spec), nil
}

// Delete removes a session for good; one that is open is not (storage.ErrInUse).
func (l *Library) Delete(id string) error { return l.folder.Delete(id) }

// Rename gives a session that is not open another name; its ID stays.
func (l *Library) Rename(id, name string) error {
	store, err := l.folder.Open(id)
	if err != nil {
		return err
	}
	return errors.Join(rename(store, name), store.Close())
}

func rename(store *storage.Store, name string) error {
	return store.Change(context.Background(), func(m *storage.Meta) { m.Name = name })
}

// Check reads the whole of a session that is not open, and returns what is wrong with it.
func (l *Library) Check(id string) ([]storage.Problem, error) { return l.folder.Check(id) }
