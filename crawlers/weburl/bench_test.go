package weburl

import "testing"

// The references of a usual page: most of its own host, some of others, a few that need the parser.
var benchReferences = []string{
	"/wiki/Africa.html", "/wiki/%C3%81ed%C3%A1n_mac_Gabr%C3%A1in.html", "Asia.html", "../img/", "#top", "?page=2", "http://www.example.org/a/b?c=d",
	"https://example.com/", "//cdn.example.net/x.js", "mailto:a@example.org", "/wiki/Ä", "http://a.example/wiki/index.html",
}

func BenchmarkResolve(b *testing.B) {
	r, err := DefaultRules().NewResolver("http://a.example/wiki/Mars.html")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		r.Resolve(benchReferences[i%len(benchReferences)]) // some are refused
		i++
	}
}

// The URL of a page, which is resolved before its references are.
func BenchmarkNewResolver(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DefaultRules().NewResolver("http://127.0.0.1:8080/wiki/Mars.html"); err != nil {
			b.Fatal(err)
		}
	}
}
