package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// A log is begun anew before it grows beyond this size, and so many old ones are kept beside it: FILE.1 is the youngest.
const (
	logSize = 10 << 20
	oldLogs = 3
)

// LogFile is a file for a log, which never grows without end. Its methods may be called from any goroutine.
type LogFile struct {
	mu    sync.Mutex
	path  string
	limit int64
	file  *os.File
	size  int64
	tryAt int64 // the size at which it is tried again to begin the file anew; 0 = that has not failed
}

// OpenLogFile opens a log to write at its end; it is made if it is not there.
func OpenLogFile(path string) (*LogFile, error) {
	f := &LogFile{path: path, limit: logSize}
	if err := f.open(); err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return f, nil
}

func (f *LogFile) open() error {
	file, err := os.OpenFile(f.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	f.file, f.size = file, info.Size()
	return nil
}

// Write writes a line, to a new file if this one would become too large. Where old files can not be moved out of the way,
// no line is lost for it: the file goes on growing, and moving is tried again after as much again.
func (f *LogFile) Write(line []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.size > 0 && f.size+int64(len(line)) > max(f.limit, f.tryAt) {
		if err := f.anew(); err != nil {
			return 0, fmt.Errorf("log: %w", err)
		}
	}
	n, err := f.file.Write(line)
	f.size += int64(n)
	return n, err
}

// anew makes the file the youngest of the old ones.
func (f *LogFile) anew() error {
	_ = f.file.Close() // its lines are written; whatever is wrong with it, the next need a file
	f.tryAt = 0
	for n := oldLogs - 1; n >= 0; n-- {
		if err := os.Rename(f.old(n), f.old(n+1)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			f.tryAt = f.size + f.limit
			break
		}
	}
	return f.open()
}

// old is the name of an old log; 0 is the log itself.
func (f *LogFile) old(n int) string {
	if n == 0 {
		return f.path
	}
	return fmt.Sprintf("%s.%d", f.path, n)
}

// Close closes the file.
func (f *LogFile) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.file.Close()
}
