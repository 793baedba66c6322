package main

import (
	"net/http"

	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
)

// sessionCorpus makes a corpus of what a session has fetched.
func (c *call) sessionCorpus(id string) (corpus.Listed, error) {
	s, err := c.open(id)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	saved := corpus.NewSaved()
	for ended, err := range s.History(1) {
		if err != nil {
			return nil, err
		}
		if ended.Kind != crawlers.KindOK {
			if err := saved.Add(ended.Pick.Target(), corpus.Answer{Status: http.StatusNotFound}); err != nil {
				return nil, err
			}
			continue
		}
		_, answer, err := s.Page(ended.Pick.URL)
		if err != nil {
			return nil, err
		}
		body, err := decoded(answer)
		if err != nil {
			continue // it was a page then, and its bytes are damaged now
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
