package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"orbweaver/widgets"
)

// Failures are listed by kind from the status bar, with what can be done about them.
func TestFailuresAreListedWithWhatToDo(t *testing.T) {
	l := &fakeLibrary{during: func(c *fakeCrawl) {
		c.found("http://a.example/", "Coral", 0.5)
		c.failed("http://a.example/calendar/2", "trap", "this pattern of addresses gives nothing new")
		c.failed("http://b.example/", "robots", "")
		c.failed("http://a.example/calendar/3", "trap", "this pattern of addresses gives nothing new")
	}}
	a := openApp(t, l)
	fill(a, "coral", "http://a.example/")
	test.Tap(a.form.start)
	a.pump.turn(0)
	status := statusOf(l.crawls[0].Stats())
	var failed widgets.Fact
	for _, f := range status.Facts {
		if f.Name == "Failed" {
			failed = f
		}
	}
	if len(failed.Details) != 2 || !strings.Contains(failed.Details[0], "2 × looks like a spider trap") {
		t.Fatalf("the status bar says %q", failed.Details)
	}
	a.status.bar.OnDetail(failed, 0)
	got := top(a)
	for _, want := range []string{"Looks like a spider trap", "Traps", "http://a.example/calendar/3", "gives nothing new"} {
		if !strings.Contains(got, want) {
			t.Errorf("the list says %q, without %q", got, want)
		}
	}
	if strings.Contains(got, "b.example") {
		t.Errorf("the list of traps has %q", got)
	}
	a.escape()
	a.showFailures("")
	if got := top(a); !strings.Contains(got, "http://b.example/") || !strings.Contains(got, "What led nowhere") {
		t.Errorf("the list of all says %q", got)
	}
}

// A row has the address under it already, and the list of one kind has that in its heading.
func TestAFailureSaysWhatStandsNowhereElse(t *testing.T) {
	const url = "http://a.example/x"
	for _, tc := range []struct {
		kind, why, alone, among string
	}{
		{"status", url + ": the server refused: 404 Not Found", "404 Not Found", "The server refused: 404 Not Found"},
		{"trap", "this pattern gives nothing new", "this pattern gives nothing new", "Looks like a spider trap: this pattern gives nothing new"},
		{"robots", "", "Robots.txt forbids it", "Robots.txt forbids it"},
	} {
		f := fault{url, tc.kind, tc.why}
		if alone, among := f.title(false), f.title(true); alone != tc.alone || among != tc.among {
			t.Errorf("%s: %q and %q, want %q and %q", tc.kind, alone, among, tc.alone, tc.among)
		}
	}
}

func TestListsInTheSettings(t *testing.T) {
	a := openApp(t, &fakeLibrary{})
	a.drawer.crawl.Set(map[string]string{"private": "192.168.0.0/16, 10.0.0.0/8", "ports": "80 8080", "no-robots": "wiki.example.org"})
	_, s, fault := a.drawer.values()
	if fault != "" || len(s.AllowPrivate) != 2 || len(s.Ports) != 2 || s.Ports[1] != 8080 || s.NoRobotsFor[0] != "wiki.example.org" {
		t.Errorf("%q, %+v", fault, s)
	}
	for name, wrong := range map[string]string{"private": "192.168", "ports": "99999", "no-robots": "http://x.example/"} {
		a.drawer.crawl.Reset()
		a.drawer.crawl.Set(map[string]string{name: wrong})
		if _, _, fault := a.drawer.values(); fault == "" {
			t.Errorf("%s = %q is not refused", name, wrong)
		}
	}
}
