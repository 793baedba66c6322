package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"orbweaver/crawlers/lab"
	"orbweaver/storage/race"
)

// contestAnswer is the JSON that lab race, hold-out and what-if print.
type contestAnswer struct {
	Kind        string           `json:"kind"`
	Keywords    string           `json:"keywords"`
	Contestants []contestantLine `json:"contestants"`
	Curves      []lab.Curve      `json:"curves"`
	Requests    int              `json:"requests"`
	Saved       int              `json:"saved"`
	Runs        int              `json:"runs"`
	Split       *splitLine       `json:"split,omitempty"`
	Notice      string           `json:"notice,omitempty"`
	Seconds     float64          `json:"seconds"`
}

type contestantLine struct {
	Label     string     `json:"label"`
	Family    string     `json:"family"`
	Original  bool       `json:"original,omitempty"`
	Place     int        `json:"place"`
	Session   string     `json:"session,omitempty"`
	Sessions  []string   `json:"sessions,omitempty"`
	Pages     int        `json:"pages"`
	Failed    int        `json:"failed"`
	Unknown   int        `json:"unknown"`
	Hits      int        `json:"hits"`
	Harvest   lab.Number `json:"harvest_rate"`
	Relevance lab.Number `json:"query_relevance"`
	Keywords  lab.Number `json:"keyword_relevance"`
	Found     int        `json:"found"`
	Targets   int        `json:"targets"`
	Recall    lab.Number `json:"recall"`
	Error     lab.Number `json:"recall_error"`
	Needed    int        `json:"needed"`
	Stop      string     `json:"stop"`
	Reason    string     `json:"reason"`
	Failing   string     `json:"error,omitempty"`
}

type splitLine struct {
	Seeds   []string       `json:"seeds"`
	Targets []string       `json:"targets"`
	LeftOut []lab.Omission `json:"left_out"`
}

// contestProgress says in a line how far a race has come.
func contestProgress(s race.Snapshot) string {
	if s.Doing != "" {
		return s.Doing
	}
	var parts []string
	for _, c := range s.Contestants {
		if !c.Original {
			parts = append(parts, fmt.Sprintf("%s %d of %d, %s", c.Label, c.Chosen(), s.Budget*s.Runs, count(c.Hits, "hit", "hits")))
		}
	}
	line := strings.Join(parts, "; ")
	if s.Runs > 1 {
		line = fmt.Sprintf("run %d of %d: %s", s.Run, s.Runs, line)
	}
	if s.Requests > 0 {
		line += fmt.Sprintf("; %s, %d saved", count(s.Requests, "request", "requests"), s.Saved)
	}
	return line
}

// contestReport prints the end of a race.
func (c *call) contestReport(s race.Snapshot, took time.Duration) error {
	if c.json {
		return c.answerJSON(answerOf(s, took))
	}
	if s.Notice != "" {
		c.warn("%s", s.Notice)
	}
	if s.Split != nil {
		each := ""
		if s.Runs > 1 {
			each = fmt.Sprintf(" in each of %d runs; of the last", s.Runs)
		}
		if err := c.print("%s and %s hidden%s; keywords: %s", count(len(s.Split.Seeds), "seed", "seeds"), count(len(s.Split.Targets), "page", "pages"), each, s.Keywords); err != nil {
			return err
		}
	}
	heading, rows := contestTable(s)
	if err := c.table(heading, rows); err != nil {
		return err
	}
	if s.Kind == race.KindWhatIf {
		return nil
	}
	for _, contestant := range byPlace(s.Contestants) {
		if s.Runs > 1 && len(contestant.Sessions) > 0 { // too many for the table
			if err := c.print("sessions of %s: %s", contestant.Label, strings.Join(contestant.Sessions, ", ")); err != nil {
				return err
			}
		}
	}
	return c.print("%s sent, %s saved by fetching together, %.1f s", count(s.Requests, "request", "requests"), count(s.Saved, "request", "requests"), took.Seconds())
}

func answerOf(s race.Snapshot, took time.Duration) contestAnswer {
	a := contestAnswer{
		Kind: string(s.Kind), Keywords: s.Keywords, Curves: s.Curves, Requests: s.Requests, Runs: s.Runs, Saved: s.Saved, Notice: s.Notice, Seconds: took.Seconds(),
	}
	if s.Split != nil {
		a.Split = &splitLine{s.Split.Seeds, s.Split.Targets, append([]lab.Omission{}, s.Split.LeftOut...)}
	}
	for _, c := range s.Contestants {
		line := contestantLine{
			Label: c.Label, Family: c.Family, Original: c.Original, Place: c.Place, Session: c.Session, Sessions: c.Sessions, Pages: c.Pages, Failed: c.Failed, Unknown: c.Unknown,
			Hits: c.Hits, Harvest: c.Harvest, Relevance: c.Relevance, Keywords: c.Keywords, Found: c.Found, Targets: c.Targets, Recall: c.Recall, Error: c.RecallError, Needed: c.Needed,
			Stop: c.Stop, Reason: c.Reason,
		}
		if c.Err != nil {
			line.Failing = c.Err.Error()
		}
		a.Contestants = append(a.Contestants, line)
	}
	return a
}

// byPlace are the contestants as the table has them: what-if's session itself, the first, and so on; last who has no place.
func byPlace(all []race.Contestant) []race.Contestant {
	rank := func(c race.Contestant) int {
		if c.Place == 0 && !c.Original {
			return math.MaxInt
		}
		return c.Place
	}
	return slices.SortedStableFunc(slices.Values(all), func(a, b race.Contestant) int { return cmp.Compare(rank(a), rank(b)) })
}

// contestTable is the table for people, with the columns that say something in this kind of race.
func contestTable(s race.Snapshot) (heading []string, rows [][]string) {
	heading = []string{"place", "contestant", "pages", "hits", "harvest", "relevance"}
	switch s.Kind {
	case race.KindHoldOut:
		heading = append(heading, "found", "needed")
	case race.KindWhatIf:
		heading = append(heading, "unknown")
	}
	oneEach := s.Kind != race.KindWhatIf && s.Runs <= 1
	if oneEach {
		heading = append(heading, "session")
	}
	heading = append(heading, "ended")
	for _, c := range byPlace(s.Contestants) {
		row := []string{fmt.Sprint(c.Place), c.Label, fmt.Sprint(c.Pages), fmt.Sprint(c.Hits), short(c.Harvest), short(c.Relevance)}
		if c.Place == 0 {
			row[0] = "-"
		}
		switch s.Kind {
		case race.KindHoldOut:
			row = append(row, found(c), needed(c))
		case race.KindWhatIf:
			row = append(row, fmt.Sprintf("%d (%.0f %%)", c.Unknown, 100*c.UnknownShare()))
		}
		if oneEach {
			row = append(row, dash(c.Session))
		}
		rows = append(rows, append(row, c.Reason))
	}
	return heading, rows
}

// found says how many of the targets a contestant has found, and with several runs how sure that is.
func found(c race.Contestant) string {
	n := fmt.Sprintf("%d of %d", c.Found, c.Targets)
	if c.RecallError.String() == "" {
		return n
	}
	return fmt.Sprintf("%s (%.2f ± %.2f)", n, float64(c.Recall), float64(c.RecallError))
}

// needed is after how many pages it had found what it found; a dash when that was nothing.
func needed(c race.Contestant) string {
	if c.Needed == 0 {
		return "-"
	}
	return fmt.Sprint(c.Needed)
}

// short is a number with three digits behind the point; a dash when it is missing.
func short(n lab.Number) string {
	if n.String() == "" {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(n))
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
