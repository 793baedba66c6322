package fetch

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestReadSitemap(t *testing.T) {
	const space = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`
	one := []SitemapPage{{URL: "http://a.example/1"}}
	for name, c := range map[string]struct {
		content string
		want    Sitemap
	}{
		"a set":           {`<urlset ` + space + `><url><loc> http://a.example/1 </loc><lastmod>2026</lastmod></url></urlset>`, Sitemap{Pages: one}},
		"entities":        {`<urlset><url><loc>http://a.example/?a&amp;b<![CDATA[&c]]></loc></url></urlset>`, Sitemap{Pages: []SitemapPage{{URL: "http://a.example/?a&b&c"}}}},
		"images apart":    {`<urlset><url><image:image><image:loc>http://a.example/x.png</image:loc></image:image><loc>http://a.example/1</loc></url></urlset>`, Sitemap{Pages: one}},
		"news":            {`<urlset><url><loc>http://a.example/1</loc><n:news><n:title>New</n:title></n:news></url></urlset>`, Sitemap{Pages: []SitemapPage{{"http://a.example/1", "New"}}}},
		"an index":        {`<sitemapindex><sitemap><loc>http://a.example/s.xml</loc></sitemap></sitemapindex>`, Sitemap{Sitemaps: []string{"http://a.example/s.xml"}}},
		"Atom":            {`<feed><link href="/"/><entry><title>T</title><link rel="self" href="http://x/"/><link href="http://a.example/1"/></entry></feed>`, Sitemap{Pages: []SitemapPage{{"http://a.example/1", "T"}}}},
		"RSS":             {`<rss><channel><title>C</title><link>http://a.example/</link><item><title>T</title><link>http://a.example/1</link></item></channel></rss>`, Sitemap{Pages: []SitemapPage{{"http://a.example/1", "T"}}}},
		"lines":           {"\ufeffhttp://a.example/1\r\nhttps://a.example/2\n", Sitemap{Pages: []SitemapPage{{URL: "http://a.example/1"}, {URL: "https://a.example/2"}}}},
		"packed":          {string(gzipped("http://a.example/1\n")), Sitemap{Pages: one}},
		"broken off":      {`<urlset><url><loc>http://a.example/1</loc></url><url><loc>http://a.ex`, Sitemap{Pages: one}},
		"Latin-1":         {"<?xml version='1.0' encoding='iso-8859-1'?><urlset><url><loc>http://a.example/\xe9</loc></url></urlset>", Sitemap{Pages: []SitemapPage{{URL: "http://a.example/\u00e9"}}}},
		"then nested":     {`<urlset><url><loc>http://a.example/1</loc></url>` + strings.Repeat("<a>", 100_000), Sitemap{Pages: one}},
		"a document type": {`<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><urlset><url><loc>http://a.example/1</loc></url></urlset>`, Sitemap{Pages: one}},
	} {
		got, err := ReadSitemap(strings.NewReader(c.content))
		if err != nil || !cmp.Equal(*got, c.want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
	for name, c := range map[string]struct{ content, want string }{
		"nothing":        {"", "nothing in it"},
		"a page":         {"<!doctype html><p>page", "names no page"},
		"prose":          {"Dear crawler", "neither XML nor a list"},
		"noise for gzip": {"\x1f\x8b\x08noise", "sitemap: "},
		"too deep":       {strings.Repeat("<a>", 100), "nested too deep"},
		"an end first":   {"</urlset>", "has not begun"},
	} {
		if got, err := ReadSitemap(strings.NewReader(c.content)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, %v; want %q", name, got, err, c.want)
		}
	}
	many := strings.Repeat("http://a.example/\n", maxSitemapEntries+10)
	if s, err := ReadSitemap(strings.NewReader(many)); err != nil || len(s.Pages) != maxSitemapEntries {
		t.Errorf("too many: %v", err)
	}
}

// Sitemaps made to take long or much: texts in 200,000 pieces, a tag of a million attributes, a text without end. What came
// before is read.
func TestHostileSitemaps(t *testing.T) {
	const good = "<urlset><url><loc>http://a.example/1</loc><title>One</title></url>"
	for name, more := range map[string]string{
		"pieces of a title":  "<url><loc>http://a.example/2</loc><title>" + strings.Repeat("a<!---->", 200_000) + "</title></url>",
		"pieces of a URL":    "<url><loc>http://a.example/" + strings.Repeat("a<!---->", 200_000) + "</loc></url>",
		"many attributes":    "<url" + strings.Repeat(" a", 1_000_000),
		"text without end":   strings.Repeat("x", 3_000_000),
		"another charset":    "<!--" + strings.Repeat("x", 3_000_000),
		"many open elements": strings.Repeat("<url>", 100_000),
		"a long link":        `<entry><link href="http://a.example/` + strings.Repeat("x", 5000) + `"/><loc>x</loc></entry>`,
	} {
		text := good + more
		if name == "another charset" {
			text = `<?xml version="1.0" encoding="windows-1251"?>` + text
		}
		start := time.Now()
		s, err := ReadSitemap(strings.NewReader(text))
		if err != nil || s.Pages[0] != (SitemapPage{URL: "http://a.example/1", Title: "One"}) || time.Since(start) > 5*time.Second {
			t.Errorf("%s: %v, %v after %v", name, s, err, time.Since(start))
			continue
		}
		for _, p := range s.Pages {
			if len(p.Title) > maxSitemapText || len(p.URL) > maxSitemapText {
				t.Errorf("%s: a page of %d and %d bytes", name, len(p.URL), len(p.Title))
			}
		}
	}
}

// How many pages each of crawler-commons' samples names, counted by hand (grep -c '<loc>' and its like).
func TestSitemapSamples(t *testing.T) {
	root := corpora(t, "conformance/sitemaps")
	files, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]int{ // pages, sitemaps
		"atom.xml": {1, 0}, "hebdenbridgetimes-articles-sitemap.xml": {74, 0}, "pagemaps-sitemap.xml": {2, 0}, "shinpaideshou-news-sitemap.xml": {3, 0},
		"sitemap-images.xml": {1, 0}, "sitemap-links.xml": {3, 0}, "sitemap-mobile.xml": {3, 0}, "sitemap-news.xml": {2, 0}, "sitemap-videos-tvshow.xml": {1, 0},
		"sitemap-videos.xml": {3, 0}, "sitemap.badns.xml": {2, 0}, "sitemap.index.xml": {0, 15}, "sitemap.ns.xml": {2, 0},
	}
	for _, file := range files {
		content, err := os.Open(filepath.Join(root, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		s, err := ReadSitemap(content)
		_ = content.Close()
		counts := want[file.Name()]
		if err != nil || len(s.Pages) != counts[0] || len(s.Sitemaps) != counts[1] {
			t.Errorf("%s: %d pages, %d sitemaps, %v; want %v", file.Name(), len(s.Pages), len(s.Sitemaps), err, counts)
		}
	}
}

func TestSitemapOfASite(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/sitemap.xml":
			http.Redirect(w, r, "/packed", http.StatusFound)
		case "/packed":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(gzipped("http://a.example/1\n"))
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	c := newClient(t, Options{})
	if got, err := c.Sitemap(t.Context(), s.URL+"/sitemap.xml"); err != nil || len(got.Pages) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	for path, kind := range map[string]Kind{"/loop": KindRedirect, "/none": KindStatus} {
		if _, err := c.Sitemap(t.Context(), s.URL+path); KindOf(err) != kind {
			t.Errorf("%s: %v, want %s", path, err, kind)
		}
	}
}

func FuzzSitemap(f *testing.F) {
	for _, s := range []string{
		`<urlset><url><loc>http://a.example/1</loc></url></urlset>`, `<feed><entry><link href="x"/></entry></feed>`, "http://a.example/\n",
		"<?xml version='1.0' encoding='utf-16'?><a>", string(gzipped("<sitemapindex><sitemap>x</sitemap>")), "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		s, err := ReadSitemap(strings.NewReader(content))
		if (s == nil) == (err == nil) || s != nil && len(s.Pages)+len(s.Sitemaps) == 0 {
			t.Errorf("%+v, %v", s, err)
		}
	})
}
