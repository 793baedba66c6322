package storage

import "golang.org/x/sys/windows"

// freeSpace is how many bytes a user may still write to the disk that a folder is on.
func freeSpace(dir string) (uint64, error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	return free, err
}
