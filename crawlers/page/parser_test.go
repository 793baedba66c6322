package page

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"pgregory.net/rapid"

	"orbweaver/crawlers/weburl"
)

const at = "http://a.example/x/page.html"

// parse parses markup as the page at, with the default options.
func parse(t testing.TB, markup string) *Page {
	t.Helper()
	p, err := Parse(at, []byte(markup))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestVisibleText(t *testing.T) {
	for _, c := range []struct{ name, markup, want string }{
		{"blocks are lines", "<h1>Orb  weavers</h1><p>make\nround <b>webs</b>.</p>", "Orb weavers\nmake round webs."},
		{"inline elements do not part words", "H<sub>2</sub>O <i>web</i>s", "H2O webs"},
		{"breaks and cells part words", "a<br>b<table><tr><td>c<td>d</table>", "a\nb\nc\nd"},
		{"the title is the first line", "<title>Orb &amp;\n web</title><body>text", "Orb & web\ntext"},
		{"pictures' titles are no title", "<title>Page</title><svg><title>Picture</title></svg>text", "Page\ntext"},
		{"scripts and styles", "a<script>b<p></script><style>c</style> d", "a d"},
		{"a script closed like XML is open all the same", "a<script src=x />b</script> c", "a c"},
		{"in XML it is closed", `<?xml version="1.0"?><html><script src="x"/>a</html>`, "a"},
		{"templates in templates", "a<template>b<template>c</template>d</template> e", "a e"},
		{"comments", "a<!-- b --> c<!-->d", "a cd"},
		{"entities", "caf&eacute; &#8212; &lt;p&gt;", "café — <p>"},
		{"noscript: we run no scripts", "<noscript>a <b>b</b></noscript>", "a b"},
		{"text areas and frames", "a<textarea>b</textarea><iframe>c</iframe>d", "a\nd"},
		{"alternative text", `see<img src=x alt="a web">here<img alt="">`, "see a web here"},
		{"what plug-ins would replace", "<object data=x.swf><p>a</p></object>", "a"},
		{"broken UTF-8", "a\xffb", "a\uFFFDb"},
		{"an element cut off", "a <b>b <a href=", "a b"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.TrimSpace(parse(t, c.markup).Text); got != c.want {
				t.Errorf("Text = %q, want %q", got, c.want)
			}
		})
	}
}

func TestLanguage(t *testing.T) {
	const german = "Die Kreuzspinne baut jeden Tag ein neues Netz und frisst das alte auf, weil es nicht mehr klebt. Sie wartet in der Mitte, bis eine Fliege hineingerät, und läuft dann über die Fäden zu ihr hin. Im Herbst legt sie ihre Eier und stirbt."
	for _, c := range []struct{ name, markup, want string }{
		{"attribute", "<html lang=fr><p>" + german, "fr"},
		{"with region", "<html lang='pt-BR'>", "pt"},
		{"with underscore, upper case", "<html lang=EN_us>", "en"},
		{"as XML", "<html xml:lang=sv>", "sv"},
		{"meta", "<meta http-equiv=Content-Language content='nl, en'><p>" + german, "nl"},
		{"the attribute wins", "<html lang=fr><meta http-equiv=Content-Language content=nl>", "fr"},
		{"no code", "<html lang=english><p>hallo", ""},
		{"detected", "<p>" + german, "de"},
		{"too little to detect", "<p>Die Kreuzspinne", ""},
		{"nothing to detect", "<p>" + strings.Repeat("12 345 – ", 100), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := parse(t, c.markup).Lang; got != c.want {
				t.Errorf("Lang = %q, want %q", got, c.want)
			}
		})
	}
	if got := parse(t, "<html lang=de><p>Die Spinnen spinnen").Words.Strings(); !slices.Equal(got, []string{"spinn", "spinn"}) {
		t.Errorf("German words are %q", got)
	}
}

