package storage

import "syscall"

// diskFull are the errors with which writing fails for want of space: ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL and
// ERROR_DISK_QUOTA_EXCEEDED.
var diskFull = []syscall.Errno{39, 112, 1295}
