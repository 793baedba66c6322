package main

import (
	"strings"
	"testing"

	"orbweaver/storage/session"
)

// A session that is open elsewhere is neither shown nor deleted nor found to be broken.
func TestSessionInUse(t *testing.T) {
	web, data := sample(t), t.TempDir()
	id := crawl(t, data, append(web.through(), "--seed", "http://marine-life.example/", "--pages", "3")...).Session
	library, err := session.OpenLibrary(data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := library.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"hits", "delete", "resume", "check"} {
		if r := orb(t, data, command, id); r.status != statusFailed || !strings.Contains(r.err, "close it there") {
			t.Errorf("orb %s: status %d, %s", command, r.status, r.err)
		}
	}
	var v verdict
	if orb(t, data, "check", "--json").must(t).answer(t, &v); !v.OK {
		t.Errorf("check of all = %+v", v)
	}
	if r := orb(t, data, "check").must(t); r.out != "0 sessions checked, 1 in use and not checked: nothing wrong\n" {
		t.Errorf("check of all, for people: %q", r.out)
	}
	if r := orb(t, data, "mark", id, "http://marine-life.example/", "good"); r.status != statusFailed || !strings.Contains(r.err, "stop it there (Ctrl-C), mark, then orb resume "+id) {
		t.Errorf("mark: status %d, %s", r.status, r.err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	orb(t, data, "hits", id).must(t)
	if r := orb(t, data, "check").must(t); r.out != "1 session checked: nothing wrong\n" {
		t.Errorf("check of all, for people: %q", r.out)
	}
	if r := orb(t, data, "sessions").must(t); !strings.Contains(r.out, "finished: budget") {
		t.Errorf("sessions for people: %s", r.out)
	}
}
