package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/storage/session"
)

// sittingLine is the JSON that crawl and resume end with. Its counts are over all sittings of the session.
type sittingLine struct {
	Session   string         `json:"session"`
	Family    string         `json:"family"`
	Rand      uint64         `json:"rand"`
	Pages     int            `json:"pages"`
	Unchanged int            `json:"unchanged,omitempty"` // of Pages, those that were not sent again (orb again)
	Failed    int            `json:"failed"`
	Hits      int            `json:"hits"`
	Seconds   float64        `json:"seconds"` // running time
	Stop      string         `json:"stop"`
	Why       string         `json:"why,omitempty"`    // the reason of a stop that leaves room for doubt
	Failures  map[string]int `json:"failures"`         // Failed by kind
	Notice    string         `json:"notice,omitempty"` // something to know about the crawl
	Error     string         `json:"error,omitempty"`  // why Stop is "error"
}

// shownHits is how many of the best hits a crawl for people ends with.
const shownHits = 10

// begin makes a new session and crawls until the end of its first sitting.
func (c *call) begin(spec session.Spec, log logFlags, observe observeFlags) error {
	library, err := c.library()
	if err != nil {
		return err
	}
	endLog, err := log.logTo(c, library)
	if err != nil {
		return err
	}
	defer endLog()
	o, err := observe.listen(c)
	if err != nil {
		return err
	}
	s, err := library.Create(spec)
	if err != nil {
		o.close()
		return err
	}
	return c.sit(s, o)
}

// sit lets a session run until it ends or the user stops it, closes it, and prints how it went.
func (c *call) sit(s *session.Session, o *observer) error {
	stopTelling, stopWatching := o.tell(c, s), c.watch(s.Stats)
	result, err := s.Run(c.ctx)
	stopWatching()
	stopTelling()
	best, unread := s.Hits(shownHits)
	line := endOf(s, result)
	if closed := errors.Join(unread, s.Close()); err == nil {
		err = closed
	}
	if err != nil {
		line.Stop, line.Error = engine.StopError, err.Error()
	}
	report := c.report(line, best)
	switch {
	case err != nil:
		return errors.Join(err, report)
	case report != nil:
		return report
	case line.Stop == engine.StopInterrupted:
		c.note("stopped and saved; go on with: orb resume %s", line.Session)
		return errInterrupted
	case line.Pages == 0:
		return fmt.Errorf("no page could be fetched%s: check the seeds and the connection; orb history %s says what became of each",
			inBrackets(failures(line.Failures)), line.Session)
	}
	return nil
}

func endOf(s *session.Session, result engine.Result) sittingLine {
	spec := s.Spec()
	return sittingLine{
		Session: s.ID(), Family: spec.Family, Rand: spec.Settings.Rand, Pages: result.Pages, Unchanged: result.Unchanged, Failed: result.Failed, Hits: result.Hits,
		Seconds: result.Ran.Seconds(), Stop: result.Stop, Why: result.Why, Failures: result.Failures, Notice: result.Notice,
	}
}

// report prints the end of a sitting.
func (c *call) report(line sittingLine, best []crawlers.Ended) error {
	if c.json {
		return c.answerJSON(line)
	}
	if line.Notice != "" {
		c.note("%s", line.Notice)
	}
	err := c.print("%s: %s%s, %s, %d failed%s in %.3f s; ended: %s", line.Session, count(line.Pages, "page", "pages"), unchanged(line), count(line.Hits, "hit", "hits"), line.Failed,
		inBrackets(failures(line.Failures)), line.Seconds, line.Stop)
	if err == nil && line.Why != "" {
		err = c.print("%s", line.Why)
	}
	if err != nil || len(best) == 0 {
		return err
	}
	return c.hitTable(best)
}

// unchanged says, of a crawl that was done before, how many pages were not sent again.
func unchanged(line sittingLine) string {
	if line.Unchanged == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d unchanged)", line.Unchanged)
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
