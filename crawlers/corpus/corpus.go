package corpus

import (
	"fmt"
	"html"
	"net/http"
	"time"
)

// Corpus is saved hypertext. Its methods may be called from any number of goroutines, and the same request always has
// the same answer.
type Corpus interface {
	// Pages is the number of HTML pages that the corpus holds, those that are made on demand without end left out.
	Pages() int

	// Answer answers a request for a host (in lower case, without port) and a path with its query, percent-encoded as
	// in a request line. The body belongs to the corpus and must not be changed.
	Answer(host, pathAndQuery string) Answer
}

// Answer is what a corpus answers to one request.
type Answer struct {
	Status   int           // 200, 301, 302 or 404
	Type     string        // media type; empty = text/html; charset=utf-8
	Body     []byte        // whole, not content-encoded
	Location string        // where a redirect leads
	Modified time.Time     // Last-Modified; zero = unknown
	Tag      string        // ETag without its quotes; empty = none
	Delay    time.Duration // how long the host takes to answer
}

const htmlType = "text/html; charset=utf-8"

// message is an answer of a few words.
func message(status int, text string) Answer {
	title := html.EscapeString(http.StatusText(status))
	return Answer{Status: status, Body: fmt.Appendf(nil,
		"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title></head>\n<body><h1>%s</h1><p>%s</p></body></html>\n",
		title, title, html.EscapeString(text))}
}

func notFound() Answer { return message(http.StatusNotFound, "There is no such page here.") }

func redirect(location string) Answer {
	a := message(http.StatusMovedPermanently, "This page is now at "+location+".")
	a.Location = location
	return a
}
