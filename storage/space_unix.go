//go:build unix

package storage

import "golang.org/x/sys/unix"

// freeSpace is how many bytes a user may still write to the disk that a folder is on.
func freeSpace(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil // #nosec G115 -- the size of a block, which is signed on some systems
}
