package storage

import "strings"

// IsName says whether a text has the form of a page's MD5 name (weburl.Name): 32 lower-case hexadecimal digits.
func IsName(s string) bool { return len(s) == 32 && strings.Trim(s, "0123456789abcdef") == "" }
