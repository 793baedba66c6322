package storage

import (
	"strings"

	"orbweaver/crawlers"
)

// Nearly all requests of a session differ in their URL only. Those are not kept with each page: what they have in common
// stands in the session's Meta once, and the rest is the URL.

// protocols are those of usual requests.
var protocols = []struct {
	flag byte // in the packed answer
	name string
}{{flagUsual, "HTTP/1.1"}, {flagUsual2, "HTTP/2.0"}}

// usualFlag says whether an answer's request is, byte for byte, the one for its URL with the usual fields, and over which
// protocol; 0 = it is another.
func usualFlag(a *crawlers.Answer, usual string) byte {
	if usual == "" {
		return 0
	}
	for _, p := range protocols {
		if isMadeOf(a.Request, usualRequest(a.URL, p.name, usual)) {
			return p.flag
		}
	}
	return 0
}

// usualRequest is, in pieces, the request for a URL with the usual fields.
func usualRequest(url, protocol, usual string) [8]string {
	_, rest, _ := strings.Cut(url, "://")
	host, path, _ := strings.Cut(rest, "/")
	return [...]string{"GET /", path, " ", protocol, "\r\nHost: ", host, "\r\n", usual}
}

func isMadeOf(whole []byte, pieces [8]string) bool {
	for _, piece := range pieces {
		if len(whole) < len(piece) || string(whole[:len(piece)]) != piece {
			return false
		}
		whole = whole[len(piece):]
	}
	return len(whole) == 0
}

// request is the one that a flag stands for; nil for none.
func request(url string, flag byte, usual string) []byte {
	for _, p := range protocols {
		if p.flag == flag {
			pieces := usualRequest(url, p.name, usual)
			return []byte(strings.Join(pieces[:], ""))
		}
	}
	return nil
}
