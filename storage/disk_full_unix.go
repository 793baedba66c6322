//go:build !windows

package storage

import "syscall"

// diskFull are the errors with which writing fails for want of space.
var diskFull = []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
