package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	headerTime = 10 * time.Second // for a client to send its request
	idleTime   = 2 * time.Minute  // for it to send another one
	closeTime  = time.Second      // for answers under way when the server is closed
)

// Server serves a corpus on loopback.
type Server struct {
	corpus   Corpus
	listener net.Listener
	http     http.Server
	hooks    []func(Access)
	unhook   func() bool
	closing  sync.Once
	ended    chan struct{}
	err      error // of serving; read after ended
}

// Access is one request that was answered.
type Access struct {
	Time   time.Time // when the answer was complete
	Host   string
	Path   string // with the query, as asked
	Status int    // 0 = the client went away before the answer
	Bytes  int    // of the body
}

// String is the request as one line of a log: time, host, path, status and bytes.
func (a Access) String() string {
	return fmt.Sprintf("%s %s %s %d %d", a.Time.UTC().Format(time.RFC3339Nano), a.Host, a.Path, a.Status, a.Bytes)
}

// LogTo makes a hook for Serve that writes one line a request. The server does not stop when a line can not be written.
func LogTo(w io.Writer) func(Access) {
	var mu sync.Mutex
	return func(a Access) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = fmt.Fprintln(w, a)
	}
}

// Serve serves a corpus until ctx is done or the Server is closed. The address is HOST:PORT, where the host must be a
// loopback address or localhost, and the port may be 0 for a free one. Each hook is told of every request after it was
// answered, from the goroutine that answered it.
func Serve(ctx context.Context, c Corpus, addr string, hooks ...func(Access)) (*Server, error) {
	addr, err := loopback(addr)
	if err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("the corpus can not be served on %s: %w; port 0 takes a free one", addr, err)
	}
	s := &Server{corpus: c, listener: listener, hooks: hooks, ended: make(chan struct{})}
	s.http = http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime,
		ErrorLog: log.New(io.Discard, "", 0), // clients that go away are no news
	}
	go func() {
		defer close(s.ended)
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.err = fmt.Errorf("serving the corpus: %w", err)
		}
	}()
	s.unhook = context.AfterFunc(ctx, s.shutdown)
	return s, nil
}

// loopback checks that an address is one of this machine's own: a corpus is other people's text, and is not published.
func loopback(addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("address %q is not HOST:PORT: write 127.0.0.1:8080, or 127.0.0.1:0 for a free port", addr)
	}
	if strings.EqualFold(host, "localhost") {
		host = "127.0.0.1"
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.IsLoopback() {
		return "", fmt.Errorf("address %q is not on loopback: a corpus is served to this computer only; write 127.0.0.1:%s", addr, port)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("address %q has no port from 0 to 65535: write 127.0.0.1:8080", addr)
	}
	return net.JoinHostPort(host, port), nil
}

// Addr is where the server listens: "127.0.0.1:41234".
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Pages is the number of pages of the corpus.
func (s *Server) Pages() int { return s.corpus.Pages() }

// Wait waits until the server has ended, and says why when it was not closed.
func (s *Server) Wait() error {
	<-s.ended
	return s.err
}

// Close ends the server: answers under way may be finished within a second. It does not close the corpus.
func (s *Server) Close() error {
	s.unhook()
	s.shutdown()
	return s.Wait()
}

// shutdown may be called more than once, and returns when the server has ended.
func (s *Server) shutdown() {
	s.closing.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		if s.http.Shutdown(ctx) != nil {
			_ = s.http.Close() // whoever is still waiting has waited long enough
		}
	})
}

// ServeHTTP answers one request, as a server of the host that it names or as a proxy.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	access := Access{Host: hostName(r.Host), Path: r.URL.RequestURI()}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
		access.Status = http.StatusMethodNotAllowed
	} else {
		access.Status, access.Bytes = s.answer(w, r, s.corpus.Answer(access.Host, access.Path))
	}
	access.Time = time.Now()
	for _, hook := range s.hooks {
		hook(access)
	}
}

// answer writes an answer, when its delay has passed.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, a Answer) (status, written int) {
	if a.Delay > 0 {
		timer := time.NewTimer(a.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return 0, 0
		}
	}
	h := w.Header()
	if a.Tag != "" {
		tag := `"` + a.Tag + `"`
		h["Etag"] = []string{tag}
		if a.Status == http.StatusOK && strings.Contains(r.Header.Get("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return http.StatusNotModified, 0
		}
	}
	if !a.Modified.IsZero() {
		h["Last-Modified"] = []string{a.Modified.UTC().Format(http.TimeFormat)}
	}
	if a.Location != "" {
		h["Location"] = []string{a.Location}
	}
	mediaType := a.Type
	if mediaType == "" {
		mediaType = htmlType
	}
	h["Content-Type"] = []string{mediaType}
	h["Content-Length"] = []string{strconv.Itoa(len(a.Body))}
	w.WriteHeader(a.Status)
	if r.Method == http.MethodGet {
		written, _ = w.Write(a.Body) // a client that went away has lost its own page only
	}
	return a.Status, written
}

// hostName is a Host field in lower case without port and final dot.
func hostName(field string) string {
	if host, _, err := net.SplitHostPort(field); err == nil {
		field = host
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(field, "[]"), "."))
}
