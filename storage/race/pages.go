package race

import (
	"net/http"

	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// Pages is what a session has fetched, as a corpus that experiments can crawl: pages, redirects, and links that led nowhere.
// A page whose bytes are damaged is left out.
func Pages(s *session.Session) (*corpus.Saved, error) {
	saved := corpus.NewSaved()
	for ended, err := range s.History(1) {
		if err != nil {
			return nil, err
		}
		if ended.Kind != crawlers.KindOK {
			answer := corpus.Answer{Status: http.StatusNotFound}
			if ended.Same != "" {
				answer = corpus.Answer{Status: http.StatusMovedPermanently, Location: ended.Same}
			}
			if err := saved.Add(ended.Pick.Target(), answer); err != nil {
				return nil, err
			}
			continue
		}
		_, answer, err := s.Page(ended.Pick.URL)
		if err != nil {
			return nil, err
		}
		body, err := engine.Body(answer)
		if err != nil {
			continue // it was a page then
		}
		if err := saved.Add(answer.URL, corpus.Answer{Status: http.StatusOK, Body: body}); err != nil {
			return nil, err
		}
		for _, from := range append(ended.Via, ended.Pick.Target()) {
			if err := saved.Add(from, corpus.Answer{Status: http.StatusMovedPermanently, Location: answer.URL}); err != nil {
				return nil, err
			}
		}
	}
	return saved, nil
}
