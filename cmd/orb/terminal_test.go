package main

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"plain – ünïcode 蜘蛛":        "plain – ünïcode 蜘蛛",
		"\x1b[2Jgone":               " [2Jgone",
		"a\tb\nc\rd":                "a b c d",
		"user\u202egnp.exe":         "user gnp.exe", // reads "exe.png" backwards on a terminal that obeys U+202E
		"\u009b31m":                 " 31m",         // the one-byte form of ESC [
		"zero\u200bwidth\ufeff":     "zero width ",
		"bad\xffbyte":               "bad�byte",
		"\u2066isolated\u2069 \x07": " isolated   ",
	} {
		if got := clean(text); got != want {
			t.Errorf("clean(%q) = %q, want %q", text, got, want)
		}
	}
}

// What is escaped means the same to a reader of JSON, and nothing to a terminal.
func TestJSONLineRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("a\x1b\u202e\u009b\u2028\U000e0001\ufeff\\\"")))).Draw(t, "text")
		line, err := jsonLine(map[string]string{"text": text})
		if err != nil {
			t.Fatal(err)
		}
		var back map[string]string
		if err := json.Unmarshal(line, &back); err != nil || back["text"] != strings.ToValidUTF8(text, "�") {
			t.Fatalf("%q came back as %q (%v)", text, back["text"], err)
		}
		if i := strings.IndexFunc(strings.TrimSuffix(string(line), "\n"), func(r rune) bool { return r != '�' && hostile(r) }); i >= 0 {
			t.Fatalf("%q reaches the terminal in %q", line[i], line)
		}
	})
}

func TestClip(t *testing.T) {
	if got := clip("spider", 6); got != "spider" {
		t.Error(got)
	}
	if got := clip("spinnen", 4); got != "spi…" {
		t.Error(got)
	}
}
