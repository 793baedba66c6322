package seeds

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// searXNG searches through an instance of the metasearch engine SearXNG.
type searXNG struct {
	service
	base string // "https://search.example.org"
}

// searXNGPages bounds how many result pages one search asks for: an instance passes every one on to several engines.
const searXNGPages = 5

type searXNGAnswer struct {
	Results []struct{ URL, Title, Content string }
}

func (s *searXNG) Search(ctx context.Context, keywords string, limit int) ([]Seed, error) {
	found := newCollector(limit)
	for number := 1; number <= searXNGPages && !found.full(); number++ {
		query := url.Values{"q": {keywords}, "format": {"json"}, "pageno": {strconv.Itoa(number)}}
		answer, _, err := get[searXNGAnswer](ctx, s.service, s.base+"/search?"+query.Encode(), nil, nil)
		if refused, ok := errors.AsType[*rejection](err); ok && refused.status == http.StatusForbidden {
			return nil, fmt.Errorf("%w: answers in JSON are switched off there, as on most public instances; use another one, or have its owner add json to search.formats in its settings.yml", err)
		}
		if err != nil && number > 1 {
			break // what the pages before gave is enough to start from
		}
		if err != nil {
			return nil, err
		}
		before := len(found.seeds)
		for _, r := range answer.Results {
			found.add(Seed{URL: r.URL, Title: r.Title, Snippet: r.Content})
		}
		if len(found.seeds) == before {
			break
		}
	}
	return found.result(s.name, keywords)
}
