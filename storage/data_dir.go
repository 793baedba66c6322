package storage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// DefaultDir is where sessions live when the user names no other folder: Orbweaver's own folder under what the platform
// provides for programs' data. It need not exist yet.
func DefaultDir() (string, error) {
	home, err := os.UserHomeDir()
	dir := dataDir(runtime.GOOS, os.Getenv, home)
	if dir == "" {
		return "", fmt.Errorf("no folder for data found: name one with --data (%w)", errors.Join(err, errors.New("no home directory")))
	}
	return dir, nil
}

// dataDir is DefaultDir for any platform; empty when it has no place.
func dataDir(goos string, env func(string) string, home string) string {
	switch {
	case goos == "windows" && env("LocalAppData") != "":
		return filepath.Join(env("LocalAppData"), "Orbweaver")
	case goos == "windows" && home != "":
		return filepath.Join(home, "AppData", "Local", "Orbweaver")
	case goos == "darwin" && home != "":
		return filepath.Join(home, "Library", "Application Support", "Orbweaver")
	case filepath.IsAbs(env("XDG_DATA_HOME")): // the XDG specification has relative paths ignored
		return filepath.Join(env("XDG_DATA_HOME"), "orbweaver")
	case home != "":
		return filepath.Join(home, ".local", "share", "orbweaver")
	}
	return ""
}
