package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
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

// TestKill kills orb −9 at random moments of a crawl. Every session must open and verify, lack no more than the last
// 250 ms or 256 pages of what the server knows it sent, and end, once resumed, as the crawl that nobody killed.
func TestKill(t *testing.T) {
	kills := 20
	if testing.Short() {
		kills = 4
	}
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
	for kill := range kills {
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
