package storage

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain lets the test binary serve as the child process of tests that need one to kill or to limit.
func TestMain(m *testing.M) {
	if job := children[os.Getenv(childJob)]; job != nil {
		job(os.Getenv(childDir))
		return
	}
	goleak.VerifyTestMain(m)
}

// childJob and childDir are the environment variables that tell a child process what to do, and in which folder.
const (
	childJob = "ORBWEAVER_TEST_CHILD"
	childDir = "ORBWEAVER_TEST_DIR"
)

var children = map[string]func(dir string){}
