package weburl

import (
	"slices"
	"strings"
)

// Parameters that name a visit or where it came from, never a page. Names are compared in lower case; a trailing *
// stands for any rest.
var sessionParameters = []string{
	"jsessionid", "phpsessid", "sessionid", "session_id", "sid", "aspsessionid*", "cfid", "cftoken",
	"utm_*", "gclid", "dclid", "fbclid", "msclkid", "yclid", "igshid", "mc_cid", "mc_eid", "_ga", "_gl",
}

func isSessionParameter(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(sessionParameters, func(known string) bool {
		prefix, isPrefix := strings.CutSuffix(known, "*")
		return name == known || isPrefix && strings.HasPrefix(name, prefix)
	})
}

// dropSessionIDs removes them from the parameters of path segments (;jsessionid=…) and from the query.
func dropSessionIDs(path, query string) (string, string) {
	if !strings.Contains(path, ";") {
		return path, dropParameters(query, "&", false)
	}
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if kept := dropParameters(segment, ";", true); kept != "." && kept != ".." { // these would be resolved next time
			segments[i] = kept
		}
	}
	return strings.Join(segments, "/"), dropParameters(query, "&", false)
}

func dropParameters(s, separator string, keepFirst bool) string {
	var kept []string
	for i, part := range strings.Split(s, separator) {
		name, _, _ := strings.Cut(part, "=")
		if keepFirst && i == 0 || !isSessionParameter(name) {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, separator)
}