func TestLinks(t *testing.T) {
	urls := func(p *Page) []string {
		list := []string{}
		for _, l := range p.Links {
			list = append(list, l.URL)
		}
		return list
	}
	for _, c := range []struct {
		name, markup string
		want         []string
	}{
		{"relative", "<a href=y.html>y</a><a href='/z'>z</a><a href='//b.example'>b</a>", []string{"http://a.example/x/y.html", "http://a.example/z", "http://b.example/"}},
		{"trimmed", "<a href=' \n y '>y</a>", []string{"http://a.example/x/y"}},
		{"entities", "<a href='?a=1&amp;b=2'>y</a>", []string{"http://a.example/x/page.html?a=1&b=2"}},
		{"areas", "<map><area href=y alt=Y><area alt=none></map>", []string{"http://a.example/x/y"}},
		{"each canonical URL once", "<a href=y/index.html>1</a><a href=y/>2</a><a href=Y/>3</a><a href=y/#f>4</a>", []string{"http://a.example/x/y/", "http://a.example/x/Y/"}},
		{"not itself", "<a href=#top>top</a><a href=''>self</a><a href=page.html>self</a><a href=y>y</a>", []string{"http://a.example/x/y"}},
		{"no documents", "<a href='mailto:a@b'>m</a><a href='javascript:x()'>j</a><a href='data:,x'>d</a><a href='tel:1'>t</a><a href='ftp://b/'>f</a>", []string{}},
		{"refused", "<a href='http://u:p@b.example/'>p</a><a href='/" + strings.Repeat("x", 300) + "'>long</a><a href='http://:80/'>host</a><a href=y>y</a>", []string{"http://a.example/x/y"}},
		{"base", "<base href='http://b.example/d/'><a href=y>y</a>", []string{"http://b.example/d/y"}},
		{"base after the link; relative; the first counts", "<a href=y>y</a><base href='/d/'><base href='/e/'>", []string{"http://a.example/d/y"}},
		{"base that is none", "<base href='javascript:x'><a href=y>y</a>", []string{"http://a.example/x/y"}},
		{"nofollow", "<a rel='noopener NoFollow' href=y>y</a><a href=z rel=nofollowed>z</a>", []string{"http://a.example/x/z"}},
		{"nofollow in one place only", "<a rel=nofollow href=y>y</a><a href=y>y</a>", []string{"http://a.example/x/y"}},
		{"in what nobody sees", "<script>'<a href=y>'</script><template><a href=z>z</a></template><!-- <a href=w> -->", []string{}},
		{"in noscript", "<noscript><a href=y>y</a></noscript>", []string{"http://a.example/x/y"}},
		{"frames only when asked", "<iframe src=y></iframe><link rel=next href=z>", []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := urls(parse(t, c.markup)); !slices.Equal(got, c.want) {
				t.Errorf("links %q, want %q", got, c.want)
			}
		})
	}
	t.Run("frames", func(t *testing.T) {
		p := NewParser(Options{Rules: weburl.DefaultRules(), FollowFrames: true})
		got, err := p.Parse(at, []byte("<link rel='Next' href=2><link rel=stylesheet href=s><frame src=f><iframe src=i></iframe><frame>"))
		if want := []string{"http://a.example/x/2", "http://a.example/x/f", "http://a.example/x/i"}; err != nil || !slices.Equal(urls(got), want) {
			t.Errorf("links %q, %v, want %q", urls(got), err, want)
		}
	})
}

func TestNoFollow(t *testing.T) {
	for markup, want := range map[string]bool{
		"<meta name=robots content='noindex, nofollow'>":    true,
		"<META NAME=Robots CONTENT=NONE>":                   true,
		"<meta name=robots content='index,follow'>":         false,
		"<meta name=googlebot content=nofollow>":            false,
		"<meta name=description content='nofollow, pages'>": false,
	} {
		p := parse(t, markup+"<a href=y>y</a>")
		if p.NoFollow != want || (len(p.Links) == 0) != want {
			t.Errorf("%s: NoFollow %v with %d links", markup, p.NoFollow, len(p.Links))
		}
	}
	all := NewParser(Options{Rules: weburl.DefaultRules(), FollowNofollow: true})
	p, err := all.Parse(at, []byte("<meta name=robots content=none><a rel=nofollow href=y>y</a>"))
	if err != nil || p.NoFollow || len(p.Links) != 1 {
		t.Errorf("not obeyed: NoFollow %v with %d links, %v", p.NoFollow, len(p.Links), err)
	}
}

