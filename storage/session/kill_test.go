package session

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage"
)

func init() { children["crawl"] = crawlOn }

// maxLoss is the most pages that a kill may lose. Issue 2 allows the last 250 ms or 256 pages, whichever is less; how
// old the oldest lost page was is logged and not judged, because it depends on how busy the machine is.
const maxLoss = 256

const killedPages = 3000

// A crawl whose program is killed 20 times goes, in the end, exactly the way of one that was not, and each time no more
// is lost than the web server's own log allows.
func TestKilledCrawlGoesTheSameWay(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	w, l := newWebOf(t, 5000, nil), mustLibrary(t)
	whole := mustCreate(t, l, w.spec(killedPages))
	mustRun(t, whole, engine.StopBudget)
	mustClose(t, whole)

	s := mustCreate(t, l, w.spec(killedPages))
	mustClose(t, s)
	id := s.ID()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	worst, oldest, running := 0, time.Duration(0), 0
	for range 20 {
		before := len(w.sentPages())
		at := killAfter(t, l, id, time.Duration(r.IntN(120))*time.Millisecond)
		switch sum := listed(t, l, id); sum.State {
		case storage.StateInterrupted, storage.StateNew:
			running++
		case storage.StateFinished:
		default:
			t.Errorf("after the kill it is listed as %q", sum.State)
		}
		mustBeSound(t, l, id)
		s = mustOpen(t, l, id)
		kept := map[string]bool{}
		for _, e := range outcomes(t, s) {
			kept[strings.TrimPrefix(e.Pick.URL, w.URL)] = true
		}
		mustClose(t, s)
		lost := 0
		for _, p := range w.sentPages()[before:] {
			if !kept[p.path] && p.at.Before(at) {
				lost++
				oldest = max(oldest, at.Sub(p.at))
			}
		}
		worst = max(worst, lost)
	}
	t.Logf("%d kills met the crawl running; at most %d pages were lost, the oldest %v before the kill", running, worst, oldest)
	if worst > maxLoss {
		t.Errorf("%d pages were lost", worst)
	}

	s = mustOpen(t, l, id)
	mustRun(t, s, engine.StopBudget)
	whole = mustOpen(t, l, whole.ID())
	sameCourse(t, course(t, s), course(t, whole))
	mustClose(t, s)
	mustClose(t, whole)
}

func (w *web) sentPages() []sent {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sent[:len(w.sent):len(w.sent)]
}

func listed(t *testing.T, l *Library, id string) Summary {
	t.Helper()
	list, err := l.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if s.ID == id {
			return s
		}
	}
	t.Fatalf("session %s is not listed", id)
	return Summary{}
}

// killAfter lets a child run the session, kills it so much later and returns when.
func killAfter(t *testing.T, l *Library, id string, d time.Duration) (at time.Time) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childJob+"=crawl", childDir+"="+l.Dir(), childSeed+"="+id)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "crawling\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	<-time.After(d)
	at = time.Now()
	_ = child.Process.Kill() // it may have come to its end
	_ = child.Wait()
	return at
}

// crawlOn runs a session until it ends or is killed.
func crawlOn(dir, id string) {
	l, err := OpenLibrary(dir)
	if err != nil {
		panic(err)
	}
	s, err := l.Open(id)
	if err != nil {
		panic(err)
	}
	said := false
	s.Subscribe(func(crawlers.Ended) {
		if !said { // the log is replayed
			fmt.Println("crawling")
			said = true
		}
	})
	if _, err := s.Run(context.Background()); err != nil {
		panic(err)
	}
	if !said {
		fmt.Println("crawling")
	}
	if err := s.Close(); err != nil {
		panic(err)
	}
}
