package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"orbweaver/crawlers/corpus"
	"orbweaver/storage/race"
)

// fetchedOnce fails the test if a server was asked twice for anything.
func (s *server) fetchedOnce(t *testing.T) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := map[string]bool{}
	for _, a := range s.log.accesses {
		if url := a.Host + a.Path; seen[url] {
			t.Errorf("%s was asked for twice", url)
		} else {
			seen[url] = true
		}
	}
}

func TestLabRace(t *testing.T) {
	web, data := sample(t), t.TempDir()
	args := append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--pages", "40",
		"--family", "best-first:n=4", "--family", "breadth-first", "--family", "infospiders", "--retries", "0")
	var answer contestAnswer
	orb(t, data, append([]string{"lab", "race", "--json", "--keep", "winner"}, args...)...).must(t).answer(t, &answer)
	web.fetchedOnce(t)
	if answer.Kind != "race" || len(answer.Contestants) != 3 || len(answer.Curves) != 9 || answer.Requests == 0 || answer.Saved == 0 {
		t.Errorf("%+v", answer)
	}
	for _, c := range answer.Contestants {
		if c.Pages != 40 || c.Stop != "budget" || c.Reason == "" || (c.Session != "") != (c.Place == 1) {
			t.Errorf("%+v", c)
		}
		if c.Place == 1 && len(history(t, data, c.Session)) < 40 {
			t.Errorf("the winner's session %s is not whole", c.Session)
		}
	}
	r := orb(t, data, append([]string{"lab", "race", "--keep", "none"}, args...)...).must(t)
	if !strings.Contains(r.out, "best-first n=4") || !strings.Contains(r.out, "saved by fetching together") {
		t.Errorf("for people: %q", r.out)
	}
	var sessions []sessionLine
	if orb(t, data, "sessions", "--json").must(t).answer(t, &sessions); len(sessions) != 1 {
		t.Errorf("%d sessions are left, want the winner's: %+v", len(sessions), sessions)
	}
}

// Nobody has won a race that is interrupted: whatever --keep says, all sessions stay, and can be gone on with.
func TestLabRaceInterrupted(t *testing.T) {
	signals, data := make(chan os.Signal, 1), t.TempDir()
	var asked atomic.Int64
	web := serve(t, sampleWeb(t), func(corpus.Access) {
		if asked.Add(1) == 20 {
			signals <- os.Interrupt
		}
	})
	r := orbWith(t, data, program{signals: signals}, append([]string{"lab", "race", "--json", "--keep", "none", "--keywords", "chess", "--seed", "http://marine-life.example/", "--family", "breadth-first"}, web.through()...)...)
	var answer contestAnswer
	if r.answer(t, &answer); r.status != statusInterrupted || answer.Contestants[0].Reason != "it was stopped" || answer.Contestants[0].Session == "" {
		t.Errorf("status %d, %+v", r.status, answer)
	}
	orb(t, data, "resume", answer.Contestants[0].Session, "--pages", "1").must(t)
}

