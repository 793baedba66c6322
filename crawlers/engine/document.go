package engine

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"runtime"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/page"
)

// Document is the page that a server's answer holds, parsed as the crawl parsed it. It is a pure function: replay and
// readers get from the stored bytes what the workers got from the wire.
func Document(a *crawlers.Answer, s Settings) (*page.Page, error) { return Documents(s)(a) }

// Documents is Document for many answers, one after the other: no word is stemmed twice.
func Documents(s Settings) func(*crawlers.Answer) (*page.Page, error) {
	parser := page.NewParser(s.pageOptions())
	return func(a *crawlers.Answer) (*page.Page, error) {
		header, err := headerOf(a)
		if err != nil {
			return nil, err
		}
		return parse(parser, a.URL, header, a.Body, s.filled())
	}
}

// maxBody bounds what Body unpacks.
const maxBody = 64 << 20

// Body is the body of a saved answer as UTF-8, unpacked to at most 64 MiB.
func Body(a *crawlers.Answer) ([]byte, error) {
	header, err := parseHead(a.Head)
	if err != nil {
		return nil, err
	}
	return fetch.Decode(header, a.Body, maxBody)
}

// Parse makes a page of an answer.
type Parse func(*fetch.Response) (*page.Page, error)

// NewParse returns a Parse that does what a crawl with these settings does, for several of them (Config.Parse): no word is
// stemmed twice, and none is kept twice. It may be used concurrently; as many pages are parsed at the same time as there are
// cores. An answer that was stored needs no Header beside its Head.
func NewParse(s Settings) Parse {
	s = s.filled()
	parsers := make(chan *page.Parser, runtime.GOMAXPROCS(0))
	parser := page.NewParser(s.pageOptions())
	for range cap(parsers) {
		parsers <- parser.Sibling()
	}
	return func(a *fetch.Response) (*page.Page, error) {
		header := a.Header
		if header == nil {
			var err error
			if header, err = parseHead(a.Head); err != nil {
				return nil, err
			}
		}
		parser := <-parsers
		defer func() { parsers <- parser }()
		return parse(parser, a.URL, header, a.Body, s)
	}
}

// parse decodes and parses one answer.
func parse(parser *page.Parser, url string, header http.Header, body []byte, s Settings) (*page.Page, error) {
	utf8, err := fetch.Decode(header, body, s.MaxBytes)
	if err != nil {
		return nil, err
	}
	p, err := parser.Parse(url, utf8)
	if err != nil {
		return nil, err
	}
	if !s.FollowNofollow && robotsTagForbids(header, s.agentToken()) {
		p.NoFollow = true
		p.Links = nil
	}
	return p, nil
}

// robotsTagForbids says whether an X-Robots-Tag for all agents, or for ours, asks that links be not followed.
func robotsTagForbids(header http.Header, agent string) bool {
	for _, line := range header.Values("X-Robots-Tag") {
		if name, rest, named := strings.Cut(line, ":"); named && !strings.Contains(name, ",") && !isDirective(name) {
			if !strings.EqualFold(strings.TrimSpace(name), agent) {
				continue
			}
			line = rest
		}
		for directive := range strings.SplitSeq(line, ",") {
			switch strings.ToLower(strings.TrimSpace(directive)) {
			case "nofollow", "none":
				return true
			}
		}
	}
	return false
}

// isDirective says whether what stands before a colon is a directive with a value rather than an agent's name.
func isDirective(name string) bool {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview":
		return true
	}
	return false
}

// headerOf are the header fields of a saved answer. What a confirmation asks of robots goes for the page that it confirms
// (RFC 9111 §3.2); its other fields say nothing that a page is read by.
func headerOf(a *crawlers.Answer) (http.Header, error) {
	header, err := parseHead(a.Head)
	if err != nil || len(a.Confirmed) == 0 {
		return header, err
	}
	confirmed, err := parseHead(a.Confirmed)
	if tags := confirmed.Values("X-Robots-Tag"); len(tags) > 0 {
		header["X-Robots-Tag"] = tags
	}
	return header, err
}

// parseHead reads the header fields of Answer.Head.
func parseHead(head []byte) (http.Header, error) {
	_, fields, found := bytes.Cut(head, []byte("\n")) // lines end as received: in CRLF, seldom in LF
	if !found {
		return nil, errors.New("stored answer has no status line")
	}
	r := textproto.NewReader(bufio.NewReader(io.MultiReader(bytes.NewReader(fields), strings.NewReader("\r\n"))))
	header, err := r.ReadMIMEHeader()
	if err != nil {
		return nil, fmt.Errorf("stored answer's header: %w", err)
	}
	return http.Header(header), nil
}
