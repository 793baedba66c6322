package seeds

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestWikiTellsInLinksAndText(t *testing.T) {
	var asked []string
	// The shapes of MediaWiki's API:Backlinks and API:Parsing_wikitext.
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		switch {
		case r.FormValue("list") == "backlinks":
			fmt.Fprint(w, `{"batchcomplete":"","query":{"backlinks":[{"pageid":1,"ns":0,"title":"Orb (optics)"},{"pageid":2,"ns":0,"title":"Spider"}]}}`)
		case r.FormValue("page") == "Spider":
			fmt.Fprint(w, `{"parse":{"title":"Spider","pageid":2,"text":{"*":"<p>Eight legs</p>"}}}`)
		default:
			fmt.Fprint(w, `{"error":{"code":"missingtitle","info":"The page you specified doesn't exist."}}`)
		}
	})
	wiki, err := OpenWiki("mediawiki=" + base)
	if err != nil {
		t.Fatal(err)
	}
	in, err := wiki.InLinks(t.Context(), base+"/wiki/Orb%27s_web#Silk", 20)
	if want := []string{base + "/wiki/Orb_%28optics%29", base + "/wiki/Spider"}; err != nil || !slices.Equal(in, want) {
		t.Errorf("%v, %v; want %v", in, err, want)
	}
	if want := "/w/api.php?action=query&blfilterredir=nonredirects&bllimit=20&blnamespace=0&bltitle=Orb%27s+web&format=json&list=backlinks"; asked[0] != want {
		t.Errorf("asked for %s; want %s", asked[0], want)
	}
	html, err := wiki.HTML(t.Context(), base+"/wiki/Spider")
	if err != nil || string(html) != "<p>Eight legs</p>" {
		t.Errorf("%q, %v", html, err)
	}
	if _, err := wiki.HTML(t.Context(), base+"/wiki/Moth"); err == nil || !strings.Contains(err.Error(), "doesn't exist") {
		t.Errorf("a page that is not there: %v", err)
	}
	for _, address := range []string{"https://other.example/wiki/Spider", base + "/wiki/", base + "/w/index.php"} {
		if _, err := wiki.InLinks(t.Context(), address, 1); err == nil || !strings.Contains(err.Error(), base+"/wiki/TITLE") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestOnlyWikisTellInLinks(t *testing.T) {
	if w, err := OpenWiki("mediawiki"); err != nil || w.base != Wikipedia {
		t.Errorf("%+v, %v", w, err)
	}
	for source, want := range map[string]string{"brave": "write mediawiki", "searxng=https://a.example": "write mediawiki", "mediawiki=wiki": "not the URL of a service"} {
		if _, err := OpenWiki(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", source, err)
		}
	}
}
