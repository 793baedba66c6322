package fetch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"

	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/hostile"
)

// Every host of the hostile Web comes to the expected end, within the time limit.
func TestHostileHosts(t *testing.T) {
	web, err := hostile.Start(hostile.Behaviours())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(web.Close)
	for _, b := range hostile.Behaviours() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			o := web.Options()
			o.Timeout = 20 * time.Second // never reached, however busy the machine
			if b.Get == fetch.KindTimeout {
				o.Timeout = 300 * time.Millisecond
			}
			client, err := fetch.New(o)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			answer, err := client.Get(t.Context(), web.URL(b.Name))
			if err == nil && answer.Location == "" {
				_, err = fetch.Decode(answer.Header, answer.Body, 0)
			}
			if kind := fetch.KindOf(err); kind != b.Get {
				t.Errorf("a host that %s: %q (%v), want %q", b.Does, kind, err, b.Get)
			}
			if err != nil && len(err.Error()) > 4000 {
				t.Errorf("the failure is %d bytes long: %.200s", len(err.Error()), err)
			}
			if failure, ok := errors.AsType[*fetch.Error](err); ok && strings.ContainsFunc(fmt.Sprint(failure, failure.Err), isTrick) {
				t.Errorf("the failure hands on what could play tricks: %q", failure.Error())
			}
		})
	}
}

// isTrick says whether a character does something to a terminal or to the text around it.
func isTrick(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }

// What is wrong with a secure connection is said in words that need no knowledge of cryptography.
func TestSecureFaultsInWords(t *testing.T) {
	web, err := hostile.Start(hostile.Behaviours())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(web.Close)
	client, err := fetch.New(web.Options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	for name, says := range map[string]string{
		"tls-expired":           "certificate expired on ",
		"tls-not-yet":           "certificate is not valid before ",
		"tls-other-host":        "certificate belongs to another host",
		"tls-self-signed":       "certificate is signed by nobody but itself",
		"tls-unknown-authority": "authority that this computer does not know",
		"tls-old":               "only an old protocol",
		"tls-plain":             "no secure connection",
		"tls-garbage":           "no secure connection",
	} {
		if _, err := client.Get(t.Context(), web.URL(name)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v; want it to say %q", name, err, says)
		}
	}
}
