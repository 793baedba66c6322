package session

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/warc"
	"orbweaver/storage"
)

// edition is a site of 30 pages in a row, /1 to /30, behind a redirect from /start. Of three pages one has an entity tag,
// one a date and one neither. It keeps what it has heard, byte for byte.
type edition struct {
	*httptest.Server

	mu      sync.Mutex
	changed map[int]bool
	whole   int    // pages that were sent
	saved   int    // that were not, because they had not changed
	tag     string // X-Robots-Tag of all answers
	lies    bool   // what is asked for with conditions has not changed, it says, and names another version
	heard   bytes.Buffer
}

func newEdition(t *testing.T) *edition {
	t.Helper()
	e := &edition{changed: map[int]bool{}}
	e.Server = httptest.NewUnstartedServer(e)
	e.Listener = eavesdropper{e.Listener, e}
	e.Start()
	t.Cleanup(e.Close)
	return e
}

func (e *edition) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	n := 0
	if r.URL.Path == "/start" {
		http.Redirect(rw, r, "/1", http.StatusFound)
		return
	}
	if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err != nil || n > 30 {
		http.NotFound(rw, r)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.lies && (r.Header.Get("If-None-Match") != "" || r.Header.Get("If-Modified-Since") != "") {
		rw.Header().Set("ETag", `"other"`)
		rw.Header().Set("Last-Modified", "Mon, 16 Nov 2026 12:00:00 GMT")
		rw.WriteHeader(http.StatusNotModified)
		e.saved++
		return
	}
	text, modified := "solar energy", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	if e.changed[n] {
		text, modified = "solar power", modified.Add(time.Hour)
	}
	switch n % 3 {
	case 0:
		modified = time.Time{}
	case 1:
		rw.Header().Set("ETag", fmt.Sprintf(`"%d-%v"`, n, e.changed[n]))
		modified = time.Time{}
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	if e.tag != "" {
		rw.Header().Set("X-Robots-Tag", e.tag)
	}
	counted := &counting{ResponseWriter: rw}
	http.ServeContent(counted, r, "", modified, strings.NewReader(fmt.Sprintf(`<html lang="en"><title>Page %d</title><p>All of %s. <a href="/%d">solar</a>`, n, text, n+1)))
	if counted.status == http.StatusNotModified {
		e.saved++
	} else {
		e.whole++
	}
}

type counting struct {
	http.ResponseWriter
	status int
}

func (c *counting) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

type eavesdropper struct {
	net.Listener
	site *edition
}

func (l eavesdropper) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return overheard{c, l.site}, err
}

type overheard struct {
	net.Conn
	site *edition
}

func (c overheard) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.site.mu.Lock()
	defer c.site.mu.Unlock()
	c.site.heard.Write(p[:n])
	return n, err
}

// pageRequests are the requests for pages that the site has heard since this was last called.
func (e *edition) pageRequests() (requests []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for request := range strings.SplitSeq(strings.TrimSuffix(e.heard.String(), "\r\n\r\n"), "\r\n\r\n") {
		if !strings.HasPrefix(request, "GET /robots.txt ") && !strings.HasPrefix(request, "GET /start ") {
			requests = append(requests, request+"\r\n")
		}
	}
	e.heard.Reset()
	return requests
}

func (e *edition) counts() (whole, saved int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer func() { e.whole, e.saved = 0, 0 }()
	return e.whole, e.saved
}

