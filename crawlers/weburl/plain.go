package weburl

import (
	"net/netip"
	"strconv"
	"strings"
)

// plainPath and plainQuery are the bytes that the parser leaves as they are in paths and queries.
var (
	plainPath  = bytesOf(pathChars + "%")
	plainQuery = bytesOf(unreservedChars + "!$&()*+,;=:@/?%") // no apostrophe
)

// plain resolves the common references by cutting and joining strings: those in characters that stay as they are. The
// reference has no fragment. All else is left to parse, and a differential fuzz test holds the two together.
func (r *Resolver) plain(ref string) (resolved string, ok bool) {
	path, query, _ := strings.Cut(ref, "?")
	if !allOf(path, &plainPath) || !allOf(query, &plainQuery) {
		return "", false
	}
	if strings.HasPrefix(ref, "http://") || strings.HasPrefix(ref, "https://") {
		return r.plainAbsolute(ref)
	}
	switch {
	case r.base == "" || strings.HasPrefix(ref, "//") || strings.HasPrefix(ref, "?"):
		return "", false
	case ref == "":
		return r.base, true
	case ref[0] == '/':
		return joinPath(r.origin, ref)
	}
	if segment, _, _ := strings.Cut(path, "/"); strings.Contains(segment, ":") { // a scheme
		return "", false
	}
	if !mayHaveDots(path) {
		return r.folder + ref, true
	}
	return joinPath(r.origin, r.folder[len(r.origin):]+ref)
}

// plainAbsolute resolves a URL that is absolute. The base's own host may be of any kind, as it was parsed before.
func (r *Resolver) plainAbsolute(ref string) (string, bool) {
	if tail, own := strings.CutPrefix(ref, r.origin); own && r.origin != "" && strings.HasPrefix(tail, "/") {
		return joinPath(r.origin, tail)
	}
	scheme, rest, _ := strings.Cut(ref, "://")
	host := rest
	if end := strings.IndexAny(rest, "/?"); end >= 0 {
		host = rest[:end]
	}
	name, port, hasPort := strings.Cut(host, ":")
	if !isPlainName(name) || hasPort && !isPlainPort(scheme, port) {
		return "", false
	}
	tail := rest[len(host):]
	if !strings.HasPrefix(tail, "/") {
		tail = "/" + tail
	}
	return joinPath(ref[:len(ref)-len(rest)+len(host)], tail)
}

// isPlainName says whether the name of a host stays as it is: lower-case ASCII labels, the last of which begins with a
// letter, since a number there makes it an IPv4 address; or such an address as it is usually written.
func isPlainName(name string) bool {
	last := "" // one label
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || label == "xn--" { // the second is nothing in other letters
			return false
		}
		last = label
	}
	for i := range len(name) {
		if c := name[i]; !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.') {
			return false
		}
	}
	if last[0] >= 'a' {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err == nil
}

// isPlainPort says whether a port stays as it is: a decimal number without leading zeros, and not the scheme's own.
func isPlainPort(scheme, port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && port[0] > '0' && !(scheme == "http" && n == 80) && !(scheme == "https" && n == 443)
}

// joinPath puts an absolute path and its query behind an origin. Segments that are dots are resolved; encoded dots are
// left to the parser.
func joinPath(origin, tail string) (string, bool) {
	path, _, _ := strings.Cut(tail, "?")
	if !mayHaveDots(path) {
		return origin + tail, true
	}
	if strings.Contains(path, "%2e") || strings.Contains(path, "%2E") {
		return "", false
	}
	segments := strings.Split(path[1:], "/")
	kept := segments[:0]
	for i, segment := range segments {
		dots := segment == "." || segment == ".."
		if segment == ".." && len(kept) > 0 {
			kept = kept[:len(kept)-1]
		}
		if !dots {
			kept = append(kept, segment)
		} else if i == len(segments)-1 {
			kept = append(kept, "")
		}
	}
	return origin + "/" + strings.Join(kept, "/") + tail[len(path):], true
}

// mayHaveDots says whether a segment of the path may be "." or "..", percent-encoded or not.
func mayHaveDots(path string) bool {
	return strings.HasPrefix(path, ".") || strings.Contains(path, "/.") ||
		strings.IndexByte(path, '%') >= 0 && (strings.Contains(path, "%2e") || strings.Contains(path, "%2E"))
}

func allOf(s string, set *byteSet) bool {
	for i := range len(s) {
		if !set[s[i]] {
			return false
		}
	}
	return true
}
