package app

import (
	"strings"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/page"
	"orbweaver/crawlers/text"
	"orbweaver/widgets"
)

func TestReadable(t *testing.T) {
	long := strings.Repeat("<p>A reef is built by coral polyps over thousands of years, in warm and shallow seas.</p>", 5)
	for _, tc := range []struct {
		name, body   string
		want, hidden string
	}{
		{"an article", "<html><body><nav>Menu</nav><h2>Reefs</h2>" + long + "<script>alert(1)</script></body></html>", "coral polyps", "alert"},
		{"nothing stands out", "<html><body><b>Coral</b> list<style>p{}</style></body></html>", "Coral list", "p{}"},
		{"direction characters", "<html><body><p>moc.live\u202Eelgoog</p></body></html>", "moc.liveelgoog", "\u202E"},
		{"nested without end", strings.Repeat("<div>", 3000) + "deep</div>", "", "deep"},
		{"no HTML at all", "coral reef", "coral reef", "<"},
	} {
		a := &crawlers.Answer{URL: "http://a.example/", Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"), Body: []byte(tc.body)}
		paragraphs, err := readable(a, &page.Page{Lang: "en"}, text.NewQuery("coral"))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		var all []string
		for _, p := range paragraphs {
			all = append(all, p.Text)
		}
		got := strings.Join(all, "\n")
		if !strings.Contains(got, tc.want) || strings.Contains(got, tc.hidden) {
			t.Errorf("%s: reads %q", tc.name, got)
		}
	}
}

func TestMainTextLeavesNavigationOut(t *testing.T) {
	article := "<p>" + strings.Repeat("A reef is built by coral polyps. ", 20) + "</p>"
	links := "<ul>" + strings.Repeat("<li><a href=/x>Elsewhere</a></li>", linkRow) + "</ul>"
	for _, tc := range []struct {
		name, body string
		want       int
	}{
		{"an article", article + article, 2},
		{"with navigation", "<nav>Home</nav><aside>Buy</aside>" + article + "<footer>1998</footer>", 1},
		{"with a row of links", links + article + links, 1},
		{"with a few links", "<p><a href=/a>One</a></p>" + article, 2},
		{"a list of links", "<h1>Reefs</h1>" + links, 1 + linkRow},
		{"nothing but navigation", "<nav><p>Home</p><p>About</p></nav>", 2},
		{"nothing", "", 0},
	} {
		if got := mainText([]byte(tc.body)); len(got) != tc.want {
			t.Errorf("%s: %d paragraphs, want %d: %.300v", tc.name, len(got), tc.want, got)
		}
	}
}

func FuzzMainText(f *testing.F) {
	f.Add("<h1>Coral</h1><li><a>reef</a><table><td>x")
	f.Fuzz(func(t *testing.T, body string) {
		for _, p := range mainText([]byte(body)) {
			if p.Text == "" || widgets.Clean(p.Text, paragraphLimit+1) != p.Text {
				t.Errorf("paragraph %q", p.Text)
			}
		}
	})
}

func TestReadableRefusesABrokenHead(t *testing.T) {
	if _, err := readable(&crawlers.Answer{URL: "http://a.example/", Head: []byte("nonsense")}, &page.Page{}, text.Query{}); err == nil {
		t.Error("a broken head is read")
	}
}

func TestParagraphsFollowBlocks(t *testing.T) {
	got := mainText([]byte("<h1>Coral <em>reefs</em></h1><p>One<br>two</p><ul><li>Kelp<li> </ul><table><tr><td>a<td>b</table>tail"))
	want := []widgets.Paragraph{{Text: "Coral reefs", Heading: true}, {Text: "One"}, {Text: "two"}, {Text: "• Kelp"}, {Text: "a"}, {Text: "b"}, {Text: "tail"}}
	if len(got) != len(want) {
		t.Fatalf("paragraphs %+v", got)
	}
	for i := range want {
		if got[i].Text != want[i].Text || got[i].Heading != want[i].Heading {
			t.Errorf("paragraph %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestMarksAreTheQuerysWords(t *testing.T) {
	for _, tc := range []struct{ lang, query, text, want string }{
		{"en", "reefs", "A reef, reefs; the reefed.", "reef|reefs|reefed"}, // one stem
		{"en", "the", "the reef", ""},                                      // a stop word
		{"en", "", "reef", ""},
		{"ja", "珊瑚礁", "美しい珊瑚礁の魚", "珊瑚礁"}, // pairs of letters overlap
		{"en", "café", "Un CAFÉ.", "CAFÉ"},
	} {
		m := marker{text.NewAnalyzer(nil), tc.lang, text.NewQuery(tc.query).Vector(tc.lang)}
		var got []string
		for _, mark := range m.marks(tc.text) {
			got = append(got, tc.text[mark.Start:mark.End])
		}
		if strings.Join(got, "|") != tc.want {
			t.Errorf("%q in %q: %q, want %q", tc.query, tc.text, got, tc.want)
		}
	}
}
