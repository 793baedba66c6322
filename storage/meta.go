package storage

import (
	"encoding/json"
	"maps"
	"time"
)

// Meta is what a session is: everything its user chose, and the version of the family it was begun with.
type Meta struct {
	Name          string            `json:"name"` // as shown; may be empty
	Keywords      string            `json:"keywords,omitempty"`
	Seeds         []string          `json:"seeds"` // as typed
	Family        string            `json:"family"`
	FamilyVersion int               `json:"family_version"`
	Params        map[string]string `json:"params,omitempty"`
	Settings      json.RawMessage   `json:"settings,omitempty"` // of the engine, as JSON
	Budget        int               `json:"budget"`             // pages the session was created for; 0 = no limit
	Created       time.Time         `json:"created"`
	Request       string            `json:"request,omitempty"` // the header fields of its requests as they are sent, but for Host and conditions; empty = not known
	Earlier       string            `json:"earlier,omitempty"` // ID of the session whose pages this one asks for again; empty = none
	ModelName     string            `json:"model,omitempty"`   // what the user calls the file that the family was given
	Model         []byte            `json:"-"`                 // that file; nil = none. It is kept beside the rest and never changed
}

// Tally is how far a session has come: what its committed records add up to.
type Tally struct {
	Records    uint64        `json:"records"` // entries of the log
	Picks      uint64        `json:"picks"`   // number of the last pick
	History    uint64        `json:"history"` // sequence number of the last outcome
	Pages      int           `json:"pages"`   // outcomes that gave a page
	Failed     int           `json:"failed"`  // the other outcomes
	Hits       int           `json:"hits"`
	Unchanged  int           `json:"unchanged,omitempty"` // of Pages, those that were not sent again
	Budget     int           `json:"budget"`              // pages; 0 = no limit
	TimeBudget time.Duration `json:"time_budget"`         // 0 = no limit
	Ran        time.Duration `json:"ran"`                 // running time over all sittings, pauses left out
	Updated    time.Time     `json:"updated"`             // when the last outcome or rest was recorded
	Resting    bool          `json:"resting"`             // the last sitting ended in order
	Stop       string        `json:"stop"`                // why it ended; empty while not Resting
	Why        string        `json:"why,omitempty"`       // the reason in words of a Stop that leaves room for doubt

	Failures map[string]int `json:"-"` // Failed by kind; in the file a bucket of its own
}

func (t Tally) clone() Tally {
	t.Failures = maps.Clone(t.Failures)
	return t
}

// What a session is doing, as lists show it.
const (
	StateNew         = "new"         // created and never run
	StateRunning     = "running"     // being crawled, here or by another program
	StatePaused      = "paused"      // the same, in a pause
	StateStopped     = "stopped"     // the user or an error stopped it: it can be resumed
	StateFinished    = "finished"    // the budget is used up, nothing is left, or what is found has become too little
	StateInterrupted = "interrupted" // its program ended without stopping it: it can be resumed
)

// State derives from the file alone what state a session is in that nobody runs.
func (t Tally) State() string {
	switch {
	case t.Picks == 0 && !t.Resting:
		return StateNew
	case !t.Resting:
		return StateInterrupted
	case t.Stop == "interrupted" || t.Stop == "error":
		return StateStopped
	}
	return StateFinished
}

// Summary is a session in a list. It is kept in a small file beside the session's own, so that lists open no session.
type Summary struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Keywords string            `json:"keywords"`
	Family   string            `json:"family"`
	Params   map[string]string `json:"params,omitempty"`
	Seeds    []string          `json:"seeds"`
	State    string            `json:"state"` // one of the State constants
	Stop     string            `json:"stop,omitempty"`
	Why      string            `json:"why,omitempty"` // the reason in words of a Stop that leaves room for doubt
	Pages    int               `json:"pages"`
	Failed   int               `json:"failed"`
	Hits     int               `json:"hits"`
	Budget   int               `json:"budget"` // pages; 0 = no limit
	Started  time.Time         `json:"started"`
	Updated  time.Time         `json:"updated"`
	Ran      time.Duration     `json:"ran"`  // pauses left out
	Size     int64             `json:"size"` // of the session's file, in bytes
	Problem  string            `json:"-"`    // what is wrong with the session, in a sentence; empty when nothing is known
}

// agrees says whether two summaries tell the same of a session.
func (s Summary) agrees(t Summary) bool {
	return s.ID == t.ID && s.Name == t.Name && s.State == t.State && s.Stop == t.Stop && s.Pages == t.Pages && s.Failed == t.Failed && s.Hits == t.Hits && s.Budget == t.Budget
}

func summarise(id string, m Meta, t Tally, size int64) Summary {
	s := Summary{
		ID: id, Name: m.Name, Keywords: m.Keywords, Family: m.Family, Params: m.Params, Seeds: m.Seeds,
		State: t.State(), Stop: t.Stop, Why: t.Why, Pages: t.Pages, Failed: t.Failed, Hits: t.Hits, Budget: t.Budget,
		Started: m.Created, Updated: t.Updated, Ran: t.Ran, Size: size,
	}
	if t.Records == 0 {
		s.Budget = m.Budget
	}
	if s.Updated.IsZero() {
		s.Updated = m.Created
	}
	return s
}
