package seeds

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// brave searches with Brave Search's web API.
type brave struct {
	service
	base string // "https://api.search.brave.com"
	key  string
}

const (
	bravePage  = 20 // most results a request
	bravePages = 10 // most pages of them: offset counts pages, 0…9
)

type braveAnswer struct {
	Web struct {
		Results []struct{ URL, Title, Description string }
	}
}

func (b *brave) Search(ctx context.Context, keywords string, limit int) ([]Seed, error) {
	found := newCollector(limit)
	header := http.Header{"X-Subscription-Token": {b.key}}
	for offset := 0; offset < bravePages && !found.full(); offset++ {
		query := url.Values{"q": {keywords}, "count": {strconv.Itoa(min(limit, bravePage))}, "offset": {strconv.Itoa(offset)}}
		answer, fields, err := get[braveAnswer](ctx, b.service, b.base+"/res/v1/web/search?"+query.Encode(), header, nil)
		if err != nil && offset > 0 {
			break // what the pages before gave is enough to start from
		}
		if err != nil {
			return nil, explainKey(err)
		}
		for _, r := range answer.Web.Results {
			found.add(Seed{URL: r.URL, Title: r.Title, Snippet: r.Description})
		}
		if len(answer.Web.Results) < bravePage || found.full() {
			break
		}
		if seconds, usedUp := windowReset(fields); usedUp {
			wait := time.Duration(seconds) * time.Second
			if wait > retryTime || pause(ctx, wait) != nil {
				break
			}
		}
	}
	return found.result(b.name, keywords)
}

// explainKey says what to do about a refused key.
func explainKey(err error) error {
	refused, ok := errors.AsType[*rejection](err)
	if !ok {
		return err
	}
	switch refused.status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusUnprocessableEntity:
		return fmt.Errorf("%w: it did not take the key in BRAVE_API_KEY; check the key and its plan", err)
	}
	return err
}
