package session

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// The web of the soak: so many pages on so many hosts. The first ones are hubs without faults, from which all others are
// reached: hub k links to hubs 2k+1 and 2k+2 and to a share of the other pages.
const (
	soakPages = 200_000
	soakHosts = 500
	soakHubs  = 2_000
)

// soakFaults are what every twentieth page each does instead of being one.
var soakFaults = []func(rw http.ResponseWriter, r *http.Request){
	func(rw http.ResponseWriter, _ *http.Request) { http.Error(rw, "gone", http.StatusGone) },
	func(rw http.ResponseWriter, _ *http.Request) {
		http.Error(rw, "broken", http.StatusInternalServerError)
	},
	func(rw http.ResponseWriter, _ *http.Request) { // the body ends too early
		rw.Header().Set("Content-Length", "5000")
		rw.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(rw, "<html>")
	},
	func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "image/png")
		_, _ = io.WriteString(rw, "\x89PNG")
	},
	func(_ http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) },
	func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		rw.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(rw, "\x1f\x8bnot gzip")
	},
	func(_ http.ResponseWriter, r *http.Request) { // no answer until the client gives up
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	},
}

// soakSilent is the fault that closes the connection without an answer.
const soakSilent = 4

// soakWeb answers for all hosts, and counts what each page was asked.
type soakWeb struct{ asked [soakPages]atomic.Int32 }

func soakURL(i int) string { return fmt.Sprintf("http://h%d.soak.test/p/%d", i%soakHosts, i) }

func isFaulty(i int) (fault int, faulty bool) {
	fault = i % 20
	return fault, i >= soakHubs && fault < len(soakFaults)
}

func (w *soakWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/p/"))
	if err != nil || i < 0 || i >= soakPages {
		http.NotFound(rw, r)
		return
	}
	w.asked[i].Add(1)
	if fault, faulty := isFaulty(i); faulty {
		soakFaults[fault](rw, r)
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<html lang=en><title>Page %d</title><p>A spider weaves its web:", i)
	for words := rand.New(rand.NewPCG(uint64(i), 0)); b.Len() < 600; { // pages that are much alike would be taken for mirrors
		fmt.Fprintf(&b, " word%d", words.IntN(5000))
	}
	if i < soakHubs {
		for _, hub := range []int{2*i + 1, 2*i + 2} {
			if hub < soakHubs {
				fmt.Fprintf(&b, "<a href=%s>hub</a> ", soakURL(hub))
			}
		}
		const share = (soakPages - soakHubs) / soakHubs
		for n := range share {
			fmt.Fprintf(&b, "<a href=%s>page %d</a> ", soakURL(soakHubs+i*share+n), n)
		}
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(rw, b.String())
}

// soakSample is what the crawl holds at one moment.
type soakSample struct {
	outcomes, known int
	heap            uint64
	goroutines      int
}

// TestSoak crawls 200,000 pages on 500 hosts, of which a twentieth each shows one of seven faults. Every page is asked
// for once, and what is held in memory grows with the known URLs alone.
func TestSoak(t *testing.T) {
	if os.Getenv("ORBWEAVER_SOAK") == "" {
		t.Skip("set ORBWEAVER_SOAK=1 for a crawl of minutes")
	}
	web := &soakWeb{}
	server := httptest.NewUnstartedServer(web)
	server.Config.ErrorLog = nil
	server.Start()
	defer server.Close()
	settings := engine.Default()
	settings.Pages, settings.Delay, settings.Workers, settings.Retries, settings.Timeout, settings.MaxBuffer = 0, 0, 128, 0, time.Second, 1_000_000
	settings.Resolve = []string{"*:80:" + server.Listener.Addr().String()}
	l := mustLibrary(t)
	s := mustCreate(t, l, Spec{Keywords: "spider web", Seeds: []string{soakURL(0)}, Family: "breadth-first", Settings: settings})
	var samples []soakSample
	outcomes := 0
	cancel := s.Subscribe(func(crawlers.Ended) {
		if outcomes++; outcomes%(soakPages/4) == 0 {
			samples = append(samples, takeSample(s, outcomes))
		}
	})
	defer cancel()
	begun := time.Now()
	result := mustRun(t, s, engine.StopDeadEnd)
	t.Logf("%d pages, %d failed in %v: %v", result.Pages, result.Failed, time.Since(begun).Round(time.Second), result.Failures)
	for _, x := range samples {
		t.Logf("%+v", x)
	}
	for i := range web.asked {
		fault, faulty := isFaulty(i)
		n := web.asked[i].Load()
		if n != 1 && !(faulty && fault == soakSilent && n > 1) { // net/http asks again when a connection that was used before closes without an answer
			t.Fatalf("page %d was asked for %d times", i, n)
		}
	}
	if result.Pages+result.Failed != soakPages {
		t.Errorf("%d pages and %d failures, want %d together", result.Pages, result.Failed, soakPages)
	}
	first, last := samples[0], samples[len(samples)-1]
	perURL := (float64(last.heap) - float64(first.heap)) / float64(max(1, last.known-first.known))
	t.Logf("heap: %.0f bytes a known URL at the end; between the first quarter and the end it grew by %.0f bytes for each new one", float64(last.heap)/float64(last.known), perURL)
	if float64(last.heap) > 1500*float64(last.known) {
		t.Errorf("%d bytes for %d known URLs", last.heap, last.known)
	}
	if last.goroutines > first.goroutines+50 {
		t.Errorf("%d goroutines, %d at the first quarter", last.goroutines, first.goroutines)
	}
	mustClose(t, s)
	mustBeSound(t, l, s.ID())
}

func takeSample(s *Session, outcomes int) soakSample {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return soakSample{outcomes, outcomes + s.Stats().Frontier, m.HeapAlloc, runtime.NumGoroutine()}
}
