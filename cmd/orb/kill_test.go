package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers/corpus"
)

// unhurried is a corpus that takes a moment for every answer, so that a crawl lasts long enough to be killed.
type unhurried struct {
	corpus.Corpus
	delay time.Duration
}

func (u unhurried) Answer(host, path string) corpus.Answer {
	a := u.Corpus.Answer(host, path)
	a.Delay = u.delay
	return a
}

// What may be lost when a crawl is killed: the bound.
const (
	lossTime  = 250 * time.Millisecond
	lossPages = 256
)

// kills is how many moments of each command are tried; ORBWEAVER_KILLS says another number.
func kills(t *testing.T, usually int) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv("ORBWEAVER_KILLS")); err == nil {
		return n
	}
	if testing.Short() {
		return usually / 5
	}
	return usually
}

// TestKill kills orb −9 at random moments of a crawl. Every session must open and verify, lack no more than the last
// 250 ms or 256 pages of what the server knows it sent, and end, once resumed, as the crawl that nobody killed.
func TestKill(t *testing.T) {
	web := serve(t, unhurried{sampleWeb(t), 2 * time.Millisecond})
	args := append(web.through(), "--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--seed", "http://reef-notes.example/",
		"--seed", "http://bread-baking.example/", "--scope", "host", "--workers", "1", "--rand", "9", "--pages", "250")

	data := t.TempDir()
	begun := time.Now()
	whole := crawl(t, data, args...)
	lasts := time.Since(begun)
	want := timeless(history(t, data, whole.Session))
	if whole.Pages != 250 {
		t.Fatalf("the crawl that nobody kills ended with %+v", whole)
	}

	moments := rand.New(rand.NewPCG(1, 2))
	for kill := range kills(t, 20) {
		data, first := t.TempDir(), web.forget()
		cmd := exec.CommandContext(t.Context(), os.Args[0], append([]string{"--data", data, "crawl", "--quiet"}, args...)...)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		<-first
		<-time.After(time.Duration(moments.Float64() * float64(lasts))) // a moment of the crawl, not a wait for something
		died := time.Now()
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed

		var sessions []sessionLine
		orb(t, data, "sessions", "--json").must(t).answer(t, &sessions)
		if len(sessions) != 1 {
			t.Fatalf("kill %d: sessions %+v", kill, sessions)
		}
		id := sessions[0].Session
		kept := checkHistory(t, history(t, data, id))
		// One page may have been sent and not yet been looked at: there is one worker.
		if sent := web.answered(died.Add(-lossTime)); kept < sent-1 {
			t.Errorf("kill %d: %d pages kept, %d had been sent %v before", kill, kept, sent, lossTime)
		}
		if sent := web.answered(died); sent-kept > lossPages {
			t.Errorf("kill %d: %d pages kept of %d sent", kill, kept, sent)
		}
		orb(t, data, "check", id).must(t)

		var done sittingLine
		orb(t, data, "resume", id, "--json", "--quiet").must(t).answer(t, &done)
		if done.Pages != 250 || done.Stop != "budget" {
			t.Errorf("kill %d after %d pages: resumed, it ended with %+v", kill, kept, done)
		}
		if diff := cmp.Diff(want, timeless(history(t, data, id))); diff != "" {
			t.Errorf("kill %d after %d pages: the history is another one:\n%s", kill, kept, diff)
		}
	}
}

// TestKillElsewhere kills orb −9 while it resumes, exports, imports and deletes. What was saved before stays as it was;
// an archive is there whole or not at all; what was imported so far is a sound session; nothing is left of a deleted one.
func TestKillElsewhere(t *testing.T) {
	web := serve(t, sampleWeb(t))
	start := []string{"--keywords", "coral reef fish", "--seed", "http://marine-life.example/", "--workers", "1", "--rand", "9", "--pages", "150"}
	moments := rand.New(rand.NewPCG(3, 4))
	for kill := range kills(t, 10) {
		data, out := t.TempDir(), filepath.Join(t.TempDir(), "x.warc.gz")
		id := crawl(t, data, append(start, web.through()...)...).Session
		before := orb(t, data, "history", id).must(t).out

		killed(t, moments, 150*time.Millisecond, "--data", data, "export", id, "--format", "warc", "--out", out)
		orb(t, data, "check", id).must(t)
		if _, err := os.Stat(out); err == nil {
			orb(t, t.TempDir(), "import", out).must(t)
		}
		whole := filepath.Join(t.TempDir(), "whole.warc.gz")
		orb(t, data, "export", id, "--format", "warc", "--out", whole).must(t)

		other := t.TempDir()
		killed(t, moments, 200*time.Millisecond, "--data", other, "import", whole)
		var sessions []sessionLine
		orb(t, other, "sessions", "--json").must(t).answer(t, &sessions)
		for _, s := range sessions {
			orb(t, other, "check", s.Session).must(t)
		}

		killed(t, moments, 300*time.Millisecond, "--data", data, "resume", id, "--pages", "250", "--quiet")
		orb(t, data, "check", id).must(t)
		if after := orb(t, data, "history", id).must(t).out; !strings.HasPrefix(after, before) {
			t.Errorf("kill %d: what was saved before has changed", kill)
		}

		killed(t, moments, 60*time.Millisecond, "--data", data, "delete", id)
		orb(t, data, "sessions", "--json").must(t).answer(t, &sessions)
		if len(sessions) > 1 {
			t.Errorf("kill %d: %+v", kill, sessions)
		}
		if len(sessions) == 1 {
			orb(t, data, "check", id).must(t)
			orb(t, data, "delete", id).must(t)
		}
		if files, err := os.ReadDir(data); err != nil || len(files) > 0 {
			t.Errorf("kill %d: left after deleting: %v, %v", kill, files, err)
		}
	}
}

// killed starts orb and kills it at a moment of its first so many milliseconds, unless it is done by then.
func killed(t *testing.T, moments *rand.Rand, within time.Duration, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-time.After(time.Duration(moments.Float64() * float64(within))) // a moment of its run, not a wait for something
	_ = cmd.Process.Kill()                                           // it may be done
	_ = cmd.Wait()
}
