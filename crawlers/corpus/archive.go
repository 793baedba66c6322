package corpus

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"orbweaver/crawlers/fetch"
	"orbweaver/crawlers/warc"
)

// largestArchived is how many bytes of an archived page are served.
const largestArchived = 8 << 20

// Archived is a WARC file as a corpus: the answers that it holds, of all its hosts. Of several answers to one request the
// last counts.
type Archived struct {
	file    *os.File
	size    int64
	answers map[string]archived // by host, path and query
	pages   int
}

// archived is where an answer is.
type archived struct {
	offset int64 // of the record that holds the body
	url    string
	status int
	isPage bool
	leads  string // where a redirect leads
}

// Archive opens a WARC file as a corpus. A file that is broken is used as far as it can be read, if it holds any page so
// far. Close it after use.
func Archive(name string) (*Archived, error) {
	file, err := os.Open(name) // #nosec G304 -- the user names the corpus
	if err != nil {
		return nil, fmt.Errorf("the corpus can not be opened: %w", err)
	}
	a := &Archived{file: file, answers: map[string]archived{}}
	info, err := file.Stat()
	if err == nil {
		a.size = info.Size()
		err = a.find()
	}
	if a.pages == 0 {
		if err == nil {
			err = errors.New("it holds no HTML pages")
		}
		return nil, errors.Join(fmt.Errorf("the corpus %s can not be read: %w", name, err), file.Close())
	}
	return a, nil
}

// find lists the answers.
func (a *Archived) find() error {
	r, err := warc.NewReader(io.NewSectionReader(a.file, 0, a.size))
	payloads := map[string]int64{} // digest → place of the first response with that payload
	for err == nil {
		var rec *warc.Record
		if rec, err = r.Next(); err != nil {
			break
		}
		digest := rec.Header.Get("WARC-Payload-Digest")
		switch rec.Type() {
		case warc.Response:
			if _, known := payloads[digest]; !known && digest != "" {
				payloads[digest] = rec.Offset
			}
			a.add(rec, rec.Offset)
		case warc.Revisit:
			if offset, known := payloads[digest]; known {
				a.add(rec, offset)
			}
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// add takes note of an answer; what is none of HTTP is passed over.
func (a *Archived) add(rec *warc.Record, offset int64) {
	answer, err := warc.ReadAnswer(rec, 0)
	if err != nil {
		return
	}
	u, err := url.Parse(rec.Target())
	if err != nil || u.Host == "" {
		return
	}
	found := archived{offset: offset, url: rec.Target(), status: answer.Status}
	kind, _, _ := strings.Cut(strings.ToLower(answer.Header.Get("Content-Type")), ";")
	switch kind = strings.TrimSpace(kind); {
	case answer.Status >= 300 && answer.Status < 400 && answer.Header.Get("Location") != "":
		found.leads = answer.Header.Get("Location")
	case answer.Status != http.StatusOK:
		return
	default:
		found.isPage = kind == "text/html" || kind == "application/xhtml+xml"
	}
	key := strings.ToLower(u.Hostname()) + u.RequestURI()
	if a.answers[key].isPage {
		a.pages--
	}
	if found.isPage {
		a.pages++
	}
	a.answers[key] = found
}

// Close closes the file.
func (a *Archived) Close() error {
	if err := a.file.Close(); err != nil {
		return fmt.Errorf("closing the corpus: %w", err)
	}
	return nil
}

// Pages is the number of HTML pages.
func (a *Archived) Pages() int { return a.pages }

// URLs are those of the pages, in order.
func (a *Archived) URLs() []string {
	var urls []string
	for _, found := range a.answers {
		if found.isPage {
			urls = append(urls, found.url)
		}
	}
	slices.Sort(urls)
	return urls
}

// Answer gives an answer as it was archived: a page in UTF-8, anything else as it is.
func (a *Archived) Answer(host, pathAndQuery string) Answer {
	found, known := a.answers[host+pathAndQuery]
	switch {
	case !known:
		return notFound()
	case found.leads != "":
		return redirect(found.leads)
	}
	body, kind, err := a.read(found)
	if err != nil {
		return message(http.StatusInternalServerError, "The archive can not be read here: "+err.Error())
	}
	return Answer{Status: http.StatusOK, Type: kind, Body: body}
}

func (a *Archived) read(found archived) (body []byte, kind string, err error) {
	r, err := warc.NewReader(io.NewSectionReader(a.file, found.offset, a.size-found.offset))
	if err != nil {
		return nil, "", err
	}
	rec, err := r.Next()
	if err != nil {
		return nil, "", err
	}
	answer, err := warc.ReadAnswer(rec, largestArchived)
	if err != nil {
		return nil, "", err
	}
	if !found.isPage {
		return answer.Body, answer.Header.Get("Content-Type"), nil
	}
	body, err = fetch.Decode(answer.Header, answer.Body, largestArchived)
	return body, htmlType, err
}
