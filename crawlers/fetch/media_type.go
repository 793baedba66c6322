package fetch

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"strings"
)

// sniffed is how much of a page's beginning is looked at to find out what it is.
const sniffed = 1024

// mediaType is the media type of a Content-Type field in lower case, without parameters, and its charset parameter. It
// takes what servers really send: parameters given twice, semicolons with nothing behind them, several types, of which the
// last one counts (WHATWG Fetch, "extract a MIME type").
func mediaType(contentType string) (mediatype, charset string) {
	switch contentType { // nearly every page there is
	case "text/html":
		return contentType, ""
	case "text/html; charset=utf-8", "text/html; charset=UTF-8", "text/html;charset=utf-8", "text/html;charset=UTF-8":
		return "text/html", utf8Name
	}
	mediatype, params, err := mime.ParseMediaType(contentType)
	if err == nil {
		return mediatype, params["charset"]
	}
	if i := strings.LastIndexByte(contentType, ','); i >= 0 && strings.Contains(contentType[i:], "/") {
		return mediaType(contentType[i+1:])
	}
	mediatype, rest, _ := strings.Cut(contentType, ";")
	if i := bytes.Index(asciiLower([]byte(rest)), []byte("charset=")); i >= 0 {
		charset, _, _ = strings.Cut(rest[i+len("charset="):], ";")
		charset = strings.Trim(charset, " \t\"'")
	}
	return strings.ToLower(strings.TrimSpace(mediatype)), charset
}

func isHTML(mediatype string) bool {
	return mediatype == "text/html" || mediatype == "application/xhtml+xml"
}

// isVague says whether a media type tells nothing: the body must be looked at (WHATWG MIME sniffing §7).
func isVague(mediatype string) bool {
	switch mediatype {
	case "", "application/octet-stream", "binary/octet-stream", "unknown/unknown", "application/unknown", "application/x-unknown", "*/*":
		return true
	}
	return false
}

// checkHeader refuses what is announced as something else than HTML, before its body is read.
func checkHeader(h http.Header) error {
	mediatype, _ := mediaType(h.Get("Content-Type"))
	if isHTML(mediatype) || isVague(mediatype) {
		return nil
	}
	return &Error{Kind: KindType, Err: fmt.Errorf("it is announced as %q", mediatype)}
}

// checkContent refuses what is announced as HTML and plainly is not, and what is not announced and does not look like
// HTML.
func checkContent(h http.Header, body []byte) error {
	beginning, err := unpack(h, body[:min(len(body), sniffBytes(h))], sniffed)
	if err != nil {
		return err
	}
	mediatype, charset := mediaType(h.Get("Content-Type"))
	seen, _, _ := strings.Cut(http.DetectContentType(beginning), ";")
	if isVague(mediatype) {
		if seen == "text/html" || seen == "text/xml" && bytes.Contains(bytes.ToLower(beginning), []byte("<html")) {
			return nil
		}
		return &Error{Kind: KindType, Err: fmt.Errorf("it is not announced as anything and looks like %s", seen)}
	}
	switch {
	case strings.HasPrefix(seen, "text/"):
		return nil
	case seen != "application/octet-stream":
		return &Error{Kind: KindType, Err: fmt.Errorf("it is announced as %q and is %s", mediatype, seen)}
	case bytes.IndexByte(beginning, 0) >= 0 && !strings.HasPrefix(strings.ToLower(charset), "utf-16") && unmarkedUTF16(beginning) == "":
		return &Error{Kind: KindType, Err: fmt.Errorf("it is announced as %q and is binary", mediatype)}
	}
	return nil // a stray control character does not make it less of a page
}

// sniffBytes is how much of the body is needed to see its beginning: packed, a little may stand for a lot.
func sniffBytes(h http.Header) int {
	if h.Get("Content-Encoding") == "" {
		return sniffed
	}
	return 16 * sniffed
}
