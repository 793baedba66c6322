package session

import (
	"context"
	"log/slog"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// logBegin writes down that a sitting begins.
func (s *Session) logBegin() {
	spec, st := s.Spec(), s.stored()
	s.log.Info("sitting begins", "family", spec.Family, "keywords", spec.Keywords, "seeds", len(spec.Seeds), "pages", st.Pages, "budget", st.Budget)
}

// logEnd writes down how a sitting ended.
func (s *Session) logEnd(r engine.Result, err error) {
	if err != nil {
		s.log.Error("sitting failed", "pages", r.Pages, "failed", r.Failed, "error", err)
		return
	}
	s.log.Info("sitting ended", "stop", r.Stop, "why", r.Why, "pages", r.Pages, "failed", r.Failed, "hits", r.Hits, "ran", r.Ran)
}

// logOutcome writes down what became of a link.
func (s *Session) logOutcome(e crawlers.Ended) {
	if e.Kind != crawlers.KindOK {
		s.log.Info("no page", "seq", e.Seq, "url", e.Pick.URL, "kind", e.Kind, "status", e.Status, "error", e.Error)
		return
	}
	if s.log.Enabled(context.Background(), slog.LevelDebug) {
		s.log.Debug("page", "seq", e.Seq, "url", e.Pick.URL, "final", e.FinalURL, "score", e.Score, "hit", e.Hit, "bytes", e.Bytes, "took", e.Took, "links", e.Links)
	}
}
