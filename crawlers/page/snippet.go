package page

import (
	"slices"
	"strings"

	"orbweaver/crawlers/text"
)

// Snippet is about width bytes of the text around the first place where most of the query's terms stand together; where
// none stands, it is the document's description or the beginning of its text. The title is left out: whoever shows a
// snippet shows it too.
func (p *Page) Snippet(q text.Query, width int) string {
	body := 0 // where the text after the title begins
	if p.Title != "" && strings.HasPrefix(p.Text, p.Title+"\n") {
		body = len(p.Title) + 1
	}
	var query []string // its terms
	for term := range q.Vector(p.Lang).All() {
		query = append(query, term)
	}
	var terms []string
	var places []int // of the terms, in Text
	for i, at := range p.offsets {
		if word := p.Words.At(i); int(at) >= body && slices.Contains(query, word) {
			terms, places = append(terms, word), append(places, int(at))
		}
	}
	if len(places) > 0 {
		return p.cut(max(body, densest(terms, places, width*3/4)-width/4), width)
	}
	if p.Description != "" {
		return cutAtSpace(p.Description, width)
	}
	return p.cut(body, width)
}

// densest is the first of the places from which most different terms stand within some bytes.
func densest(terms []string, places []int, within int) int {
	best, most := 0, 0
	inside := map[string]int{}
	end := 0
	for i, place := range places {
		for end < len(places) && places[end] < place+within {
			inside[terms[end]]++
			end++
		}
		if len(inside) > most {
			best, most = i, len(inside)
		}
		if inside[terms[i]]--; inside[terms[i]] <= 0 {
			delete(inside, terms[i])
		}
		end = max(end, i+1)
	}
	return places[best]
}

// cut is about width bytes of the text, from the first word that begins at or after a place.
func (p *Page) cut(from, width int) string {
	if from >= len(p.Text) {
		return ""
	}
	piece := p.Text[from:]
	if from > 0 && !isSpace(p.Text[from-1]) {
		if i := strings.IndexAny(piece, " \n"); i >= 0 && i < width/2 {
			piece = piece[i+1:]
		}
	}
	s := cutAtSpace(piece, width)
	if s != "" && from > len(p.Title)+1 {
		s = "… " + s
	}
	return s
}

// cutAtSpace is a text of at most width bytes and, where that left something out, an ellipsis.
func cutAtSpace(s string, width int) string {
	end := len(s)
	if end > width {
		if end = strings.LastIndexAny(s[:width], " \n"); end < width/2 {
			end = width
		}
	}
	short := strings.ToValidUTF8(strings.Join(strings.Fields(s[:end]), " "), "")
	if end < len(s) {
		short += " …"
	}
	return short
}