func TestLabHoldOut(t *testing.T) {
	web, data := sample(t), t.TempDir()
	known := []string{"http://marine-life.example/gone"}
	for _, h := range orbHits(t, data, web) {
		known = append(known, h.URL, h.URL+"#again")
	}
	list := filepath.Join(t.TempDir(), "known.txt")
	if err := os.WriteFile(list, []byte("# known to be good\n"+strings.Join(known, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append(web.through(), "--known-file", list, "--family", "best-first", "--family", "breadth-first", "--pages", "60", "--keep", "none")
	var answer, again contestAnswer
	web.forget()
	orb(t, data, append([]string{"lab", "hold-out", "--json", "--retries", "0"}, args...)...).must(t).answer(t, &answer)
	web.fetchedOnce(t)
	if s := answer.Split; s == nil || len(s.Seeds) != 5 || len(s.Targets) != 5 || len(s.LeftOut) != 1 || answer.Keywords == "" {
		t.Fatalf("%+v, keywords %q", answer.Split, answer.Keywords)
	}
	if len(answer.Curves) != 8 || answer.Curves[0].Metric != "target-recall" {
		t.Errorf("curves: %+v", answer.Curves)
	}
	orb(t, data, append([]string{"lab", "hold-out", "--json"}, args...)...).must(t).answer(t, &again)
	for i, c := range again.Contestants {
		if first := answer.Contestants[i]; c.Found != first.Found || c.Needed != first.Needed || c.Hits != first.Hits {
			t.Errorf("the same check twice: %+v, then %+v", first, c)
		}
	}
	r := orb(t, data, append([]string{"lab", "hold-out", "--runs", "2", "--quiet"}, args...)...).must(t)
	if !strings.Contains(r.out, "5 seeds and 5 pages hidden in each of 2 runs") || !strings.Contains(r.out, " of 10 (") || strings.Contains(r.out, "session") {
		t.Errorf("for people: %q", r.out)
	}
	if !strings.HasPrefix(r.err, "orb: left out: http://marine-life.example/gone") || strings.Count(r.err, "\n") != 1 {
		t.Errorf("with --quiet: %q", r.err)
	}
}

// With several runs each contestant has as many sessions, and all are named.
func TestLabHoldOutNamesAllSessions(t *testing.T) {
	web, data := sample(t), t.TempDir()
	args := append(web.through(), "--family", "best-first", "--pages", "20", "--runs", "2")
	for _, h := range orbHits(t, data, web)[:4] {
		args = append(args, "--known", h.URL)
	}
	r := orb(t, data, append([]string{"lab", "hold-out", "--keywords", "coral reef fish"}, args...)...).must(t)
	named := regexp.MustCompile(`(?m)^sessions of best-first: (\S+), (\S+)$`).FindStringSubmatch(r.out)
	if len(named) != 3 || named[1] == named[2] || strings.Contains(r.out, "session  ") {
		t.Fatalf("%q", r.out)
	}
	for _, id := range named[1:] {
		orb(t, data, "hits", id).must(t)
	}
}

// Too few pages are left when some can not be used: which, and why, is said.
func TestLabHoldOutOfDeadPages(t *testing.T) {
	web := sample(t)
	args := append(web.through(), "--family", "best-first", "--retries", "0")
	for _, path := range []string{"", "gone", "gone?2", "gone?3"} {
		args = append(args, "--known", "http://marine-life.example/"+path)
	}
	r := orb(t, t.TempDir(), append([]string{"lab", "hold-out"}, args...)...)
	if r.status != statusWrongUse || strings.Count(r.err, "orb: left out: http://marine-life.example/gone") != 3 || !strings.Contains(r.err, "there are 1: ") {
		t.Errorf("status %d: %q", r.status, r.err)
	}
}

// orbHits are the ten best hits of a crawl of the sample web.
func orbHits(t *testing.T, data string, web *server) (hits []hitLine) {
	t.Helper()
	done := crawl(t, data, append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--family", "best-first", "--pages", "60")...)
	orb(t, data, "hits", done.Session, "--top", "10", "--json").must(t).answer(t, &hits)
	if len(hits) != 10 {
		t.Fatalf("%d hits, want 10", len(hits))
	}
	return hits
}

func TestLabWhatIf(t *testing.T) {
	web, data := sample(t), t.TempDir()
	done := crawl(t, data, append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--family", "best-first",
		"--pages", "60", "--workers", "1")...)
	if err := web.Close(); err != nil {
		t.Fatal(err)
	}
	var answer contestAnswer
	orb(t, data, "lab", "what-if", done.Session, "--family", "best-first", "--family", "breadth-first", "--json").must(t).answer(t, &answer)
	if was, same := answer.Contestants[0], answer.Contestants[1]; !was.Original || was.Pages != 60 || was.Hits != done.Hits || same.Hits != was.Hits || same.Unknown != 0 {
		t.Errorf("%+v, %+v", was, same)
	}
	if b := answer.Contestants[2]; b.Unknown == 0 || b.Pages+b.Unknown != 60 {
		t.Errorf("%+v", b)
	}
	if r := orb(t, data, "lab", "what-if", done.Session, "--family", "breadth-first").must(t); !strings.Contains(r.out, "as it was") || !strings.Contains(r.out, " %)") {
		t.Errorf("for people: %q", r.out)
	}
}

// In the table for people the winner comes first, behind what-if's session as it was; who has no page comes last.
func TestContestTableGoesByPlace(t *testing.T) {
	_, rows := contestTable(race.Snapshot{Kind: race.KindWhatIf, Contestants: []race.Contestant{
		{Label: "as it was", Original: true}, {Label: "without pages"}, {Label: "second", Place: 2}, {Label: "first", Place: 1}, {Label: "second too", Place: 2},
	}})
	var order []string
	for _, row := range rows {
		order = append(order, row[1])
	}
	if want := []string{"as it was", "first", "second", "second too", "without pages"}; !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
}

// Wrong use is said in a line that says what to write instead, and nothing is written.
func TestLabRaceWrongUse(t *testing.T) {
	data := t.TempDir()
	for name, c := range map[string]struct{ args, want string }{
		"family":    {"lab race -k chess --seed http://a.example/ --family bestfirst", `did you mean "best-first"`},
		"parameter": {"lab race -k chess --seed http://a.example/ --family best-first:n=0", "contestant 1, best-first n=0"},
		"entry":     {"lab race -k chess --seed http://a.example/ --family best-first:n", "best-first:n=16"},
		"twice":     {"lab race -k chess --seed http://a.example/ --family best-first --family best-first", "takes part already"},
		"seeds":     {"lab race -k chess --family best-first", "nowhere to start from"},
		"pages":     {"lab race -k chess --seed http://a.example/ --family best-first --pages 0", "would never end"},
		"model":     {"lab race -k chess --seed http://a.example/ --family best-first --model focused=x", "focused does not take part"},
		"delay":     {"lab race -k chess --seed http://a.example.org/ --family best-first --delay 0", "--delay 1s"},
		"known":     {"lab hold-out --known http://a.example/ --known http://b.example/ --family best-first", "at least 4 different pages"},
		"runs":      {"lab hold-out --known http://a.example/ --family best-first --runs 0", "--runs 0 is out of bounds"},
		"many runs": {"lab hold-out --known http://a.example/ --known http://b.example/ --known http://c.example/ --known http://d.example/ --family best-first --runs 1000", "write 1 to 100"},
		"session":   {"lab what-if nosuch --family best-first", "nosuch"},
	} {
		r := orb(t, data, strings.Fields(c.args)...)
		if r.status != statusWrongUse || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: status %d: %q, want %q", name, r.status, r.err, c.want)
		}
	}
	if left, err := os.ReadDir(data); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
