package warc

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Entry is a line of a CDXJ index: where an answer is.
type Entry struct {
	URL      string
	Time     time.Time // to the second
	Status   int
	MIME     string // media type, or "warc/revisit"
	Digest   string // of the payload
	Filename string
	Place
}

// entryFields are an Entry's, as pywb and its relatives write them.
type entryFields struct {
	URL      string `json:"url"`
	MIME     string `json:"mime,omitempty"`
	Status   string `json:"status,omitempty"`
	Digest   string `json:"digest,omitempty"`
	Length   string `json:"length"`
	Offset   string `json:"offset"`
	Filename string `json:"filename"`
}

const cdxjTime = "20060102150405"

// WriteIndex writes the lines of an index in their order: by SURT key, then by time.
func WriteIndex(out io.Writer, entries []Entry) error {
	keys := make(map[string]string, len(entries))
	for _, e := range entries {
		keys[e.URL] = SURT(e.URL)
	}
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(keys[a.URL], keys[b.URL]), a.Time.Compare(b.Time))
	})
	w := bufio.NewWriter(out)
	for _, e := range sorted {
		f := entryFields{e.URL, e.MIME, "", e.Digest, strconv.FormatInt(e.Length, 10), strconv.FormatInt(e.Offset, 10), e.Filename}
		if e.Status != 0 {
			f.Status = strconv.Itoa(e.Status)
		}
		line, err := json.Marshal(f)
		if err != nil {
			return fmt.Errorf("index line of %s: %w", e.URL, err)
		}
		fmt.Fprintf(w, "%s %s %s\n", keys[e.URL], e.Time.UTC().Format(cdxjTime), line)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	return nil
}

// ReadIndex reads an index. Lines that begin with "!" say things about the index and are passed over. An error names the
// line.
func ReadIndex(in io.Reader) ([]Entry, error) {
	var entries []Entry
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxHeader)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "!") {
			continue
		}
		e, err := readEntry(line)
		if err != nil {
			return nil, fmt.Errorf("index line %d: %w", n, err)
		}
		entries = append(entries, e)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	return entries, nil
}

func readEntry(line string) (e Entry, err error) {
	_, rest, ok := strings.Cut(line, " ")
	at, object, ok2 := strings.Cut(rest, " ")
	if !ok || !ok2 {
		return e, fmt.Errorf("%.60q is not a key, a time and a JSON object", line)
	}
	if e.Time, err = time.Parse(cdxjTime, at); err != nil {
		return e, fmt.Errorf("its time: %w", err)
	}
	var f entryFields
	if err := json.Unmarshal([]byte(object), &f); err != nil {
		return e, fmt.Errorf("its object: %w", err)
	}
	e.URL, e.MIME, e.Digest, e.Filename = f.URL, f.MIME, f.Digest, f.Filename
	if f.Status != "" {
		if e.Status, err = strconv.Atoi(f.Status); err != nil {
			return e, fmt.Errorf("its status: %w", err)
		}
	}
	if e.Offset, err = strconv.ParseInt(f.Offset, 10, 64); err != nil {
		return e, fmt.Errorf("its offset: %w", err)
	}
	if e.Length, err = strconv.ParseInt(f.Length, 10, 64); err != nil {
		return e, fmt.Errorf("its length: %w", err)
	}
	return e, nil
}

// SURT is the key under which an index keeps a URL: the host's labels from the last to the first, then the path and the
// query in order, all in lower case, so that what belongs together stands together: "org,example)/a?b=c".
func SURT(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return strings.ToLower(strings.ReplaceAll(raw, " ", "%20"))
	}
	labels := strings.Split(strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), ".")
	slices.Reverse(labels)
	key := strings.Join(labels, ",")
	if port := u.Port(); port != "" && !(u.Scheme == "http" && port == "80") && !(u.Scheme == "https" && port == "443") {
		key += ":" + port
	}
	key += ")" + cmp.Or(u.EscapedPath(), "/")
	if u.RawQuery != "" {
		parameters := strings.Split(u.RawQuery, "&")
		slices.Sort(parameters)
		key += "?" + strings.Join(parameters, "&")
	}
	return strings.ToLower(strings.ReplaceAll(key, " ", "%20"))
}
