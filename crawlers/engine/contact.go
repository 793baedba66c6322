package engine

import (
	"fmt"
	"net/mail"
	"net/url"
	"strings"
)

// userAgent is the User-Agent as it is sent: the setting, with the user's contact where other comments stand, as the
// owners of hosts expect it ("+https://…", "+mailto:…").
func (s Settings) userAgent() string {
	agent := s.filled().Agent
	if s.Contact == "" {
		return agent
	}
	contact := "+" + s.Contact
	if !strings.Contains(s.Contact, "://") {
		contact = "+mailto:" + s.Contact
	}
	if before, ok := strings.CutSuffix(agent, ")"); ok {
		return before + "; " + contact + ")"
	}
	return agent + " (" + contact + ")"
}

// checkContact says whether a contact can stand in a User-Agent and be used by who reads it there.
func checkContact(contact string) error {
	if contact == "" || isReachable(contact) && !strings.ContainsFunc(contact, breaksComment) {
		return nil
	}
	return fmt.Errorf("setting contact = %q is nothing that a host's owner can use: write an e-mail address such as me@example.org, or the address of a Web page", contact)
}

func isReachable(contact string) bool {
	if u, err := url.Parse(contact); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil {
		return true
	}
	address, err := mail.ParseAddress(contact)
	return err == nil && address.Address == contact // without a name or brackets
}

// breaksComment says whether a character ends or upsets the comment of a header field (RFC 9110 §5.6.5).
func breaksComment(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("()\\;", r) }
