package fetch

import (
	"bytes"
	"context"
	"fmt"
)

// Sitemap fetches a sitemap, following up to five redirects.
func (c *Client) Sitemap(ctx context.Context, url string) (*Sitemap, error) {
	for range 1 + robotsRedirects {
		answer, err := c.exchange(ctx, url, Validators{}, maxSitemapSent, anyType)
		if err != nil {
			return nil, err
		}
		if answer.Location == "" {
			return readSitemapOf(answer)
		}
		url = answer.Location
	}
	return nil, &Error{Kind: KindRedirect, URL: url, Err: fmt.Errorf("more than %d redirects", robotsRedirects)}
}

func readSitemapOf(answer *Response) (*Sitemap, error) {
	body, err := unpack(answer.Header, answer.Body, maxSitemapBytes)
	if err != nil {
		return nil, refine(err, answer.URL, answer.Status)
	}
	s, err := ReadSitemap(bytes.NewReader(body))
	if err != nil {
		return nil, &Error{Kind: KindType, URL: answer.URL, Status: answer.Status, Err: err}
	}
	return s, nil
}
