package corpus

import (
	"fmt"
	"html"
	"strings"
	"time"
)

const (
	membersPath  = "/members/"
	calendarPath = "/calendar/"
	tourPath     = "/tour/"
	tourStep     = "next/"
	tourEnds     = 2000 // bytes of path; servers refuse longer ones too
)

// calendarStart is the month that the calendar is linked to; from there it goes both ways without end.
var calendarStart = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// nav is what a quirk adds to the navigation of its site: address and text.
func (q quirk) nav() [][2]string {
	switch q {
	case quirkCalendar:
		return [][2]string{{calendarPath + month(calendarStart), "Calendar"}}
	case quirkTour:
		return [][2]string{{tourPath, "Guided tour"}}
	case quirkMembers:
		return [][2]string{{membersPath, "Members"}}
	}
	return nil
}

// endless makes the pages that have no end; nil when the path is not one of them.
func (s *site) endless(path string) []byte {
	switch s.quirk {
	case quirkCalendar:
		if rest, ok := strings.CutPrefix(path, calendarPath); ok {
			if t, err := time.Parse("2006-01.html", rest); err == nil {
				return s.calendar(t)
			}
		}
	case quirkTour:
		rest, ok := strings.CutPrefix(path, tourPath)
		stop := len(rest) / len(tourStep)
		if ok && len(path) < tourEnds && rest == strings.Repeat(tourStep, stop) {
			return s.tour(stop)
		}
	}
	return nil
}

func month(t time.Time) string { return t.Format("2006-01.html") }

// calendar is one month, with links to the ones before and after it.
func (s *site) calendar(t time.Time) []byte {
	var b strings.Builder
	d := newDice(s.url(calendarPath + month(t)))
	s.open(&b, "Calendar: "+t.Format("January 2006"), d)
	b.WriteString("<p>" + anchor(calendarPath+month(t.AddDate(0, -1, 0)), "The month before") + " " + anchor(calendarPath+month(t.AddDate(0, 1, 0)), "The month after") + "</p>\n<ul>\n")
	for range 4 {
		day, about := d.below(28)+1, choose(d, s.topic.things)
		b.WriteString("<li>" + html.EscapeString(fmt.Sprintf("%d %s: an evening about %s", day, t.Month(), about.name)) + "</li>\n")
	}
	b.WriteString("</ul>\n")
	s.shut(&b)
	return []byte(b.String())
}

// tour is one stop. Its link to the next one is relative, and so makes the path longer every time.
func (s *site) tour(stop int) []byte {
	var b strings.Builder
	d := newDice(fmt.Sprint(s.url(tourPath), stop))
	s.open(&b, fmt.Sprintf("Guided tour, stop %d", stop+1), d)
	b.WriteString("<p>" + html.EscapeString("Here you see "+choose(d, s.topic.things).name+". "+choose(d, s.topic.facts)) + " " + anchor(tourStep, "On to the next stop") + "</p>\n")
	s.shut(&b)
	return []byte(b.String())
}

// members is a page that robots.txt asks crawlers to leave alone.
func (s *site) members() []byte {
	var b strings.Builder
	s.open(&b, "For members", newDice(s.url(membersPath)))
	b.WriteString("<p>This page is for members. robots.txt asks crawlers to stay away from it.</p>\n")
	s.shut(&b)
	return []byte(b.String())
}
