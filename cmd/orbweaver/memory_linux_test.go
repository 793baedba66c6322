package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// TestMemory lets the real window crawl all of wikispeedia, which one can reach from a page of it, and looks at the most
// memory that the program held.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole crawl in the window")
	}
	const limit = 350 << 10 // KiB: the bound with a window
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = "../../../shared/corpora"
	}
	pages, err := corpus.Folder(filepath.Join(dir, "wikispeedia"))
	if err != nil {
		t.Skipf("needs the corpora: %v", err)
	}
	defer pages.Close()
	web, err := corpus.Serve(t.Context(), pages, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()

	d := newDesk(t)
	d.prepare("http://" + web.Addr() + "/wiki/Sun.html")
	p := d.start()
	d.waitTitle("Orbweaver")
	d.reopen("solar system planets")
	d.key("ctrl+Return")
	d.wait("the whole crawl", func() bool { return d.summary().State == "finished" })
	done, used := d.summary(), peak(t, p.Process.Pid)
	t.Logf("%d pages, at most %d MiB", done.Pages, used>>10)
	if done.Pages < 4000 || used > limit {
		t.Errorf("%d pages with %d KiB, want over 4,000 with at most %d", done.Pages, used, limit)
	}
	d.quit(p)
}

// prepare makes the session that the window is to run.
func (d *desk) prepare(seed string) {
	d.t.Helper()
	library, err := session.OpenLibrary(filepath.Join(d.dir, "data"))
	if err != nil {
		d.t.Fatal(err)
	}
	settings := engine.Default()
	settings.Pages, settings.MaxBuffer, settings.Delay = 4604, 5000, 0
	s, err := library.Create(session.Spec{Keywords: "solar system planets", Seeds: []string{seed}, Family: "best-first", Settings: settings})
	if err != nil {
		d.t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		d.t.Fatal(err)
	}
}

// peak is the most memory a process has held, in KiB.
func peak(t *testing.T, pid int) (kib int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib
}
