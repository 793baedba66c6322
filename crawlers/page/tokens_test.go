package page

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// stream writes tokens down; text as appendText takes it, in which all white space is one.
func stream(next func() html.TokenType, name func() ([]byte, bool), attribute func() ([]byte, []byte, bool), text func() []byte) string {
	var b strings.Builder
	for {
		kind := next()
		b.WriteString(kind.String())
		switch kind {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.WriteString(" " + strings.Join(strings.Fields(string(text())), " "))
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			tag, more := name()
			b.WriteString(" " + string(tag))
			for more {
				var key, value []byte
				key, value, more = attribute()
				b.WriteString(" " + string(key) + "=" + string(value))
			}
		}
		b.WriteString("\n")
	}
}

// Reference: html.Tokenizer by itself.
func checkTokens(t *testing.T, body []byte) {
	plain := html.NewTokenizer(bytes.NewReader(body))
	want := stream(plain.Next, plain.TagName, plain.TagAttr, plain.Text)
	var z tokens
	z.open(body)
	got := stream(z.Next, func() ([]byte, bool) { _, name, more := z.TagName(); return name, more }, z.TagAttr, z.Text)
	if got != want {
		t.Errorf("%.200q:\ngot  %.2000s\nwant %.2000s", body, got, want)
	}
}

func TestTokensOfRealPages(t *testing.T) {
	for _, pattern := range []string{"conformance/html/*.test", "conformance/html/tree/*.dat", "wikispeedia/wiki/S*.html"} {
		for _, file := range corpora(t, pattern) {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkTokens(t, body)
			for _, input := range strings.Split(string(body), "\n") {
				checkTokens(t, []byte(input))
			}
		}
	}
}

// What makes a token long must not make reading it slow.
func TestTokensOfHugeMarkup(t *testing.T) {
	const size = 4 << 20
	for _, body := range []string{
		"<!--" + strings.Repeat(">", size), "<a href='" + strings.Repeat(">", size), "<script>" + strings.Repeat(">", size), strings.Repeat("<", size),
		"<textarea>" + strings.Repeat("</p>", size/4), strings.Repeat("<?>", size/3), strings.Repeat("x<>", size/3),
	} {
		checkTokens(t, []byte(body))
	}
}

func FuzzTokens(f *testing.F) {
	for _, seed := range []string{
		"a<b>c</b>d", "1 < 2 <3 <", "x</", "x</>y", "<!DOCTYPE html><!-- a > b -->c", "<!-->x", "<a href='1>2' b=3/>t</a >",
		"<script>a<b</script>c<d>", "<script><!--<script></script></script>x", "<title>a&amp;b</title>&lt;c&gt;", "<xmp><a></xmp>b", "<plaintext>a</plaintext><b>",
		"<style></style>a<style>b", "<p", "<p a", "<p a='", "&notit; &copy=1 &#0;\r\n\rx", "a\x00b<title>c\x00</title>", "<?php a ? b > c ?>d", "<a href=\"x\" href='y'>", "<br /><br/><a b='c'/></p ></p q='r'>", "<a b='c'd='e'>", "<p a='&amp;'>x<p a='\r'>", "<h1 data-x='1' xml:lang=\"en\">", "<-a><1>", "<TEXTAREA>\r\n<b></textarea\n>x",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(checkTokens)
}
