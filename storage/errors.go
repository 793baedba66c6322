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
	case isOneOf(err, diskFull):
		return fmt.Errorf("%w (%w)", ErrNoSpace, err)
	case errors.Is(err, fs.ErrPermission), isOneOf(err, forbidden):
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

// forbidden are the system's errors when a file may not be written to, or not any more.
var forbidden = []syscall.Errno{syscall.EROFS, syscall.EPERM, syscall.EACCES}

// isOneOf says whether an error is one of the system's, such as those of a full disk. bbolt formats some of these into its
// own text and loses their identity, so the text counts too.
func isOneOf(err error, known []syscall.Errno) bool {
	for _, one := range known {
		if errors.Is(err, one) || strings.Contains(err.Error(), one.Error()) {
			return true
		}
	}
	return false
}

// damaged is an ErrDamaged with what was found.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w (%w)", ErrDamaged, fmt.Errorf(format, args...))
}
