package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"
)

// What can be wrong with a session or its folder. The texts are written for the user and say what to do; the errors
// that carry them name the session too.
var (
	ErrNotFound = errors.New("there is no such session")
	ErrNoPage   = errors.New("the session has no such page")
	ErrInUse    = errors.New("the session is open in another window or program: close it there, then try again")
	ErrDamaged  = errors.New("the session's file is damaged: delete the session, or put back a copy of the file; other sessions are not affected")
	ErrNewer    = errors.New("the session was written by a newer version of Orbweaver: open it with that version")
	ErrReadOnly = errors.New("no permission to write there: allow Orbweaver to, or choose another data folder")
	ErrNoSpace  = errors.New("there is no space left on the disk: free some, then resume; everything saved so far can still be read")
	ErrClosed   = errors.New("the session is closed")
)

// explain puts the sentinel that fits in front of an error of the operating system or of bbolt.
func explain(err error) error {
	switch {
	case err == nil:
		return nil
	case isNoSpace(err):
		return fmt.Errorf("%w (%w)", ErrNoSpace, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w (%w)", ErrReadOnly, err)
	case errors.Is(err, berrors.ErrTimeout):
		return ErrInUse
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return ErrClosed
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return err
}

// isNoSpace says whether the disk, the user's quota or the largest size of a file is used up. bbolt formats some of
// these errors into its own text and loses their identity, so the text counts too.
func isNoSpace(err error) bool {
	for _, full := range diskFull {
		if errors.Is(err, full) || strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return false
}

// damaged is an ErrDamaged with what was found.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w (%w)", ErrDamaged, fmt.Errorf(format, args...))
}
