package text

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpora finds the folder of real data, or skips the test.
func corpora(t testing.TB, path string) string {
	t.Helper()
	dir := os.Getenv("ORBWEAVER_CORPORA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpora")
	}
	file := filepath.Join(dir, path)
	if _, err := os.Stat(file); err != nil {
		t.Skipf("needs the corpora: %v", err)
	}
	return file
}

// The library was made from older versions of Snowball's rules, and differs from today's vocabularies in these many
// words; more would be a regression.
func TestStemsAgainstSnowballsVocabularies(t *testing.T) {
	for _, c := range []struct {
		folder, lang  string
		words, misses int
	}{{"english", "en", 42_649, 57}, {"french", "fr", 21_655, 919}} {
		t.Run(c.folder, func(t *testing.T) {
			read := func(name string) []string {
				data, err := os.ReadFile(corpora(t, filepath.Join("conformance", "stem", c.folder, name)))
				if err != nil {
					t.Fatal(err)
				}
				return strings.Fields(string(data))
			}
			voc, output := read("voc.txt"), read("output.txt")
			if len(voc) != len(output) {
				t.Fatalf("%d words, %d stems", len(voc), len(output))
			}
			misses := 0
			for i, word := range voc {
				if languageOf(c.lang).stemmed(word) != output[i] {
					misses++
				}
			}
			t.Logf("%d of %d words differ", misses, len(voc))
			if len(voc) != c.words || misses > c.misses {
				t.Errorf("%d of %d words differ, want at most %d of %d", misses, len(voc), c.misses, c.words)
			}
		})
	}
}
