package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// asProgram is set in the environment of a process that is to be orb itself: the tests that kill one need a process.
const asProgram = "ORB_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	goleak.VerifyTestMain(m)
}

// ran is what a run of orb left behind.
type ran struct {
	status   int
	out, err string
}

// orb runs a command line with its sessions in data.
func orb(t *testing.T, data string, args ...string) ran {
	t.Helper()
	return orbWith(t, data, program{}, args...)
}

// orbWith is orb with some of the program's surroundings given.
func orbWith(t *testing.T, data string, p program, args ...string) ran {
	t.Helper()
	var out, complaints bytes.Buffer
	p.args, p.out, p.err = append([]string{"--data", data}, args...), &out, &complaints
	if p.in == nil {
		p.in = strings.NewReader("")
	}
	if p.quit == nil {
		p.quit = func(status int) { t.Errorf("orb %v: quit with %d", args, status) }
	}
	status := p.run(t.Context())
	return ran{status, out.String(), complaints.String()}
}

// must fails the test unless the run was a success, and returns it.
func (r ran) must(t *testing.T) ran {
	t.Helper()
	if r.status != statusDone {
		t.Fatalf("status %d: %s%s", r.status, r.err, r.out)
	}
	return r
}

// answer decodes the last line of standard output.
func (r ran) answer(t *testing.T, into any) {
	t.Helper()
	lines := strings.Split(strings.TrimRight(r.out, "\n"), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), into); err != nil {
		t.Fatalf("the last line is no JSON: %v: %q", err, lines[len(lines)-1])
	}
}

