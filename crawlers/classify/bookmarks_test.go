package classify

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// As browsers write them: capitals, no closing DT, DD and P.
const exported = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><A HREF="https://loose.example/" ADD_DATE="1">A loose one &amp; its title</A>
    <DT><H3 ADD_DATE="2" PERSONAL_TOOLBAR_FOLDER="true">News/Politics</H3>
    <DD>What a folder is about
    <DL><p>
        <DT><A HREF="https://gazette.example/" ICON="data:,">The Gazette</A>
        <DD>Elections and parliaments
        <DT><A HREF="javascript:alert(1)">A script</A>
        <HR>
        <DT><H3>Empty</H3>
        <DL><p>
        </DL><p>
        <DT><H3>Courts</H3>
        <DL><p>
            <DT><A HREF="https://court.example/"></A>
        </DL><p>
    </DL><p>
    <DT><H3>news - politics</H3>
    <DL><p>
        <DT><A HREF="https://times.example/">The Times</A>
    </DL><p>
</DL><p>
`

func TestBookmarks(t *testing.T) {
	taxonomy, err := ReadBookmarks(strings.NewReader(exported))
	if err != nil {
		t.Fatal(err)
	}
	const want = `Bookmarks
    @ https://loose.example/ A loose one & its title
News - Politics
    @ https://gazette.example/ The Gazette
    | Elections and parliaments

    @ https://times.example/ The Times
    Courts
        @ https://court.example/ https://court.example/
`
	if got := indentedText(t, taxonomy); got != want {
		t.Errorf("the bookmarks are\n%s\nwant\n%s", got, want)
	}
	if err := taxonomy.Check(); err != nil {
		t.Error(err)
	}
}

// However a file is damaged, reading it ends, and what it gives can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(exported))
	f.Add([]byte(spiders))
	f.Add([]byte("A *\n\tB\n\t| x\n  @\n@en -\n|\n# c"))
	f.Add([]byte("<dl><dt><h3>a</h3><dl><dd>x<a href=http://x><h3></dl>"))
	if file, err := json.Marshal(read(f, spiders)); err == nil {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		taxonomy, err := Read(data)
		if err != nil {
			return
		}
		want, err := json.Marshal(taxonomy)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(want)
		if err != nil {
			t.Fatalf("%v in %s", err, want)
		}
		var indented bytes.Buffer
		if err := again.WriteIndented(&indented); err != nil {
			t.Fatal(err)
		}
		if again, err = ReadIndented(&indented); err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(again); !bytes.Equal(got, want) {
			t.Fatalf("after writing and reading: %s\nbefore: %s", got, want)
		}
		tree := NewClassifier(taxonomy).Tree()
		if p := tree.Place(vector("orb web")); !(p.Relevance >= 0 && p.Relevance <= 1) {
			t.Fatalf("R = %v", p.Relevance)
		}
	})
}

// Names of folders that are too long for a category are cut.
func TestLongNamesOfFoldersAreCut(t *testing.T) {
	file := `<dl><dt><h3>` + strings.Repeat("ä", 199) + ` *x</h3><dl><dt><a href="http://a.example/">Orb</a></dl></dl>`
	taxonomy, err := Read([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if name := taxonomy.Root().Children()[0].Name(); name != strings.Repeat("ä", 199) {
		t.Errorf("the folder is %q", name)
	}
}
