package corpus

import (
	"html"
	"strings"
)

// open writes the beginning of a page, up to its headline. The home page is linked to under both of its names.
func (s *site) open(b *strings.Builder, title string, d dice) {
	full := html.EscapeString(title + " – " + s.title)
	if title == s.title {
		full = html.EscapeString(title)
	}
	home := "/"
	if d.oneIn(4) {
		home = "/index.html"
	}
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>" + full + "</title></head>\n<body>\n<nav><ul>")
	for _, l := range append([][2]string{{home, "Home"}, {"/a-z.html", "A to Z"}, {"/links.html", "Links"}, {"/about.html", "About"}}, s.quirk.nav()...) {
		b.WriteString("<li>" + anchor(l[0], l[1]) + "</li>")
	}
	b.WriteString("</ul></nav>\n<h1>" + html.EscapeString(title) + "</h1>\n")
}

func (s *site) shut(b *strings.Builder) {
	b.WriteString("<footer><p>" + html.EscapeString(s.title) + ", a site of the sample web. Its people are invented.</p></footer>\n</body>\n</html>\n")
}

// start is the page of the bare address: the front pages of all hosts.
func (s *SampleWeb) start() []byte {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>The sample web</title></head>\n<body>\n<h1>The sample web</h1>\n")
	b.WriteString("<p>A little Web on this computer. Its hosts answer by their names, which lead here with orb's --resolve or with this address as a proxy.</p>\n<ul>\n")
	for _, o := range s.order {
		b.WriteString("<li>" + anchor(o.url("/"), o.title) + ": " + html.EscapeString(o.topic.about) + "</li>\n")
	}
	b.WriteString("</ul>\n</body>\n</html>\n")
	return []byte(b.String())
}

// home is a hub: every thing of the topic, each by another article.
func (s *site) home() []byte {
	var b strings.Builder
	d := newDice(s.url("/"))
	s.open(&b, s.title, d)
	b.WriteString("<p>Welcome. " + html.EscapeString(s.topic.about) + "</p>\n<h2>What we write about</h2>\n<ul>\n")
	for _, t := range s.topic.things {
		b.WriteString("<li>" + anchor(s.path(t, choose(d, s.aspects)), capital(t.name)) + ": " + html.EscapeString(t.definition) + "</li>\n")
	}
	b.WriteString("</ul>\n<h2>Did you know?</h2>\n<p>" + html.EscapeString(choose(d, s.topic.facts)) + "</p>\n")
	b.WriteString("<p>See also " + anchor(s.sister.url("/"), s.sister.title) + ".</p>\n")
	s.shut(&b)
	return []byte(b.String())
}

// index is the largest hub: every article of the site.
func (s *site) index() []byte {
	var b strings.Builder
	s.open(&b, "A to Z", newDice(s.url("/a-z.html")))
	for _, t := range s.topic.things {
		b.WriteString("<h2>" + html.EscapeString(capital(t.name)) + "</h2>\n<ul>\n")
		for _, a := range s.aspects {
			b.WriteString("<li>" + anchor(s.path(t, a), articleTitle(t, a)) + "</li>\n")
		}
		b.WriteString("</ul>\n")
	}
	s.shut(&b)
	return []byte(b.String())
}

// links is the way to other sites and topics.
func (s *site) links() []byte {
	var b strings.Builder
	s.open(&b, "Links", newDice(s.url("/links.html")))
	b.WriteString("<p>Sites that we like to read.</p>\n<ul>\n<li>" + anchor(s.sister.url("/"), s.sister.title) + ": " + html.EscapeString(s.topic.about) + "</li>\n")
	for _, o := range s.others {
		b.WriteString("<li>" + anchor(o.url("/"), o.title) + ": " + html.EscapeString(o.topic.about) + "</li>\n")
	}
	b.WriteString("<li>" + anchor("/friends.html", "Our friends") + "</li>\n<li>" + anchor("/guestbook.html", "Guest book") + "</li>\n</ul>\n")
	s.shut(&b)
	return []byte(b.String())
}

func (s *site) about() []byte {
	var b strings.Builder
	d := newDice(s.url("/about.html"))
	s.open(&b, "About", d)
	names := newDeck(d, s.words.names)
	b.WriteString("<p>" + html.EscapeString(s.title+" is written by "+names.deal()+" and "+names.deal()+". "+s.topic.about) + "</p>\n")
	b.WriteString("<p>We began with a page about " + anchor(s.path(s.topic.things[0], s.aspects[0]), s.topic.things[0].name) + ".</p>\n")
	s.shut(&b)
	return []byte(b.String())
}
