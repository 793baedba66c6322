package main

import (
	"fmt"
	"strconv"
	"time"

	"orbweaver/storage"
)

type sessionsCommand struct{}

// sessionLine is a session in the JSON that sessions prints.
type sessionLine struct {
	Session  string    `json:"session"`
	Name     string    `json:"name"`
	Keywords string    `json:"keywords"`
	Family   string    `json:"family"`
	State    string    `json:"state"`
	Stop     string    `json:"stop"`
	Why      string    `json:"why,omitempty"` // the reason of a stop that leaves room for doubt
	Pages    int       `json:"pages"`
	Failed   int       `json:"failed"`
	Hits     int       `json:"hits"`
	Budget   int       `json:"budget"`
	Started  time.Time `json:"started"`
	Updated  time.Time `json:"updated"`
	Bytes    int64     `json:"bytes"`             // of its file
	Problem  string    `json:"problem,omitempty"` // what is wrong with it
}

// Run lists the sessions, newest first.
func (sessionsCommand) Run(c *call) error {
	library, err := c.library()
	if err != nil {
		return err
	}
	list, err := library.List()
	if err != nil {
		return err
	}
	if c.json {
		lines := []sessionLine{}
		for _, s := range list {
			lines = append(lines, sessionLine{
				Session: s.ID, Name: s.Name, Keywords: s.Keywords, Family: s.Family, State: s.State, Stop: s.Stop, Why: s.Why, Pages: s.Pages, Failed: s.Failed,
				Hits: s.Hits, Budget: s.Budget, Started: s.Started.UTC(), Updated: s.Updated.UTC(), Bytes: s.Size, Problem: s.Problem,
			})
		}
		return c.answerJSON(lines)
	}
	if len(list) == 0 {
		return c.print("no sessions in %s yet: orb crawl begins one", library.Dir())
	}
	var rows [][]string
	for _, s := range list {
		of := ""
		if s.Budget > 0 {
			of = fmt.Sprintf(" of %d", s.Budget)
		}
		about := s.Name
		if s.Problem != "" {
			about = s.Problem
		} else if about == "" {
			about = s.Keywords
		}
		state := s.State
		if state == storage.StateFinished {
			state += ": " + s.Stop
		}
		rows = append(rows, []string{s.ID, state, strconv.Itoa(s.Pages) + of, strconv.Itoa(s.Hits), s.Family, s.Updated.Local().Format("2006-01-02 15:04"), clip(about, 80)})
	}
	return c.table([]string{"session", "state", "pages", "hits", "family", "updated", "about"}, rows)
}