// crawledAgain is a session of an edition, and another that has crawled it again after pages 4 and 5 had changed.
func crawledAgain(t *testing.T, e *edition, l *Library) (first, second *Session) {
	t.Helper()
	first, err := l.Create(sequential(e.URL+"/start", 30)) // which may be deleted before the test ends
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, first, engine.StopBudget)
	mustClose(t, first)
	if whole, saved := e.counts(); whole != 30 || saved != 0 {
		t.Fatalf("first: %d sent, %d saved", whole, saved)
	}
	first = mustOpen(t, l, first.ID())
	spec := first.Again()
	second = mustCreate(t, l, spec)
	if _, err := second.Run(t.Context()); !errors.Is(err, storage.ErrInUse) {
		t.Errorf("while the earlier session is open: %v", err)
	}
	mustClose(t, first)
	e.mu.Lock()
	e.changed[4], e.changed[5] = true, true
	e.mu.Unlock()
	e.pageRequests()
	mustRun(t, second, engine.StopBudget)
	mustBeSound(t, l, first.ID())
	return first, second
}

// Of the 30 pages 20 have validators, of which 2 have changed: 18 are not sent again, and the crawl is the same.
func TestPagesAreSentAgainOnlyIfTheyHaveChanged(t *testing.T) {
	e, l := newEdition(t), mustLibrary(t)
	first, second := crawledAgain(t, e, l)
	if whole, saved := e.counts(); whole != 12 || saved != 18 {
		t.Errorf("%d sent, %d saved; want 12 and 18", whole, saved)
	}
	if st := second.Stats(); st.Pages != 30 || st.Unchanged != 18 {
		t.Errorf("%+v", st)
	}
	first = mustOpen(t, l, first.ID())
	before, after := outcomes(t, first), outcomes(t, second)
	mustClose(t, first)
	for i, b := range after {
		a := before[i]
		unchanged := (i+1)%3 != 0 && i+1 != 4 && i+1 != 5
		if b.Unchanged != unchanged || a.Pick.URL != b.Pick.URL || unchanged && (b.Score != a.Score || b.Title != a.Title || b.Status != http.StatusNotModified || b.Bytes != 0) {
			t.Errorf("page %d: %+v, before %+v", i+1, b, a)
		}
		_, answer, err := second.Page(b.Pick.URL)
		if err != nil || !bytes.Contains(answer.Body, fmt.Appendf(nil, "Page %d<", i+1)) || unchanged != (len(answer.Confirmed) > 0) {
			t.Errorf("page %d: confirmed by %q, %v", i+1, answer.Confirmed, err)
		}
	}
	mustClose(t, second)
	if err := l.Delete(first.ID()); err != nil { // the second has all it needs
		t.Fatal(err)
	}
	second = mustOpen(t, l, second.ID())
	if st := second.Stats(); st.Unchanged != 18 {
		t.Errorf("opened again: %+v", st)
	}
	if err := second.SetBudget(40, 0); err != nil {
		t.Fatal(err)
	}
	mustRun(t, second, engine.StopDeadEnd)
	third := mustCreate(t, l, second.Again())
	mustClose(t, second)
	e.counts()
	mustRun(t, third, engine.StopDeadEnd)
	if whole, saved := e.counts(); whole != 10 || saved != 20 { // by the validators of what was confirmed
		t.Errorf("the third time: %d sent, %d saved; want 10 and 20", whole, saved)
	}
	mustClose(t, third)
}

// What a server asks of robots when it confirms a page goes for that page: here nothing leads on from the first one.
func TestConfirmationsMayForbidLinks(t *testing.T) {
	e, l := newEdition(t), mustLibrary(t)
	first := mustCreate(t, l, sequential(e.URL+"/1", 3))
	mustRun(t, first, engine.StopBudget)
	spec := first.Again()
	mustClose(t, first)
	e.mu.Lock()
	e.tag = "nofollow"
	e.mu.Unlock()
	second := mustCreate(t, l, spec)
	mustRun(t, second, engine.StopDeadEnd)
	if st := second.Stats(); st.Pages != 1 || st.Unchanged != 1 {
		t.Errorf("%+v", st)
	}
	_, answer, err := second.Page(e.URL + "/1")
	if err != nil {
		t.Fatal(err)
	}
	if p, err := engine.Document(answer, spec.Settings); err != nil || len(p.Links) != 0 || !p.NoFollow {
		t.Errorf("read again: %+v, %v", p, err)
	}
	mustClose(t, second)
}

