package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// sittingLine is the JSON that crawl and resume end with. Its counts are over all sittings of the session.
type sittingLine struct {
	Session  string         `json:"session"`
	Family   string         `json:"family"`
	Rand     uint64         `json:"rand"`
	Pages    int            `json:"pages"`
	Failed   int            `json:"failed"`
	Hits     int            `json:"hits"`
	Seconds  float64        `json:"seconds"` // running time
	Stop     string         `json:"stop"`
	Failures map[string]int `json:"failures"`         // Failed by kind
	Notice   string         `json:"notice,omitempty"` // something to know about the crawl
	Error    string         `json:"error,omitempty"`  // why Stop is "error"
}

// sit lets a session run until it ends or the user stops it, prints how it went, and closes the session.
func (c *call) sit(s *session.Session) error {
	stopWatching := c.watch(s.Stats)
	result, err := s.Run(c.ctx)
	stopWatching()
	report := c.report(s, result, err)
	if closed := s.Close(); err == nil {
		err = closed
	}
	switch {
	case err != nil:
		return errors.Join(err, report)
	case report != nil:
		return report
	case result.Stop == engine.StopInterrupted:
		c.note("stopped and saved; go on with: orb resume %s", s.ID())
		return errInterrupted
	case result.Pages == 0:
		return fmt.Errorf("no page could be fetched (%s): check the seeds and the connection; orb history %s says what became of each", failures(result.Failures), s.ID())
	}
	return nil
}

// report prints the end of a sitting.
func (c *call) report(s *session.Session, result engine.Result, failure error) error {
	spec := s.Spec()
	if c.json {
		line := sittingLine{
			Session: s.ID(), Family: spec.Family, Rand: spec.Settings.Rand, Pages: result.Pages, Failed: result.Failed, Hits: result.Hits,
			Seconds: result.Ran.Seconds(), Stop: result.Stop, Failures: result.Failures, Notice: result.Notice,
		}
		if failure != nil {
			line.Stop, line.Error = engine.StopError, failure.Error()
		}
		return c.answerJSON(line)
	}
	if result.Notice != "" {
		c.note("%s", result.Notice)
	}
	err := c.print("%s: %d pages, %d hits, %d failed%s in %s; ended: %s", s.ID(), result.Pages, result.Hits, result.Failed,
		inBrackets(failures(result.Failures)), result.Ran.Round(time.Millisecond), cmp.Or(result.Stop, engine.StopError))
	if err != nil || result.Hits == 0 {
		return err
	}
	best, err := s.Hits(10)
	if err != nil {
		return err
	}
	return c.hitTable(best)
}

// failures lists kinds with their counts, the most frequent first: "9 status, 3 timeout".
func failures(byKind map[string]int) string {
	kinds := slices.SortedFunc(maps.Keys(byKind), func(a, b string) int {
		return cmp.Or(cmp.Compare(byKind[b], byKind[a]), cmp.Compare(a, b))
	})
	for i, kind := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", byKind[kind], kind)
	}
	return strings.Join(kinds, ", ")
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
