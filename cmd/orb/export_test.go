package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"orbweaver/crawlers/warc"
)

func TestExportAndImport(t *testing.T) {
	web, data, other := sample(t), t.TempDir(), t.TempDir()
	var crawled sittingLine
	orb(t, data, append([]string{"crawl", "--json", "--quiet", "--keywords", "coral reef", "--seed", "http://marine-life.example/", "--pages", "30"}, web.through()...)...).must(t).answer(t, &crawled)
	out := filepath.Join(t.TempDir(), "reef.warc.gz")
	var written exported
	orb(t, data, "export", crawled.Session, "--format", "warc", "--out", out, "--json").must(t).answer(t, &written)
	if written.Records != 30 || len(written.Written) != 2 {
		t.Errorf("%+v", written)
	}
	index, err := os.ReadFile(written.Written[1])
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := warc.ReadIndex(bytes.NewReader(index)); err != nil || len(entries) != 30 || entries[0].Filename != "reef.warc.gz" {
		t.Errorf("%d index entries, %v", len(entries), err)
	}
	var again imported
	orb(t, other, "import", out, "--json").must(t).answer(t, &again)
	if again.Pages != 30 {
		t.Errorf("%+v", again)
	}
	was, is := orb(t, data, "history", crawled.Session).must(t), orb(t, other, "history", again.Session).must(t)
	if was.out != is.out {
		t.Error("the history of the imported session differs")
	}
	if r := orb(t, other, "check", again.Session); r.status != statusDone {
		t.Errorf("check: %+v", r)
	}
	if r := orb(t, data, "export", crawled.Session, "--format", "warc", "--out", out); r.status != statusWrongUse {
		t.Errorf("over a file that is there: %+v", r)
	}
	if r := orb(t, data, "import", written.Written[1]); r.status != statusFailed {
		t.Errorf("import of what is no archive: %+v", r)
	}
	if r := orb(t, data, "export", "nobody", "--format", "warc", "--out", out+"2"); r.status != statusWrongUse {
		t.Errorf("export of no session: %+v", r)
	}
	if files, err := filepath.Glob(filepath.Join(filepath.Dir(out), "*")); err != nil || len(files) != 2 {
		t.Errorf("left behind: %v", files)
	}
}
