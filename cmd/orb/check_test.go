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
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	orb(t, data, "hits", id).must(t)
}
