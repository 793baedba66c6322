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

// announcedType is what an answer says of its type: all of its fields of that name, as one list.
func announcedType(h http.Header) string { return strings.Join(h["Content-Type"], ",") }

// mediaType is the media type of an announcedType in lower case, without parameters, and its charset parameter. It takes what
// servers really send: parameters given twice, semicolons with nothing behind them, several types, of which the last one
// counts, with the charset of an earlier one of the same type if it has none (WHATWG Fetch, "extract a MIME type").
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
	if strings.Contains(contentType, ",") {
		if mediatype, charset = lastMediaType(contentType); mediatype != "" {
			return mediatype, charset
		}
	}
	mediatype, rest, _ := strings.Cut(contentType, ";")
	if i := bytes.Index(asciiLower([]byte(rest)), []byte("charset=")); i >= 0 {
		charset, _, _ = strings.Cut(rest[i+len("charset="):], ";")
		charset = strings.Trim(charset, " \t\"'")
	}
	return strings.ToLower(strings.TrimSpace(mediatype)), charset
}

// lastMediaType is the one of a list that counts; empty when none does.
func lastMediaType(list string) (last, charset string) {
	for one := range strings.SplitSeq(list, ",") {
		if !strings.Contains(one, "/") {
			continue
		}
		mediatype, set := mediaType(one)
		if mediatype == "*/*" {
			continue
		}
		if mediatype != last || set != "" {
			last, charset = mediatype, set
		}
	}
	return last, charset
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
	mediatype, _ := mediaType(announcedType(h))
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
	mediatype, charset := mediaType(announcedType(h))
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
