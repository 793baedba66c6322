package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestMemory crawls all of wikispeedia in a process of its own and looks at the most memory that it held.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole crawl")
	}
	const limit = 150 << 10 // KiB: the bound without a window
	web := wikispeedia(t)
	data := t.TempDir()
	var out bytes.Buffer
	cmd := exec.CommandContext(t.Context(), os.Args[0], "--data", data, "crawl", "--quiet", "--json", "--keywords", "solar system planets",
		"--seed", "http://"+web.Addr()+"/wiki/Sun.html", "--delay", "0", "--pages", "0", "--buffer", "5000", "--family", "best-first")
	cmd.Env, cmd.Stdout = append(os.Environ(), asProgram+"=1"), &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	used := mostMemory(t, cmd.Process.Pid, ended)
	var done sittingLine
	ran{out: out.String()}.answer(t, &done)
	t.Logf("%d pages in %.1f s, at most %d MiB", done.Pages, done.Seconds, used>>10)
	if done.Pages < 4000 || used == 0 || used > limit {
		t.Errorf("%d pages with %d KiB, want over 4,000 with at most %d", done.Pages, used, limit)
	}
}

// mostMemory is the most memory that a process has held until it ended, in KiB. The kernel's count for ended processes
// would not do: it begins with what the process that started it held, and that is these tests.
func mostMemory(t *testing.T, pid int, ended <-chan error) (most int) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			return most
		case <-look.C:
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // gone when the process has just ended
			var now int
			if _, field, ok := bytes.Cut(status, []byte("VmHWM:")); ok {
				_, _ = fmt.Sscan(string(field), &now)
			}
			most = max(most, now)
		}
	}
}
