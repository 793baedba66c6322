package engine

import (
	"strings"
	"testing"
)

func TestContactStandsInTheAgent(t *testing.T) {
	for _, c := range []struct{ agent, contact, want string }{
		{"Spider/2", "", "Spider/2"},
		{"Spider/2", "me@example.org", "Spider/2 (+mailto:me@example.org)"},
		{"Spider/2 (a; b)", "https://example.org/spider", "Spider/2 (a; b; +https://example.org/spider)"},
		{"", "me@example.org", strings.TrimSuffix(DefaultAgent, ")") + "; +mailto:me@example.org)"},
	} {
		s := Settings{Agent: c.agent, Contact: c.contact}
		if got := s.userAgent(); got != c.want || s.Check() != nil {
			t.Errorf("%q with %q: %q (%v), want %q", c.agent, c.contact, got, s.Check(), c.want)
		}
	}
}

func TestContactsThatAreNone(t *testing.T) {
	for _, contact := range []string{"me", "Me <me@example.org>", "me@example.org)", "ftp://example.org/", "https://", "https://a:b@example.org/", "me@example.org\r\nHost: x", "https://example.org/a b", "bücher@example.org"} {
		if err := (Settings{Contact: contact}).Check(); err == nil || !strings.Contains(err.Error(), "me@example.org, or") {
			t.Errorf("%q: %v", contact, err)
		}
	}
}
