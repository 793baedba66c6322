package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
)

// A crawl that is under way tells what it has done so far, in a form that Prometheus reads.
func TestMetricsOfARunningCrawl(t *testing.T) {
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := probe.Addr().String()
	if err := probe.Close(); err != nil {
		t.Fatal(err)
	}
	var once sync.Once // of one worker's first request: there are more to come, and none is answered before
	var text string
	web := serve(t, sampleWeb(t), func(corpus.Access) {
		once.Do(func() {
			for _, path := range []string{"/debug/pprof/", "/metrics"} {
				response, err := http.Get("http://" + addr + path)
				if err != nil {
					t.Error(err)
					return
				}
				body, err := io.ReadAll(response.Body)
				if err = errors.Join(err, response.Body.Close()); err != nil || response.StatusCode != http.StatusOK {
					t.Errorf("%s: %s, %v", path, response.Status, err)
				}
				text = string(body)
			}
		})
	})
	orb(t, t.TempDir(), append([]string{"crawl", "--seed", "http://marine-life.example/", "--pages", "3", "--workers", "1", "--metrics", addr, "--pprof", "--quiet"}, web.through()...)...).must(t)
	http.DefaultClient.CloseIdleConnections()
	for _, want := range []string{"# TYPE orbweaver_pages_total counter\norbweaver_pages_total{session=\"", `family="infospiders"} 0`, `state="running"} 1`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}

func TestMetricsByHand(t *testing.T) {
	var b strings.Builder
	st := engine.Stats{State: engine.StatePaused, Pages: 7, Hits: 2, Frontier: 9, Ran: 1500 * time.Millisecond, Failures: map[string]int{"timeout": 1, "dns": 3}}
	if err := writeMetrics(&b, `a"b`, "bandit", st); err != nil {
		t.Fatal(err)
	}
	about := `session="a\"b",family="bandit"`
	for _, line := range []string{
		"orbweaver_pages_total{%s} 7", "orbweaver_hits_total{%s} 2", "orbweaver_running_seconds_total{%s} 1.5", "orbweaver_frontier_links{%s} 9",
		`orbweaver_failures_total{%s,kind="dns"} 3`, `orbweaver_failures_total{%s,kind="timeout"} 1`, `orbweaver_state{%s,state="paused"} 1`,
	} {
		if want := fmt.Sprintf(line, about) + "\n"; !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, b.String())
		}
	}
}

func TestLogOfACrawl(t *testing.T) {
	web, data := sample(t), t.TempDir()
	log := filepath.Join(t.TempDir(), "orb.log")
	id := crawl(t, data, append([]string{"--seed", "http://marine-life.example/", "--pages", "5", "--log", log}, web.through()...)...).Session
	orb(t, data, "resume", id, "--pages", "8", "--log", log, "--log-level", "debug", "--quiet").must(t)
	lines, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(lines), `"msg":"sitting ended"`); n != 2 {
		t.Errorf("%d sittings in:\n%s", n, lines)
	}
	if n := strings.Count(string(lines), `"msg":"page"`); n != 3 {
		t.Errorf("%d pages, want the 3 of the second sitting:\n%s", n, lines)
	}
}

// Profiles are for whoever asks this machine by its own names, not for a site whose name stands for it.
func TestProfilesAreNotForOtherNames(t *testing.T) {
	answer := toLoopback(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	for host, want := range map[string]int{
		"127.0.0.1:9464": http.StatusOK, "[::1]:9464": http.StatusOK, "localhost:9464": http.StatusOK, "localhost": http.StatusOK,
		"evil.example:9464": http.StatusForbidden, "127.0.0.1.evil.example": http.StatusForbidden, "192.168.1.1:9464": http.StatusForbidden, "": http.StatusForbidden,
	} {
		r, w := httptest.NewRequest(http.MethodGet, "/debug/pprof/", nil), httptest.NewRecorder()
		r.Host = host
		if answer(w, r); w.Code != want {
			t.Errorf("asked for %q: %d, want %d", host, w.Code, want)
		}
	}
}