func TestMisuse(t *testing.T) {
	lines := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(lines, []byte("# only a comment\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	seeded := func(args ...string) []string { return append([]string{"crawl", "--seed", "http://a.test/"}, args...) }
	for name, c := range map[string]struct {
		args []string
		want []string // the line names what is wrong, and what is right
	}{
		"no command":         {nil, []string{"command", "crawl"}},
		"unknown command":    {[]string{"histroy"}, []string{"histroy", `"history"`}},
		"far-off command":    {[]string{"download"}, []string{"download", "did you mean"}},
		"unknown flag":       {seeded("--pags", "3"), []string{"--pags", `"--pages"`}},
		"far-off flag":       {seeded("--limit", "3"), []string{"--limit", "did you mean"}},
		"flag of another":    {[]string{"hits", "x", "--pages", "3"}, []string{"--pages"}},
		"no number":          {seeded("--pages", "many"), []string{"--pages", `"many"`, "whole number"}},
		"huge number":        {seeded("--pages", "99999999999999999999"), []string{"--pages", "99999999999999999999"}},
		"negative number":    {seeded("--pages", "-5"), []string{"pages = -5", "write 0 to"}},
		"too many workers":   {seeded("--workers", "1000"), []string{"workers = 1000", "256"}},
		"no workers":         {seeded("--workers", "0"), []string{"--workers 0", "1 or more"}},
		"metrics nowhere":    {seeded("--metrics", "127.0.0.1"), []string{"--metrics", "127.0.0.1:9464"}},
		"profiles for all":   {seeded("--metrics", "0.0.0.0:0", "--pprof"), []string{"--pprof", "loopback"}},
		"profiles nowhere":   {seeded("--pprof"), []string{"--metrics 127.0.0.1:9464"}},
		"log nowhere":        {seeded("--log", "/nowhere/orb.log"), []string{"--log", "/nowhere/orb.log"}},
		"log level":          {seeded("--log", lines+".log", "--log-level", "loud"), []string{"--log-level", "debug"}},
		"no fraction":        {seeded("--hit-score", "high"), []string{"--hit-score", `"high"`}},
		"score too high":     {seeded("--hit-score", "2"), []string{"hit-score = 2", "0 to 1"}},
		"no time":            {seeded("--timeout", "soon"), []string{"--timeout", `"soon"`, "10s"}},
		"time without unit":  {seeded("--delay", "5"), []string{"--delay", `"5"`, "10s"}},
		"delay too long":     {seeded("--delay", "1000h"), []string{"delay = 1000h0m0s"}},
		"timeout 0":          {seeded("--timeout", "0"), []string{"--timeout 0s", "10s"}},
		"unknown family":     {seeded("--family", "best-frist"), []string{`"best-frist"`, `"best-first"`}},
		"unknown parameter":  {seeded("--family", "infospiders", "--set", "thta=1"), []string{`"thta"`, `"theta"`}},
		"parameter off":      {seeded("--family", "infospiders", "--set", "alpha=7"), []string{"alpha", "0 to 1"}},
		"parameter no value": {seeded("--set", "alpha"), []string{`"alpha"`, "PARAM=VALUE"}},
		"parameter twice":    {seeded("--set", "alpha=0", "--set", "alpha=1"), []string{"alpha=1", "once"}},
		"no seeds":           {[]string{"crawl", "--keywords", "x"}, []string{"--seed URL", "--seeds-from"}},
		"malformed seed":     {[]string{"crawl", "--seed", "http://a.test/", "--seed", "http://[::1/"}, []string{"seed 2", "http://[::1/"}},
		"seed of a scheme":   {[]string{"crawl", "--seed", "ftp://a.test/"}, []string{"ftp://a.test/"}},
		"saturate":           {seeded("--keywords", "x", "--saturate", "-1"), []string{"saturate = -1", "0 to 10000"}},
		"saturate, no words": {seeded("--saturate", "50"), []string{"saturate", "keywords"}},
		"saturate share":     {seeded("--keywords", "x", "--saturate", "50", "--saturate-share", "2"), []string{"saturate-share = 2", "0 to 1"}},
		"share of nothing":   {seeded("--saturate-share", "0.5"), []string{"--saturate K"}},
		"no such model":      {seeded("--model", "no/such/file"), []string{"--model", "no/such/file"}},
		"no such file":       {[]string{"crawl", "--seeds-file", "no/such/file"}, []string{"--seeds-file", "no/such/file"}},
		"folder for file":    {[]string{"crawl", "--seeds-file", t.TempDir()}, []string{"--seeds-file"}},
		"empty file":         {[]string{"crawl", "--seeds-file", lines}, []string{"nowhere to start from"}},
		"unknown scope":      {seeded("--scope", "sites"), []string{`"sites"`, `"site"`}},
		"empty scope":        {seeded("--scope", lines), []string{lines, "URL prefix"}},
		"proxy":              {seeded("--proxy", "localhost"), []string{`"localhost"`, "http://HOST:PORT"}},
		"resolve":            {seeded("--resolve", "a.test"), []string{`"a.test"`, "HOST:PORT:ADDR"}},
		"range":              {seeded("--allow-private", "10.0.0.1"), []string{`"10.0.0.1"`, "CIDR"}},
		"delay 0 on the Web": {[]string{"crawl", "--seed", "https://example.org/", "--delay", "0"}, []string{"example.org", "--delay 1s", "--no-robots-for"}},
		"unknown source":     {[]string{"crawl", "--keywords", "x", "--seeds-from", "gogle"}, []string{`"gogle"`, "mediawiki"}},
		"source, no words":   {[]string{"crawl", "--seeds-from", "mediawiki"}, []string{"--keywords"}},
		"which session":      {[]string{"hits"}, []string{"orb sessions"}},
		"unknown session":    {[]string{"hits", "20260101-000000-x"}, []string{"20260101-000000-x"}},
		"top":                {[]string{"hits", "x", "--top", "-1"}, []string{"--top -1"}},
		"new budget":         {[]string{"resume", "x", "--pages", "-1"}, []string{"pages = -1"}},
		"argument too many":  {[]string{"version", "please"}, []string{"please"}},
		"public address":     {[]string{"serve", "sample", "--addr", "0.0.0.0:0"}, []string{"0.0.0.0:0", "127.0.0.1"}},
		"no corpus":          {[]string{"serve", "no/such/folder"}, []string{"no/such/folder"}},
	} {
		t.Run(name, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "data")
			r := orb(t, data, c.args...)
			if r.status != statusWrongUse || r.out != "" {
				t.Errorf("status %d, output %q; want status 2 and none", r.status, r.out)
			}
			if strings.Count(r.err, "\n") != 1 || !strings.HasSuffix(r.err, "\n") {
				t.Errorf("not one line: %q", r.err)
			}
			for _, want := range c.want {
				if !strings.Contains(r.err, want) {
					t.Errorf("%q does not name %q", r.err, want)
				}
			}
			if files, _ := filepath.Glob(filepath.Join(data, "*")); len(files) > 0 {
				t.Errorf("written: %v", files)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	r := orb(t, t.TempDir(), "crawl", "--help").must(t)
	for _, want := range []string{"--keywords", "--seeds-from", "--resolve", "--pages=500"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("help does not say %q: %s", want, r.out)
		}
	}
}

func TestVersion(t *testing.T) {
	var v struct{ Version, Commit, Go string }
	orb(t, t.TempDir(), "version", "--json").must(t).answer(t, &v)
	if v.Version == "" || v.Commit == "" || !strings.HasPrefix(v.Go, "go1.") {
		t.Errorf("version = %+v", v)
	}
}

func TestFamilies(t *testing.T) {
	var families []familyLine
	orb(t, t.TempDir(), "families", "--json").must(t).answer(t, &families)
	names := map[string]familyLine{}
	for _, f := range families {
		names[f.Name] = f
		if f.Title == "" || f.Source == "" || f.Version < 1 {
			t.Errorf("%s lacks title, source or version", f.Name)
		}
	}
	for _, want := range []string{"breadth-first", "best-first", "infospiders"} {
		if _, ok := names[want]; !ok {
			t.Errorf("%s is missing", want)
		}
	}
	// algorithms §3.6: T = 0.1.
	for _, p := range names["infospiders"].Params {
		if p.Name == "temperature" && (p.Kind != "number" || p.Default != 0.1 || p.Min == nil || p.Max == nil) {
			t.Errorf("temperature = %+v", p)
		}
	}
	if r := orb(t, t.TempDir(), "families").must(t); !strings.Contains(r.out, "temperature") {
		t.Errorf("families for people: %s", r.out)
	}
}
