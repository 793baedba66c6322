package main

import (
	"errors"

	"orbweaver/crawlers/corpus"
	"orbweaver/storage/race"
)

// sessionCorpus makes a corpus of what a session has fetched.
func (c *call) sessionCorpus(id string) (corpus.Listed, error) {
	s, err := c.open(id)
	if err != nil {
		return nil, err
	}
	pages, err := race.Pages(s)
	if err = errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return pages, nil
}
