package crawlers

import (
	"time"

	"orbweaver/crawlers/page"
)

// A Record is one entry of a crawl's log: every input its crawler had, in order. Feeding the log to a fresh crawler of
// the same family, parameters and random seed restores the crawl ("resume is replay"). The types that follow are all
// the Records there are.
type Record interface{ record() }

// Seeded is the first record: the starting links.
type Seeded struct {
	Links []page.Link `json:"links"`
}

// Asked is one call of Next and its answer. Hosts not named by any record are ready.
type Asked struct {
	N       int      `json:"n"`
	Busy    []string `json:"busy,omitempty"`  // hosts that have stopped being ready since the last Asked
	Free    []string `json:"free,omitempty"`  // hosts that have become ready since the last Asked
	FirstID uint64   `json:"first,omitempty"` // number of the first pick; the others follow it without gaps
	Picks   []Pick   `json:"picks,omitempty"`
}

// Ended is the outcome of a pick: one line of the history. Pages counts are of those with Kind "ok".
type Ended struct {
	Seq      uint64        `json:"seq"`     // place in the history, from 1 without gaps
	PickID   uint64        `json:"pick_id"` // which pick of the Asked records
	Pick     Pick          `json:"-"`       // that pick, filled in by whoever reads the log
	Time     time.Time     `json:"time"`    // when the answer was complete (UTC)
	Took     time.Duration `json:"took"`    // from sending the last request to its complete answer
	Ran      time.Duration `json:"ran"`     // running time of the crawl so far, over all sittings, pauses left out
	Kind     string        `json:"kind"`    // KindOK, or the fetch.Kind of the failure
	Status   int           `json:"status,omitempty"`
	Error    string        `json:"error,omitempty"`     // the failure in words
	FinalURL string        `json:"final_url,omitempty"` // canonical URL that redirects led to last, where it is another
	Via      []string      `json:"via,omitempty"`       // canonical URLs of the redirects in between
	Same     string        `json:"same,omitempty"`      // canonical URL of a page asked for already that redirects led to; of fetch.KindDuplicate
	Bytes    int           `json:"bytes,omitempty"`     // body bytes as received, after transfer decoding
	Score    float64       `json:"score,omitempty"`     // similarity of the page to the topic, 0…1
	Title    string        `json:"title,omitempty"`
	Lang     string        `json:"lang,omitempty"`
	Snippet  string        `json:"snippet,omitempty"` // the words around the first keyword; hits only
	Hit      bool          `json:"hit,omitempty"`
	Twin     uint64        `json:"twin,omitempty"`  // Seq of an earlier page that this one is nearly the same as, so that its links were not followed; 0 = none
	Links    int           `json:"links,omitempty"` // links on the page that the crawler was offered

	Unchanged bool `json:"unchanged,omitempty"` // the server said that the page is still as an earlier session has stored it: it was not sent again

	Judgement Judgement `json:"-"` // of the page by the user, as it is now; filled in by whoever reads the history

	Page   *page.Page `json:"-"` // of KindOK; when read from a log it is parsed again from Answer
	Answer *Answer    `json:"-"` // what the server sent; of KindOK; nil while there is only Packed
	Packed []byte     `json:"-"` // the same, compressed in the worker for the store; nil when the crawl has no Pack
}

// KindOK is the Kind of an Ended that gave a page. All other kinds are those of package fetch.
const KindOK = "ok"

// Answer is a server's answer as received.
type Answer struct {
	URL       string // the URL that answered, as sent: not canonical
	Request   []byte // request line and header fields as sent, without the empty line after them; nil = not known
	Head      []byte // status line and header fields as received, without the empty line after them
	Body      []byte // body bytes as received after transfer decoding: still content-encoded
	Truncated bool   // the body was cut at the limit

	Confirmed []byte    // the head of a 304, with which the server said that the answer of an earlier session is still the same; nil = it came whole
	Since     time.Time // when the answer came whole, where it was Confirmed (UTC)
}

// Budgeted records a new budget: from here on the crawl ends at this many pages.
type Budgeted struct {
	Pages int           `json:"pages"`
	Time  time.Duration `json:"time,omitempty"` // of running time, over all sittings; 0 = no limit
}

// Marked records a user's judgement of a page of the history.
type Marked struct {
	Seq       uint64    `json:"seq"` // of the page's Ended
	Judgement Judgement `json:"judgement"`
	Time      time.Time `json:"time"`

	Page   *page.Page `json:"-"` // when read from a log it is parsed again from Answer
	Answer *Answer    `json:"-"` // of the Ended
}

// Rested records that a sitting ended, why, and how long it had run.
type Rested struct {
	Time time.Time     `json:"time"`
	Ran  time.Duration `json:"ran"`           // running time of the crawl so far, over all sittings, pauses left out
	Stop string        `json:"stop"`          // a Stop of package engine
	Why  string        `json:"why,omitempty"` // the reason of a Stop that leaves room for doubt, in words
}

func (Seeded) record()   {}
func (Asked) record()    {}
func (Ended) record()    {}
func (Budgeted) record() {}
func (Marked) record()   {}
func (Rested) record()   {}
