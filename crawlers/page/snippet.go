package page

import (
	"strings"

	"orbweaver/crawlers/text"
)

// Snippet is about width bytes of the text around the place where most of the query's terms stand together; where none
// stands, it is the document's description or the beginning of its text.
func (p *Page) Snippet(q text.Query, width int) string {
	query := q.Vector(p.Lang)
	var places []int // in Text
	for i, w := range p.Words {
		if query.Freq(w) > 0 {
			places = append(places, int(p.offsets[i]))
		}
	}
	if len(places) == 0 {
		if p.Description != "" {
			return p.Description
		}
		return p.cut(min(len(p.Title)+1, len(p.Text)), width)
	}
	best, most := 0, 0
	for i, j := 0, 0; i < len(places); i++ {
		for j < len(places) && places[j] < places[i]+width*3/4 {
			j++
		}
		// Where titles and headings stand one under the other there is little to read: prefer what comes later.
		if j-i > most || j-i == most && places[best] <= len(p.Title) {
			best, most = i, j-i
		}
	}
	return p.cut(max(0, places[best]-width/4), width)
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
	end := len(piece)
	if end > width {
		if end = strings.LastIndexAny(piece[:width], " \n"); end < width/2 {
			end = width
		}
	}
	s := strings.ToValidUTF8(strings.Join(strings.Fields(piece[:end]), " "), "")
	if from > len(p.Title)+1 {
		s = "… " + s
	}
	if end < len(piece) {
		s += " …"
	}
	return s
}
