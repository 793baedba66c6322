package hostile

import (
	"fmt"
	"hash/fnv"
	"net"
	"strings"
)

// trap is a host whose pages lead to more and more of its own.
func trap(name, does string, answer func(*request)) Behaviour {
	return Behaviour{Name: name, Does: does, IsTrap: true, answers: answer}
}

// leading is a page with links and a few words.
func leading(title string, links ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><html lang=en><head><title>%s</title></head><body><p>%s%s", title, title, surroundings)
	for _, l := range links {
		fmt.Fprintf(&b, `<p><a href="%s">More of this</a>`, l)
	}
	return b.String()
}

// surroundings are what the pages of one site have in common: navigation, a footer, what is new.
const surroundings = `
<p>The society for the history of the harbour keeps the records of ships, captains and cargoes that came through the old port
between the great fire and the building of the railway. Visitors are welcome on weekdays; the reading room lies behind the
customs house, and its catalogue of letters, charts and ledgers can be consulted without an appointment. Members receive the
yearbook, with essays on trade, shipbuilding, lighthouses and the fishing villages along the coast, and may borrow most books.
Donations of photographs, diaries and instruments are gratefully received, and acknowledged in the newsletter every spring.
<p>Contact the librarian by letter or telephone. Terms of use, privacy, accessibility and site map are found at the usual places.
`

var sites = []Behaviour{
	trap("calendar", "has a calendar without end", func(r *request) {
		var month int
		_, _ = fmt.Sscanf(r.path, "/calendar?month=%d", &month) // the first page is month 0
		r.page(leading(fmt.Sprintf("Month %d: nothing is on", month), fmt.Sprintf("/calendar?month=%d", month+1), fmt.Sprintf("/calendar?month=%d", month-1)))
	}),
	trap("growing-paths", "has a link on every page that makes its path longer", func(r *request) {
		r.page(leading("Deeper", "deeper/"))
	}),
	trap("mixed-paths", "has paths of two segments that come back", func(r *request) {
		r.page(leading("Around", strings.TrimSuffix(r.path, "/")+"/a/b/", strings.TrimSuffix(r.path, "/")+"/b/a/"))
	}),
	trap("session-ids", "puts a new session id into the paths of all links", func(r *request) {
		id := fnv.New64a()
		_, _ = id.Write([]byte(r.path))
		r.page(leading("Shop", fmt.Sprintf("/;jsessionid=%x/shop", id.Sum64()), fmt.Sprintf("/s(%x)/shop", id.Sum64())))
	}),
	trap("sort-orders", "has a list in every order and of every length", func(r *request) {
		_, query, _ := strings.Cut(r.path, "?")
		var to []string
		for _, more := range []string{"sort=name", "sort=date", "order=up", "size=10", "size=20", "view=list"} {
			to = append(to, "/list?"+strings.TrimPrefix(query+"&"+more, "&"))
		}
		r.page(leading("List", to...))
	}),
	trap("soft-404", "has a page for every address, and none is there", func(r *request) {
		r.page(leading("Page not found", r.path+"x", r.path+"y"))
	}),
	trap("percent-maze", "writes one address in many ways", func(r *request) {
		r.page(leading("Maze", "/%61", "/a", "/%2561", "/./a", "/b/../a", "/%2e/a", "/a?", "/a#x", "/A", "//"))
	}),
	trap("mirrors", "has the same site under two paths", func(r *request) {
		name := r.path[strings.LastIndexByte(r.path, '/')+1:]
		r.page(leading("Mirror of "+name, "/one/"+name+"a", "/two/"+name+"a"))
	}),
	{Name: "wild-card", Does: "has as many names as are asked for", answers: func(r *request) {
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(r.name))
		_, port, _ := net.SplitHostPort(r.name)
		var to []string
		for i := range uint32(5) {
			to = append(to, fmt.Sprintf("http://n%d.wild-card.test%s:%s/", sum.Sum32()+i, []string{"", "."}[i%2], port)) // the dot makes it no other site
		}
		r.page(leading("Buy cheap", to...))
	}},
	{Name: "links-to-private", Does: "links to the user's own network", answers: func(r *request) {
		r.page(leading("Neighbours", "http://192.168.1.1/", "http://127.0.0.2:8080/", "http://169.254.169.254/", "http://[::ffff:a00:1]/", "file:///etc/passwd", "ftp://ftp.test/", "http://user:password@elsewhere.test/"))
	}},
	trap("refreshes-itself", "sends its reader round for ever", func(r *request) {
		r.page(`<meta http-equiv="refresh" content="0; url=/?again">` + leading("Again", "/?again"))
	}),
	{Name: "good", Does: "is as it should be, and links to its pages", answers: func(r *request) {
		to := []string{}
		for i := range goodPages - 1 {
			to = append(to, fmt.Sprintf("/%d", i+1))
		}
		r.page(leading("Page "+r.path, to...))
	}},
}

// goodPages is how many pages the host has that is as it should be.
const goodPages = 10