func TestAnchorsAndContexts(t *testing.T) {
	p := NewParser(Options{Rules: weburl.DefaultRules(), Window: 2})
	// Words: ten two | red fox | three four | foxy (second occurrence) | five six
	got, err := p.Parse(at, []byte("<html lang=en><p>ten two <a href=fox.html>red\n<b>fox</b></a> three four <a href='fox.html#2'>foxy</a> five six"))
	if err != nil || len(got.Links) != 1 {
		t.Fatalf("%d links, %v", len(got.Links), err)
	}
	l := got.Links[0]
	before, anchor, after := got.Context(l)
	if l.Anchor != "red fox foxy" || l.Start != 2 || l.End != 4 ||
		!slices.Equal(before.Strings(), []string{"ten", "two"}) || !slices.Equal(anchor, []string{"red", "fox", "foxi"}) || !slices.Equal(after.Strings(), []string{"three", "four"}) {
		t.Errorf("anchor %q, words %d–%d; before %q, anchor %q, after %q", l.Anchor, l.Start, l.End, before.Strings(), anchor, after.Strings())
	}
	if l.Raw != "" || l.Host != "a.example" || l.Target() != "http://a.example/x/fox.html" {
		t.Errorf("raw %q, host %q, target %q", l.Raw, l.Host, l.Target())
	}
}

