package papers

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// spec reads a spec beside the plan, and puts the fields of a reduced run in the place of its own unless the run is full.
func spec[S any](p Plan, name string, reduced []byte, full bool, read func(io.Reader) (S, error), check func(S) error) (s S, err error) {
	file, err := os.Open(filepath.Join(p.folder, name)) // #nosec G304 -- the user names the folder
	if err != nil {
		return s, fmt.Errorf("the spec can not be read: %w", err)
	}
	defer file.Close()
	if s, err = read(file); err != nil {
		return s, fmt.Errorf("the spec %s: %w", name, err)
	}
	if full || reduced == nil {
		return s, nil
	}
	if err := strictly(reduced, &s); err != nil {
		return s, fmt.Errorf("its reduced fields: %w", err)
	}
	if err := check(s); err != nil {
		return s, fmt.Errorf("its reduced fields: %w", err)
	}
	return s, nil
}
