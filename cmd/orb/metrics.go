package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"net/url"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// observeFlags are how a crawl can be watched from outside.
type observeFlags struct {
	Metrics string `placeholder:"ADDR" help:"Tell how the crawl goes at http://ADDR/metrics, in Prometheus' text format; an address such as 127.0.0.1:9464."`
	Pprof   bool   `help:"With --metrics on a loopback address: also Go's profiles, at http://ADDR/debug/pprof/."`
}

// observer is an address at which a crawl tells how it goes; nil = nobody asked for that.
type observer struct {
	net.Listener
	pprof bool
}

// listen takes the address, before anything is written.
func (f observeFlags) listen(c *call) (*observer, error) {
	switch {
	case f.Metrics == "" && f.Pprof:
		return nil, misused("--pprof needs an address: write --metrics 127.0.0.1:9464 with it")
	case f.Metrics == "":
		return nil, nil
	}
	listener, err := new(net.ListenConfig).Listen(c.ctx, "tcp", f.Metrics)
	if err != nil {
		return nil, misused("--metrics %q: %w: write HOST:PORT, such as 127.0.0.1:9464", f.Metrics, err)
	}
	if addr, err := netip.ParseAddrPort(listener.Addr().String()); f.Pprof && (err != nil || !addr.Addr().IsLoopback()) {
		_ = listener.Close() // it has not been used
		return nil, misused("--pprof only works on a loopback address, because profiles tell strangers too much: write --metrics 127.0.0.1:9464")
	}
	return &observer{listener, f.Pprof}, nil
}

// close lets go of an address that was not used.
func (o *observer) close() {
	if o != nil {
		_ = o.Listener.Close()
	}
}

// tell answers whoever asks about a session until stop is called.
func (o *observer) tell(c *call, s *session.Session) (stop func()) {
	if o == nil {
		return func() {}
	}
	c.note("metrics at http://%s/metrics", o.Addr())
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_ = writeMetrics(w, s.ID(), s.Spec().Family, s.Stats()) // whoever asked may be gone
	})
	if o.pprof {
		mux.HandleFunc("GET /debug/pprof/", toLoopback(pprof.Index))
		mux.HandleFunc("GET /debug/pprof/profile", toLoopback(pprof.Profile))
		mux.HandleFunc("GET /debug/pprof/trace", toLoopback(pprof.Trace))
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(o.Listener) }()
	return func() {
		err := server.Close()
		if ended := <-served; !errors.Is(ended, http.ErrServerClosed) {
			err = errors.Join(err, ended)
		}
		if err != nil {
			c.note("metrics: %v", err)
		}
	}
}

// toLoopback answers only those who ask for this machine by its own names: a page in a browser can let a name of its site
// stand for 127.0.0.1, and read what it is answered.
func toLoopback(answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		asked := url.URL{Host: r.Host}
		if addr, err := netip.ParseAddr(asked.Hostname()); asked.Hostname() != "localhost" && (err != nil || !addr.IsLoopback()) {
			http.Error(w, "profiles are at the loopback address only", http.StatusForbidden)
			return
		}
		answer(w, r)
	}
}

// writeMetrics writes a crawl's counters in Prometheus' text format.
func writeMetrics(out io.Writer, id, family string, st engine.Stats) error {
	var b strings.Builder
	about := fmt.Sprintf("session=%q,family=%q", id, family)
	one := func(name, kind, help string, value any) {
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n%s{%s} %v\n", name, help, name, kind, name, about, value)
	}
	one("orbweaver_pages_total", "counter", "Pages fetched and parsed, over all sittings.", st.Pages)
	one("orbweaver_pages_unchanged_total", "counter", "Of these, pages that were not sent again because they had not changed.", st.Unchanged)
	one("orbweaver_hits_total", "counter", "Pages good enough to show.", st.Hits)
	one("orbweaver_running_seconds_total", "counter", "Running time over all sittings, pauses left out.", st.Ran.Seconds())
	one("orbweaver_budget_pages", "gauge", "Pages after which the crawl ends; 0 = no limit.", st.Budget)
	one("orbweaver_frontier_links", "gauge", "Links waiting to be chosen.", st.Frontier)
	one("orbweaver_open_picks", "gauge", "Links chosen that are being fetched or wait for their host.", st.InFlight)
	one("orbweaver_hosts", "gauge", "Hosts met in this sitting.", st.Hosts)
	b.WriteString("# HELP orbweaver_failures_total Links that led nowhere, by the kind of failure.\n# TYPE orbweaver_failures_total counter\n")
	for _, kind := range slices.Sorted(maps.Keys(st.Failures)) {
		fmt.Fprintf(&b, "orbweaver_failures_total{%s,kind=%q} %d\n", about, kind, st.Failures[kind])
	}
	b.WriteString("# HELP orbweaver_state What the crawl is doing.\n# TYPE orbweaver_state gauge\n")
	fmt.Fprintf(&b, "orbweaver_state{%s,state=%q} 1\n", about, string(st.State))
	memory := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/total:bytes"}}
	metrics.Read(memory)
	one("orbweaver_heap_bytes", "gauge", "Memory in objects.", memory[0].Value.Uint64())
	one("orbweaver_memory_bytes", "gauge", "Memory mapped by the Go runtime.", memory[1].Value.Uint64())
	one("orbweaver_goroutines", "gauge", "Goroutines.", runtime.NumGoroutine())
	_, err := io.WriteString(out, b.String())
	return err
}
