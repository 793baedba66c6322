package fetch

import "testing"

func TestPrintable(t *testing.T) {
	for said, want := range map[string]string{
		"404 Not Found": "404 Not Found",
		"a\x9b2Jb":      "a\uFFFD2Jb", // CSI of a terminal of 8 bits
		"a\u202eb":      `a\u202eb`,
		"a\x1b[2Jb":     `a\x1b[2Jb`,
	} {
		if got := printable(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// Only lines that are kept count: who has none takes nothing from others.
func TestRobotsSize(t *testing.T) {
	for text, want := range map[string]int{
		"a:\nb:\n# c\nDisallow:\n":                     0,
		"User-agent: *\nDisallow: /x\nDisallow:\n":     len("*") + len("/x") + 2*lineMemory,
		"Sitemap: http://a.example/\nCrawl-delay: 1\n": 0,
	} {
		if got := ParseRobots([]byte(text)).Size(); got != want {
			t.Errorf("%q: %d bytes, want %d", text, got, want)
		}
	}
}
