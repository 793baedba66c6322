package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// served runs orb serve until the test's end and returns its address.
func served(t *testing.T, args ...string) (addr string, pages int) {
	t.Helper()
	signals := make(chan os.Signal, 1)
	out, in := io.Pipe()
	ended := make(chan int)
	go func() {
		p := program{args: append([]string{"serve", "--json"}, args...), out: in, err: io.Discard, signals: signals}
		ended <- p.run(t.Context())
	}()
	t.Cleanup(func() {
		signals <- os.Interrupt
		if status := <-ended; status != statusDone {
			t.Errorf("orb serve ended with %d", status)
		}
	})
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Addr  string
		Pages int
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Addr, answer.Pages
}

func TestServeFolder(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"index.html": `<a href="b.html">b</a>`, "b.html": "b", "secret.txt": "s"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(t.TempDir(), "log")
	addr, pages := served(t, folder, "--addr", "127.0.0.1:0", "--log", log)
	if pages != 2 {
		t.Errorf("%d pages, want 2", pages)
	}
	done := crawl(t, t.TempDir(), "--seed", "http://"+addr+"/", "--delay", "0", "--pages", "0")
	if done.Pages != 2 || done.Stop != "dead-end" {
		t.Errorf("the crawl ended with %+v", done)
	}
	resp, err := http.Get("http://" + addr + "/secret.txt")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	if resp.StatusCode != http.StatusNotFound {
		t.Errorf("what is no page was answered with %d", resp.StatusCode)
	}
	text, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(text), " /b.html 200 1\n") {
		t.Errorf("the log holds %q (%v)", text, err)
	}
}

// The sample web's hosts are reached by their names, with the server as proxy as well as with --resolve.
func TestServeSampleAsProxy(t *testing.T) {
	addr, pages := served(t, "sample", "--addr", "127.0.0.1:0")
	if pages < 1500 {
		t.Errorf("%d pages, want about 2,000", pages)
	}
	done := crawl(t, t.TempDir(), "--seed", "http://night-sky.example/", "--proxy", "http://"+addr, "--delay", "0", "--pages", "10")
	if done.Pages != 10 {
		t.Errorf("the crawl ended with %+v", done)
	}
}
