package storage

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"orbweaver/crawlers"
)

func init() { children["crawl"] = crawlOn }

// maxLoss is the most outcomes that a kill may lose: issue 2 allows the last 250 ms or 256 pages, whichever is less.
const maxLoss = 256

// A crawl is killed at random moments, opened again, found sound, and killed again. It goes on from where the file ends.
func TestKillAtAnyMoment(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	f := mustFolder(t)
	s, err := f.Create(testMeta)
	if err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	worst := 0
	for range 20 {
		appended := killed(t, f, 20+r.IntN(60))
		if got := summaryOf(t, f, s.ID()); got.State != StateInterrupted && got.State != StateNew {
			t.Errorf("listed after the kill as %q", got.State)
		}
		mustBeSound(t, f, s.ID())
		s, err := f.Open(s.ID())
		if err != nil {
			t.Fatal(err)
		}
		durable := int(s.Tally().History)
		mustClose(t, s)
		worst = max(worst, appended-durable)
		if appended-durable > maxLoss {
			t.Errorf("killed after outcome %d, %d are left", appended, durable)
		}
	}
	t.Logf("at most %d outcomes were lost", worst)
}

// killed runs a child that crawls for so many milliseconds, kills it and returns the last outcome that it had appended.
func killed(t *testing.T, f *Folder, ms int) (appended int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childJob+"=crawl", childDir+"="+f.Dir())
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if _, err := lines.ReadString('\n'); err != nil { // it has begun
		t.Fatal(err)
	}
	killer := time.AfterFunc(time.Duration(ms)*time.Millisecond, func() { _ = child.Process.Kill() })
	defer killer.Stop()
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF { // a line that was cut off by the kill is none
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if appended, err = strconv.Atoi(line[:len(line)-1]); err != nil {
			t.Fatal(err)
		}
	}
	_ = child.Wait() // it says that it was killed
	return appended
}

// crawlOn appends outcomes as fast as it can and prints the number of each, until it is killed.
func crawlOn(dir string) {
	f, err := OpenFolder(dir)
	if err != nil {
		panic(err)
	}
	ids, err := f.ids()
	if err != nil {
		panic(err)
	}
	s, err := f.Open(ids[0])
	if err != nil {
		panic(err)
	}
	if err := s.SaveSummary(StateRunning); err != nil {
		panic(err)
	}
	fmt.Println("begun")
	for n := int(s.Tally().History) + 1; ; n++ {
		asked, ended := step(n)
		if uint64(n) <= s.Tally().Picks { // the pick was committed before the kill, its outcome was not
			asked = crawlers.Asked{N: 1}
		}
		if err := s.Append(asked); err != nil {
			panic(err)
		}
		if err := s.Append(ended); err != nil {
			panic(err)
		}
		fmt.Println(n)
	}
}
