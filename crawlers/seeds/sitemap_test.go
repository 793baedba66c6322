package seeds

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An index of three sitemaps: one of pages, one that is not there, one on a private address that nobody has named.
func TestSeedsFromASitemap(t *testing.T) {
	var site *httptest.Server
	site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/index.xml":
			_, _ = w.Write([]byte("<sitemapindex><sitemap><loc>" + site.URL + "/news.xml</loc></sitemap><sitemap><loc>http://10.0.0.1/s.xml</loc></sitemap><sitemap><loc>" + site.URL + "/none.xml</loc></sitemap></sitemapindex>"))
		case "/news.xml":
			_, _ = w.Write([]byte(`<urlset>
				<url><loc>` + site.URL + `/about</loc></url>
				<url><loc>` + site.URL + `/coral</loc></url>
				<url><loc>` + site.URL + `/coral-reef</loc></url>
				<url><loc>` + site.URL + `/x</loc><news><title>Of fish and reefs, and coral</title></news></url>
				<url><loc>javascript:alert("coral reef")</loc></url>
			</urlset>`))
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	found, err := Search(t.Context(), "sitemap="+site.URL+"/index.xml", "Coral reefs", 10)
	if err != nil {
		t.Fatal(err)
	}
	want := []Seed{{URL: site.URL + "/coral-reef"}, {URL: site.URL + "/x", Title: "Of fish and reefs, and coral"}, {URL: site.URL + "/coral"}}
	if d := cmp.Diff(want, found); d != "" {
		t.Error(d)
	}
	if _, err := Search(t.Context(), "sitemap="+site.URL+"/news.xml", "volcano", 10); err == nil || !strings.Contains(err.Error(), "no page about") {
		t.Errorf("nothing of the topic: %v", err)
	}
	if _, err := Search(t.Context(), "sitemap="+site.URL+"/none.xml", "coral", 10); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("no sitemap: %v", err)
	}
	if _, err := Open("sitemap"); err == nil || !strings.Contains(err.Error(), "sitemap=https://HOST/sitemap.xml") {
		t.Errorf("no address: %v", err)
	}
}