// The requests of an archive are, byte for byte and in order, what the server has heard; what it has confirmed stands as a
// revisit after the whole answer; and an imported archive is the same session.
func TestArchiveOfWhatWasAskedAndConfirmed(t *testing.T) {
	e, l := newEdition(t), mustLibrary(t)
	_, second := crawledAgain(t, e, l)
	defer mustClose(t, second)
	var b bytes.Buffer
	index, err := second.Archive(t.Context(), &b, "again.warc.gz", "Orbweaver")
	if err != nil {
		t.Fatal(err)
	}
	archive := bytes.Clone(b.Bytes())
	r, err := warc.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	var requests []string
	confirmed, responses := 0, map[string]bool{}
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case rec.Type() == warc.Request:
			block, err := io.ReadAll(rec.Block)
			if err != nil {
				t.Fatal(err)
			}
			requests = append(requests, strings.TrimSuffix(string(block), "\r\n"))
		case rec.IsUnchanged():
			if confirmed++; !responses[rec.Header.Get("WARC-Refers-To")] {
				t.Errorf("%s: refers to a response that does not stand before it", rec.Target())
			}
		case rec.Type() == warc.Response:
			responses[rec.Header.Get("WARC-Record-ID")] = true
		}
	}
	heard := e.pageRequests()
	if d := cmp.Diff(heard, requests); d != "" || len(requests) != 30 {
		t.Errorf("%d requests: %s", len(requests), d)
	}
	if i := slices.IndexFunc(heard, func(s string) bool { return strings.Contains(s, "If-None-Match: \"1-false\"\r\n") }); i != 0 {
		t.Errorf("the first page was not asked for with its tag: %q", heard[0])
	}
	if confirmed != 18 || len(index) != 48 {
		t.Errorf("%d confirmed, %d lines of the index", confirmed, len(index))
	}
	twin, err := mustLibrary(t).Import(t.Context(), bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	defer mustClose(t, twin)
	if d := cmp.Diff(records(t, second), records(t, twin)); d != "" {
		t.Errorf("the log differs: %s", d)
	}
	if st := twin.Stats(); st.Unchanged != 18 {
		t.Errorf("%+v", st)
	}
}

// A page that is not asked for by its validators any more is one that the earlier session has only in part.
func TestCutPagesAreAskedForWhole(t *testing.T) {
	e, l := newEdition(t), mustLibrary(t)
	spec := sequential(e.URL+"/start", 5)
	spec.Settings.MaxBytes = 20
	first := mustCreate(t, l, spec)
	mustRun(t, first, engine.StopDeadEnd)
	second := mustCreate(t, l, first.Again())
	mustClose(t, first)
	mustRun(t, second, engine.StopDeadEnd)
	if st := second.Stats(); st.Unchanged != 0 || st.Pages != 1 {
		t.Errorf("%+v", st)
	}
	mustClose(t, second)
}

// A server that confirms other versions than it is asked about confirms nothing: the pages are asked for again, whole.
func TestConfirmationsOfOtherVersions(t *testing.T) {
	e, l := newEdition(t), mustLibrary(t)
	first := mustCreate(t, l, sequential(e.URL+"/start", 30))
	mustRun(t, first, engine.StopBudget)
	second := mustCreate(t, l, first.Again())
	want := course(t, first)
	mustClose(t, first)
	e.counts()
	e.mu.Lock()
	e.lies = true
	e.mu.Unlock()
	mustRun(t, second, engine.StopBudget)
	if whole, saved := e.counts(); whole != 30 || saved != 20 {
		t.Errorf("%d sent, %d confirmed; want 30 and 20", whole, saved)
	}
	sameCourse(t, course(t, second), want)
	if st := second.Stats(); st.Unchanged != 0 || st.Failed != 0 {
		t.Errorf("%+v", st)
	}
	mustClose(t, second)
}
