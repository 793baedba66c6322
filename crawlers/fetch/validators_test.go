package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// versioned is a server whose pages have validators. It answers as net/http does: with 304 to who has the version.
func versioned(t *testing.T, modified time.Time, asked *[]http.Header) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.Header.Clone())
		switch r.URL.Path {
		case "/etag":
			w.Header().Set("ETag", `W/"1"`)
		case "/moved":
			http.Redirect(w, r, "/etag", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		if r.Header.Get("If-None-Match") == `W/"1"` {
			w.Header().Set("ETag", `W/"1"`)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		http.ServeContent(w, r, "x.html", modified, strings.NewReader(small))
	}))
	t.Cleanup(s.Close)
	return s
}

func TestPagesThatHaveNotChanged(t *testing.T) {
	modified := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var asked []http.Header
	s := versioned(t, modified, &asked)
	c := newClient(t, Options{})
	for _, path := range []string{"/etag", "/date"} {
		first := get(t, c, s.URL+path)
		if first.Unchanged || first.Status != http.StatusOK {
			t.Fatalf("%s: %+v", path, first)
		}
		again, err := c.GetIf(t.Context(), s.URL+path, ValidatorsOf(first.Header))
		if err != nil || !again.Unchanged || again.Status != http.StatusNotModified || len(again.Body) > 0 || len(again.Head) == 0 {
			t.Errorf("%s: %+v, %v", path, again, err)
		}
		other, err := c.GetIf(t.Context(), s.URL+path, Validators{ETag: `"0"`, LastModified: modified.Add(-time.Hour).Format(http.TimeFormat)})
		if err != nil || other.Unchanged || other.Status != http.StatusOK {
			t.Errorf("%s, another version: %+v, %v", path, other, err)
		}
	}
	if h := asked[1]; h.Get("If-None-Match") != `W/"1"` || h.Get("If-Modified-Since") != "Fri, 20 Nov 2026 12:00:00 GMT" {
		t.Errorf("asked with %v", h)
	}
	if r, err := c.GetIf(t.Context(), s.URL+"/moved", Validators{ETag: `"x"`}); err != nil || r.Location != s.URL+"/etag" {
		t.Errorf("a redirect: %+v, %v", r, err)
	}
}

// A 304 counts only for the version that was asked about.
func TestConfirmationsOfOtherVersions(t *testing.T) {
	const monday, tuesday = "Mon, 16 Nov 2026 12:00:00 GMT", "Tue, 17 Nov 2026 12:00:00 GMT"
	for _, c := range []struct {
		known, said Validators
		other       bool
	}{
		{Validators{ETag: `"1"`}, Validators{ETag: `"1"`}, false},
		{Validators{ETag: `"1"`}, Validators{ETag: `W/"1"`}, false}, // RFC 9110 §13.1.2: compared weakly
		{Validators{ETag: `"1"`}, Validators{}, false},
		{Validators{ETag: `"1"`}, Validators{ETag: `"2"`}, true},
		{Validators{`"1"`, monday}, Validators{`"1"`, tuesday}, false}, // the tag counts
		{Validators{LastModified: monday}, Validators{LastModified: monday}, false},
		{Validators{LastModified: monday}, Validators{LastModified: tuesday}, true},
		{Validators{LastModified: monday}, Validators{ETag: `"1"`}, false},
	} {
		head := "HTTP/1.1 304 Not Modified\r\n"
		if c.said.ETag != "" {
			head += "ETag: " + c.said.ETag + "\r\n"
		}
		if c.said.LastModified != "" {
			head += "Last-Modified: " + c.said.LastModified + "\r\n"
		}
		r, err := newClient(t, Options{}).GetIf(t.Context(), listen(t, say(head+"\r\n")), c.known)
		if c.other != errors.Is(err, ErrOtherVersion) || !c.other && (err != nil || !r.Unchanged) {
			t.Errorf("%+v confirmed as %+v: %v", c.known, c.said, err)
		}
	}
}

// What a server calls a validator is only sent back where it can stand in a request.
func TestValidatorsThatCanNotBeSentBack(t *testing.T) {
	h := http.Header{"Etag": {"\"a\x01\""}, "Last-Modified": {string(make([]byte, longestValidator+1))}}
	if v := ValidatorsOf(h); v != (Validators{}) {
		t.Errorf("%+v", v)
	}
	v := Validators{ETag: `"1"`, LastModified: "yesterday"}
	if later := v.newer(http.Header{}); later != v {
		t.Errorf("an answer without validators: %+v", later)
	}
	if later := v.newer(http.Header{"Etag": {`"2"`}}); later != (Validators{ETag: `"2"`}) {
		t.Errorf("an answer with a newer one: %+v", later)
	}
}

// A robots.txt is sent once, and confirmed after that; the conditions go to where it came from, and nowhere else.
func TestRobotsThatHaveNotChanged(t *testing.T) {
	sent, confirmed := 0, 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		condition := r.Header.Get("If-None-Match")
		switch {
		case r.URL.Path == "/robots.txt":
			if condition != "" {
				t.Errorf("the redirect was asked for with %q", condition)
			}
			http.Redirect(w, r, "/rules", http.StatusFound)
		case condition == `"1"`:
			confirmed++
			w.Header().Set("Cache-Control", "max-age=600")
			w.WriteHeader(http.StatusNotModified)
		default:
			sent++
			w.Header().Set("ETag", `"1"`)
			_, _ = w.Write([]byte("User-agent: *\nDisallow: /private"))
		}
	}))
	t.Cleanup(s.Close)
	c := newClient(t, Options{})
	var robots *Robots
	for range 3 {
		r, err := c.RobotsIf(t.Context(), s.URL, robots)
		if err != nil || r.Allowed("x", "/private/1") || !r.Allowed("x", "/") {
			t.Fatalf("%+v, %v", r, err)
		}
		robots = r
	}
	if left := time.Until(robots.Expires); sent != 1 || confirmed != 2 || left < 9*time.Minute || left > 10*time.Minute {
		t.Errorf("sent %d times, confirmed %d times, kept for %v", sent, confirmed, left)
	}
}

// A robots.txt that is confirmed as another one than is known is sent again.
func TestRobotsConfirmedAsAnotherVersion(t *testing.T) {
	sent := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != "" {
			w.Header().Set("ETag", `"other"`)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		sent++
		w.Header().Set("ETag", fmt.Sprintf(`"%d"`, sent))
		fmt.Fprintf(w, "User-agent: *\nDisallow: /%d", sent)
	}))
	t.Cleanup(s.Close)
	c := newClient(t, Options{})
	first, err := c.Robots(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := c.RobotsIf(t.Context(), s.URL, first); err != nil || second.Allowed("x", "/2") || !second.Allowed("x", "/1") || sent != 2 {
		t.Errorf("%+v, %v; sent %d times", second, err, sent)
	}
}

// A wall clock that is set forward or back by hours changes nothing of how long a robots.txt is kept: times with a
// monotonic reading ("m=") are compared by that.
func TestExpiryDoesNotGoByTheWallClock(t *testing.T) {
	for name, r := range map[string]*Robots{"none": allowAll(), "confirmed": allowAll().confirmed(&Response{})} {
		if !strings.Contains(r.Expires.String(), " m=+") {
			t.Errorf("%s: %v", name, r.Expires)
		}
	}
}
