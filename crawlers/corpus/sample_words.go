package corpus

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// words is everything that the sample web is written with.
type words struct {
	topics  []topicWords
	aspects []aspect
	common  []string // sentences for any article
	names   []string
}

// topicWords is what one file of the vocabulary says of a topic.
type topicWords struct {
	title    string
	keywords string
	about    string
	sites    []siteWords
	things   []thing
	habits   []string
	places   []string
	facts    []string
}

// siteWords is a site of a topic. Its quirk, if any, is one of the difficulties of the Web.
type siteWords struct {
	host, title string
	quirk       quirk
}

// quirk is something about a site that a crawler must cope with.
type quirk string

const (
	quirkSlow     quirk = "slow"     // every answer takes a while
	quirkCalendar quirk = "calendar" // a calendar without end
	quirkTour     quirk = "tour"     // a path that grows with every click
	quirkMembers  quirk = "members"  // a part that robots.txt forbids
)

// thing is what articles are about.
type thing struct {
	name       string // plural: "sea turtles"
	definition string // one sentence
}

// slug is the thing's part of a path: "sea-turtles".
func (t thing) slug() string { return strings.ReplaceAll(t.name, " ", "-") }

// aspect is one way to write about a thing.
type aspect struct {
	slug      string
	site      int // which of a topic's sites has it, from 0
	title     string
	headings  []string
	sentences []string
}

// readWords reads the vocabulary: the folder sampleweb with names.txt, aspects.txt, and one file a topic.
func readWords(vocabulary fs.FS) (*words, error) {
	files, err := fs.Glob(vocabulary, "sampleweb/*.txt")
	if err != nil {
		return nil, fmt.Errorf("listing the vocabulary of the sample web: %w", err)
	}
	w := &words{}
	for _, name := range files {
		text, err := fs.ReadFile(vocabulary, name)
		if err != nil {
			return nil, fmt.Errorf("reading the vocabulary of the sample web: %w", err)
		}
		switch name {
		case "sampleweb/names.txt":
			err = w.readNames(string(text))
		case "sampleweb/aspects.txt":
			err = w.readAspects(string(text))
		default:
			err = w.readTopic(string(text))
		}
		if err != nil {
			return nil, fmt.Errorf("vocabulary of the sample web, %s: %w", name, err)
		}
	}
	return w, w.check()
}

// eachLine calls f with the key and the value of every "key: value" line; empty lines and those with # are left out.
func eachLine(text string, f func(key, value string) error) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(line, ":")
		if err := f(key, strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

func (w *words) readNames(text string) error {
	return eachLine(text, func(name, _ string) error {
		w.names = append(w.names, name)
		return nil
	})
}

func (w *words) readAspects(text string) error {
	return eachLine(text, func(key, value string) error {
		switch key {
		case "common":
			w.common = append(w.common, value)
			return nil
		case "aspect":
			w.aspects = append(w.aspects, aspect{slug: value})
			return nil
		}
		if len(w.aspects) == 0 {
			return fmt.Errorf("%s stands before the first aspect", key)
		}
		a := &w.aspects[len(w.aspects)-1]
		switch key {
		case "site":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > 2 {
				return fmt.Errorf("site %q is neither 1 nor 2", value)
			}
			a.site = n - 1
		case "title":
			a.title = value
		case "heading":
			a.headings = append(a.headings, value)
		case "sentence":
			a.sentences = append(a.sentences, value)
		default:
			return fmt.Errorf("unknown word %q", key)
		}
		return nil
	})
}

func (w *words) readTopic(text string) error {
	var t topicWords
	err := eachLine(text, func(key, value string) error {
		switch key {
		case "title":
			t.title = value
		case "keywords":
			t.keywords = value
		case "about":
			t.about = value
		case "site":
			s, err := readSite(value)
			t.sites = append(t.sites, s)
			return err
		case "thing":
			name, definition, _ := strings.Cut(value, " | ")
			t.things = append(t.things, thing{name, definition})
		case "habit":
			t.habits = append(t.habits, value)
		case "place":
			t.places = append(t.places, value)
		case "fact":
			t.facts = append(t.facts, value)
		default:
			return fmt.Errorf("unknown word %q", key)
		}
		return nil
	})
	w.topics = append(w.topics, t)
	return err
}

// readSite reads "host = title" or "host = title = quirk".
func readSite(value string) (siteWords, error) {
	parts := strings.Split(value, " = ")
	if len(parts) < 2 || len(parts) > 3 {
		return siteWords{}, fmt.Errorf("site %q is not HOST = TITLE or HOST = TITLE = QUIRK", value)
	}
	s := siteWords{host: parts[0], title: parts[1]}
	if len(parts) == 3 {
		s.quirk = quirk(parts[2])
		switch s.quirk {
		case quirkSlow, quirkCalendar, quirkTour, quirkMembers:
		default:
			return siteWords{}, fmt.Errorf("site %s: unknown quirk %q", s.host, s.quirk)
		}
	}
	return s, nil
}

// check makes sure that every choice has something to choose from.
func (w *words) check() error {
	if len(w.topics) < 2 || len(w.names) == 0 || len(w.common) == 0 {
		return fmt.Errorf("vocabulary of the sample web: %d topics, %d names and %d common sentences are too few", len(w.topics), len(w.names), len(w.common))
	}
	for _, t := range w.topics {
		if len(t.sites) != 2 || len(t.things) < 2 || len(t.habits) == 0 || len(t.places) == 0 || len(t.facts) < 4 {
			return fmt.Errorf("vocabulary of the sample web: topic %q has %d sites, %d things, %d habits, %d places and %d facts; it needs 2, 2, 1, 1 and 4", t.title, len(t.sites), len(t.things), len(t.habits), len(t.places), len(t.facts))
		}
	}
	for _, a := range w.aspects {
		if a.title == "" || len(a.headings) == 0 || len(a.sentences) < len(a.headings) {
			return fmt.Errorf("vocabulary of the sample web: aspect %s needs a title, headings, and a sentence for each", a.slug)
		}
	}
	for site := range 2 {
		if len(aspectsOf(w.aspects, site)) == 0 {
			return fmt.Errorf("vocabulary of the sample web: site %d has no aspects", site+1)
		}
	}
	return nil
}

func aspectsOf(all []aspect, site int) []aspect {
	var own []aspect
	for _, a := range all {
		if a.site == site {
			own = append(own, a)
		}
	}
	return own
}
