package seeds

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// busy adds to an error how long the service asks to be left alone, where it says so.
func busy(err error, header http.Header) error {
	if err == nil {
		return nil
	}
	if seconds, ok := waitAsked(header); ok {
		return fmt.Errorf("%w (%w)", err, backoff.RetryAfter(seconds))
	}
	return err
}

// waitAsked reads how many seconds an answer asks to wait: Retry-After (RFC 9110 §10.2.3), or the reset of the
// X-RateLimit windows that are used up.
func waitAsked(header http.Header) (seconds int, ok bool) {
	after := header.Get("Retry-After")
	if n, err := strconv.Atoi(after); err == nil && n >= 0 {
		return n, true
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(0, int(time.Until(at).Seconds())+1), true
	}
	return windowReset(header)
}

// windowReset is the number of seconds after which every used-up window of X-RateLimit-Remaining is open again.
// Brave has one window a second and one a month, listed in the same order in all X-RateLimit fields.
func windowReset(header http.Header) (seconds int, usedUp bool) {
	remaining := strings.Split(header.Get("X-RateLimit-Remaining"), ",")
	for i, reset := range strings.Split(header.Get("X-RateLimit-Reset"), ",") {
		if i >= len(remaining) || strings.TrimSpace(remaining[i]) != "0" {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimSpace(reset)); err == nil && n >= 0 {
			seconds, usedUp = max(seconds, n), true
		}
	}
	return seconds, usedUp
}

// pause waits, unless the context is done first.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
