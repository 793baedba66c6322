package main

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestMemory crawls all of wikispeedia in a process of its own and looks at the most memory that it held.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole crawl")
	}
	const limit = 150 << 10 // KiB: the bound without a window
	web := wikispeedia(t)
	data := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "--data", data, "crawl", "--quiet", "--json", "--keywords", "solar system planets",
		"--seed", "http://"+web.Addr()+"/wiki/Sun.html", "--delay", "0", "--pages", "0", "--buffer", "5000", "--family", "best-first")
	cmd.Env = append(os.Environ(), asProgram+"=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var done sittingLine
	ran{out: string(out)}.answer(t, &done)
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	t.Logf("%d pages in %.1f s, at most %d MiB", done.Pages, done.Seconds, used>>10)
	if done.Pages < 4000 || used > limit {
		t.Errorf("%d pages with %d KiB, want over 4,000 with at most %d", done.Pages, used, limit)
	}
}