func TestAnchorText(t *testing.T) {
	for _, c := range []struct {
		name, markup string
		anchors      []string
		words        [][]string
	}{
		{"neighbours without a space", "<a href=1>Ten</a><a href=2>Two</a>", []string{"Ten", "Two"}, [][]string{{"ten"}, {"two"}}},
		{"inside a word", "un<a href=1>web</a>bed", []string{"web"}, [][]string{{"web"}}},
		{"pictures", "<a href=1><img alt='a  web'></a>", []string{"a web"}, [][]string{{"web"}}},
		{"areas", "<area href=1 alt='two webs'>text", []string{"two webs"}, [][]string{{"two", "web"}}},
		{"empty", "<a href=1></a>text", []string{""}, [][]string{{}}},
		{"never closed", "<a href=1>web<a href=2>net<p>fox", []string{"web", "net fox"}, [][]string{{"web"}, {"net", "fox"}}},
		{"around a table", "<a href=1><table><tr><td>web<td>fox</table></a> hen", []string{"web fox"}, [][]string{{"web", "fox"}}},
		{"ends with its cell", "<table><tr><td><a href=1>web<td>fox</table>", []string{"web"}, [][]string{{"web"}}},
		{"an anchor without href ends it", "<a href=1>web<a name=n>fox</a>", []string{"web"}, [][]string{{"web"}}},
		{"over blocks", "<p><a href=1><div>red</div><div>fox</div></a> hen", []string{"red fox"}, [][]string{{"red", "fox"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			links := parse(t, "<html lang=en>"+c.markup).Links
			if len(links) != len(c.anchors) {
				t.Fatalf("%d links, want %d", len(links), len(c.anchors))
			}
			for i, l := range links {
				if l.Anchor != c.anchors[i] || !slices.Equal(l.Words, c.words[i]) {
					t.Errorf("link %d: anchor %q, words %q; want %q, %q", i+1, l.Anchor, l.Words, c.anchors[i], c.words[i])
				}
			}
		})
	}
}

func TestWhatIsSentIsTheResolvedURL(t *testing.T) {
	l := parse(t, "<a href='/%7Ejoe/index.html#x'>joe</a>").Links[0]
	if l.URL != "http://a.example/~joe/" || l.Raw != "http://a.example/%7Ejoe/index.html" || l.Target() != l.Raw {
		t.Errorf("identity %q, sent %q", l.URL, l.Target())
	}
	p, err := Parse("http://a.example/index.html#x", nil)
	if err != nil || p.URL != "http://a.example/" {
		t.Errorf("identity of the page is %q, %v", p.URL, err)
	}
}

func TestTagPath(t *testing.T) {
	for _, c := range []struct{ markup, want string }{ // as browsers build the tree
		{"<html><body><ul><li>1<li><a href=y>", "html/body/ul/li/a"},
		{"<a href=y>", "html/body/a"},
		{"<title>t</title><p>1<p><a href=y>", "html/body/p/a"},
		{"<p>1<div><a href=y>", "html/body/div/a"},
		{"<table><tr><td>1<td><a href=y>", "html/body/table/tbody/tr/td/a"},
		{"<table><thead><tr><th>1<tbody><tr><td><a href=y>", "html/body/table/tbody/tr/td/a"},
		{"<table><td><a href=y>", "html/body/table/tbody/tr/td/a"},
		{"<dl><dt>1<dd><a href=y>", "html/body/dl/dd/a"},
		{"<ul><li>1<ul><li>2</ul><li><a href=y>", "html/body/ul/li/a"},
		{"<my-card><a href=y>", "html/body/my-card/a"},
		{"<div><br><img><hr><a href=y>", "html/body/div/a"},
		{"<div></span></p><a href=y>", "html/body/div/a"},
		{"<head></head><body><p>x</body></html><p><a href=y>", "html/body/p/a"},
		{"<map><area href=y>", "html/body/map/area"},
		{"<div/><a href=y>", "html/body/div/a"},
	} {
		if links := parse(t, c.markup).Links; len(links) != 1 || links[0].TagPath != c.want {
			t.Errorf("%s: %v, want %s", c.markup, links, c.want)
		}
	}
}

func TestURLThatIsNoPage(t *testing.T) {
	for _, url := range []string{"", "ftp://a.example/", "x.html"} {
		_, err := Parse(url, nil)
		if _, ok := errors.AsType[*weburl.Error](err); !ok {
			t.Errorf("%q: error %v, want an *weburl.Error", url, err)
		}
	}
}

func TestParserForgetsTheLastPage(t *testing.T) {
	p := NewParser(Options{Rules: weburl.DefaultRules()})
	const first = "<html lang=fr><title>Un</title><base href='/b/'><meta name=robots content=nofollow><meta name=description content=d><p>un deux <a href=y>trois"
	if _, err := p.Parse(at, []byte(first)); err != nil {
		t.Fatal(err)
	}
	got, err := p.Parse(at, []byte("<p>two <a href=y>three"))
	if err != nil || got.Title != "" || got.Lang != "" || got.NoFollow || got.Description != "" || len(got.Links) != 1 ||
		got.Links[0].URL != "http://a.example/x/y" || !slices.Equal(got.Words.Strings(), []string{"two", "three"}) {
		t.Errorf("after another page: %+v, %v", got, err)
	}
}

// Whoever parses small pages must not keep a huge one that came before.
func TestParserLetsGoOfTheLastBody(t *testing.T) {
	p := NewParser(Options{})
	body := []byte(`<p a="1" b="2" c="3" d="4" e="5" f="6" g="7" h="8">eight attributes, more than come later`)
	last := weak.Make(&body[0])
	for _, body := range [][]byte{body, []byte("<p>small")} {
		if _, err := p.Parse(at, body); err != nil {
			t.Fatal(err)
		}
	}
	body = nil
	runtime.GC()
	if last.Value() != nil {
		t.Error("the body of the page before the last is still in memory")
	}
	runtime.KeepAlive(p)
}

// Reference: words joined by single spaces.
func TestShorten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.SampledFrom([]rune{'a', 'b', ' ', ' ', '\n', '\t', '\v', 0x85, 0xA0, 'é'}), 0, 60, -1).Draw(t, "text")
		if got, want := shorten(s), strings.Join(strings.Fields(s), " "); got != want {
			t.Fatalf("%q: %q, want %q", s, got, want)
		}
	})
}
