package corpus

import (
	"html"
	"strings"
)

// writer writes one article.
type writer struct {
	*site
	b        strings.Builder
	dice     dice
	thing    thing
	aspect   aspect
	others   *deck[thing]
	habits   *deck[string]
	places   *deck[string]
	facts    *deck[string]
	common   *deck[string]
	names    *deck[string]
	sentence int // of the aspect, the next one
}

// article writes about a thing under an aspect: what it is, a paragraph for each heading with a link to a neighbour in
// it, some facts, and links to read on.
func (s *site) article(t thing, a aspect) []byte {
	d := newDice(s.url(s.path(t, a)))
	var others []thing
	for _, o := range s.topic.things {
		if o != t {
			others = append(others, o)
		}
	}
	w := &writer{
		site: s, dice: d, thing: t, aspect: a,
		others: newDeck(d, others), habits: newDeck(d, s.topic.habits), places: newDeck(d, s.topic.places),
		facts: newDeck(d, s.topic.facts), common: newDeck(d, s.words.common), names: newDeck(d, s.words.names),
	}
	s.open(&w.b, articleTitle(t, a), d)
	w.b.WriteString("<p>" + html.EscapeString(t.definition) + " " + html.EscapeString(w.facts.deal()) + "</p>\n")
	for i, heading := range a.headings {
		w.b.WriteString("<h2>" + html.EscapeString(heading) + "</h2>\n")
		w.paragraph((len(a.sentences) - w.sentence) / (len(a.headings) - i))
	}
	w.b.WriteString("<h2>Good to know</h2>\n<ul>\n")
	for range 3 {
		w.b.WriteString("<li>" + html.EscapeString(w.facts.deal()) + "</li>\n")
	}
	w.b.WriteString("</ul>\n")
	w.readOn()
	s.shut(&w.b)
	return []byte(w.b.String())
}

// paragraph writes the next sentences of the aspect, and some that fit any article, about the thing and a neighbour of
// it. The first mention of the neighbour is a link.
func (w *writer) paragraph(own int) {
	other := w.others.deal()
	link := anchor(w.toward(other), other.name)
	var sentences []string
	for range own {
		sentences = append(sentences, w.aspect.sentences[w.sentence])
		w.sentence++
	}
	sentences = append(sentences, w.common.deal(), w.common.deal())
	w.b.WriteString("<p>")
	linked := false
	for i, s := range sentences {
		text := w.fill(s, link)
		if i > 0 {
			w.b.WriteByte(' ')
		}
		w.b.WriteString(text)
		if strings.Contains(text, link) {
			linked, link = true, html.EscapeString(other.name)
		}
	}
	w.b.WriteString(" " + html.EscapeString(w.facts.deal()))
	if !linked {
		w.b.WriteString(" More of this stands on our page about " + link + ".")
	}
	w.b.WriteString("</p>\n")
}

// fill puts words into the braces of a sentence, and makes HTML of it; other is HTML already.
func (w *writer) fill(sentence, other string) string {
	return strings.NewReplacer(
		"{thing}", html.EscapeString(w.thing.name), "{Thing}", html.EscapeString(capital(w.thing.name)), "{other}", other,
		"{habit}", html.EscapeString(w.habits.deal()), "{place}", html.EscapeString(w.places.deal()), "{name}", html.EscapeString(w.names.deal()),
	).Replace(sentence)
}

// toward is where a link about a neighbour leads: mostly to this site, now and then to its sister, and sometimes to an
// address that has moved.
func (w *writer) toward(t thing) string {
	switch {
	case w.dice.oneIn(10):
		return "/" + t.slug() + ".html"
	case w.dice.oneIn(4):
		return w.sister.url(w.sister.path(t, choose(w.dice, w.sister.aspects)))
	}
	return w.path(t, choose(w.dice, w.aspects))
}

// readOn writes the links at the end of an article: the same thing here and on the sister site, seldom a page that is
// gone, and often another topic.
func (w *writer) readOn() {
	w.b.WriteString("<h2>Read on</h2>\n<ul>\n")
	aspects := newDeck(w.dice, w.aspects)
	for range 3 {
		if a := aspects.deal(); a.slug != w.aspect.slug {
			w.item(w.path(w.thing, a), articleTitle(w.thing, a))
		}
	}
	there := choose(w.dice, w.sister.aspects)
	w.item(w.sister.url(w.sister.path(w.thing, there)), articleTitle(w.thing, there)+" ("+w.sister.title+")")
	if w.dice.oneIn(8) {
		w.item("/"+w.thing.slug()+"/photographs.html", "Photographs of "+w.thing.name) // gone
	}
	if w.dice.oneIn(3) {
		far := choose(w.dice, w.site.others)
		t, a := choose(w.dice, far.topic.things), choose(w.dice, far.aspects)
		w.item(far.url(far.path(t, a)), "And now for something else: "+t.name)
	}
	w.b.WriteString("</ul>\n")
}

func (w *writer) item(to, text string) { w.b.WriteString("<li>" + anchor(to, text) + "</li>\n") }

func articleTitle(t thing, a aspect) string {
	return strings.NewReplacer("{thing}", t.name, "{Thing}", capital(t.name)).Replace(a.title)
}

func anchor(to, text string) string {
	return `<a href="` + html.EscapeString(to) + `">` + html.EscapeString(text) + "</a>"
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
