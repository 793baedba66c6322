package seeds

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	agent       = "Orbweaver/1.0 (topical crawler; looks up seeds for one person's search)"
	maxAnswer   = 4 << 20          // bytes of an answer that are read
	requestTime = 15 * time.Second // for one request
	retryTime   = 30 * time.Second // for all tries of one request together
	maxTries    = 4
)

// service is how every source asks: JSON over HTTP, with a few further tries where a service is overloaded.
type service struct {
	name string // for messages: "Wikipedia"
	http *http.Client
}

func newService(name string) service {
	return service{name: name, http: &http.Client{Timeout: requestTime}}
}

// rejection is an answer that carries no results.
type rejection struct {
	status int    // HTTP status
	text   string // what the service said, where it said something
}

func (r *rejection) Error() string {
	if r.text != "" {
		return r.text
	}
	return fmt.Sprintf("%d %s", r.status, http.StatusText(r.status))
}

// get asks for an address and decodes the answer's JSON. What check finds wrong with the answer is tried again like an
// overloaded server, unless it is permanent; nil = no check.
func get[T any](ctx context.Context, s service, address string, header http.Header, check func(*T) error) (*T, http.Header, error) {
	var fields http.Header
	answer, err := backoff.Retry(ctx, func() (*T, error) {
		body, header, err := s.try(ctx, address, header)
		if err != nil {
			return nil, err
		}
		fields = header
		answer := new(T)
		if err := json.Unmarshal(body, answer); err != nil {
			return nil, backoff.Permanent(fmt.Errorf("the answer is not the JSON expected (is this the service's address?): %w", err))
		}
		if check != nil {
			return answer, busy(check(answer), header)
		}
		return answer, nil
	}, backoff.WithMaxTries(maxTries), backoff.WithMaxElapsedTime(retryTime))
	if err != nil {
		return nil, nil, fmt.Errorf("asking %s: %w", s.name, err)
	}
	return answer, fields, nil
}

// try does one request. Errors for which trying again is of no use are permanent.
func (s service) try(ctx context.Context, address string, header http.Header) ([]byte, http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, backoff.Permanent(err)
	}
	for name, values := range header {
		req.Header[name] = values
	}
	req.Header.Set("User-Agent", agent)
	req.Header.Set("Accept", "application/json")
	resp, err := s.http.Do(req)
	if err != nil {
		return nil, nil, backoff.Permanent(fmt.Errorf("no answer (is this computer connected?): %w", err))
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500:
		return nil, nil, busy(&rejection{status: resp.StatusCode}, resp.Header)
	case resp.StatusCode != http.StatusOK:
		return nil, nil, backoff.Permanent(&rejection{status: resp.StatusCode})
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, nil, fmt.Errorf("reading the answer: %w", err)
	}
	return body, resp.Header, nil
}
