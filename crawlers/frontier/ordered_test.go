package frontier

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func always(string) bool { return true }

// urls takes everything out, in order.
func urls(take func(func(string) bool) (Item[int], bool)) (all string) {
	for it, ok := take(always); ok; it, ok = take(always) {
		all += it.URL
	}
	return all
}

// The rules of algorithms.md §3: "A full frontier takes only as many new links as were removed (one a page); the last
// links are dropped."
func TestFIFOFull(t *testing.T) {
	f := NewFIFO[int](3)
	for _, u := range []string{"a", "b", "c", "d"} {
		if got, want := f.Offer(Item[int]{URL: u, Score: float64(u[0])}), u != "d"; got != want {
			t.Errorf("Offer(%s) = %v", u, got)
		}
	}
	f.Take(always) // a: room for one
	f.Offer(Item[int]{URL: "b"})
	f.Offer(Item[int]{URL: "e"})
	f.Offer(Item[int]{URL: "f"})
	if got := urls(f.Take); got != "bce" {
		t.Errorf("order %s; want bce", got)
	}
}

// Worked by hand: limit 3.
func TestPriorityOrder(t *testing.T) {
	type step struct {
		url   string
		score float64
	}
	for _, c := range []struct {
		name  string
		steps []step
		want  string
	}{
		{"best first", []step{{"a", 1}, {"b", 3}, {"c", 2}}, "bca"},
		{"equal scores: first in, first out", []step{{"a", 1}, {"b", 1}, {"c", 1}}, "abc"},
		{"full: the worst goes", []step{{"a", 1}, {"b", 3}, {"c", 2}, {"d", 4}}, "dbc"},
		{"full: worse than the worst is refused", []step{{"a", 1}, {"b", 3}, {"c", 2}, {"d", 0.5}}, "bca"},
		{"full: as good as the worst is refused, being the youngest", []step{{"a", 1}, {"b", 3}, {"c", 2}, {"d", 1}}, "bca"},
		{"full: among equal worst the youngest goes", []step{{"a", 1}, {"b", 1}, {"c", 2}, {"d", 3}}, "dca"},
		{"merge keeps the better score", []step{{"a", 1}, {"b", 2}, {"a", 3}, {"b", 1}}, "ab"},
		{"merge keeps the turn among equals", []step{{"a", 1}, {"b", 2}, {"a", 2}}, "ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := NewPriority[int](3)
			for _, s := range c.steps {
				f.Offer(Item[int]{URL: s.url, Score: s.score})
			}
			if got := urls(f.Take); got != c.want {
				t.Errorf("order %s; want %s", got, c.want)
			}
		})
	}
}

// A busy host's links keep their places, however many there are, and the cost of passing them over does not grow with
// their number: a host is asked about once.
func TestTakePassesOverBusyHosts(t *testing.T) {
	f := NewPriority[int](10_000)
	for i := range 5000 {
		f.Offer(Item[int]{URL: fmt.Sprint("busy", i), Host: "busy", Score: 2})
	}
	f.Offer(Item[int]{URL: "free1", Host: "free", Score: 1})
	f.Offer(Item[int]{URL: "slow", Host: "slow", Score: 1.5})
	asked := 0
	it, ok := f.Take(func(host string) bool { asked++; return host == "free" })
	if !ok || it.URL != "free1" || asked != 3 {
		t.Errorf("Take = %v, %v after %d questions", it, ok, asked)
	}
	if _, ok := f.Take(func(string) bool { return false }); ok || f.Len() != 5001 {
		t.Errorf("Take of no host = %v; %d links left", ok, f.Len())
	}
	if it, _ := f.Take(always); it.URL != "busy0" {
		t.Errorf("then %v; want busy0", it)
	}
}

// Queues cost something with every link that comes or goes: they are there while hosts are busy, and until as many links have
// been taken since as are left.
func TestQueuesOpenWhileHostsAreBusy(t *testing.T) {
	f := NewPriority[int](100)
	for i := range 30 {
		f.Offer(Item[int]{URL: fmt.Sprint(i), Host: fmt.Sprint(i % 3), Score: float64(-i)})
	}
	take := func(n int, busy string, open bool) {
		t.Helper()
		for range n {
			if f.Take(func(host string) bool { return host != busy }); (f.queues != nil) != open {
				t.Fatalf("queues are open: %v, with %d links left", !open, f.Len())
			}
		}
	}
	take(1, "1", false) // host 0: nobody has asked for a link of host 1 yet
	take(8, "1", true)
	take(10, "", true) // 11 are left: one too few was taken
	take(1, "1", true) // its link is next: it all starts anew
	take(5, "", true)
	take(5, "", false)
}

// A link that answers from another host (a site that moved) changes lines when it is merged.
func TestMergeChangesHost(t *testing.T) {
	f := NewPriority[int](3)
	f.Offer(Item[int]{URL: "a", Host: "old", Score: 1})
	f.Offer(Item[int]{URL: "a", Host: "new", Score: 2})
	if it, ok := f.Take(func(h string) bool { return h == "new" }); !ok || it.Score != 2 {
		t.Errorf("Take = %v, %v", it, ok)
	}
}

// BenchmarkCycle is what one page costs a full frontier: one link taken, 26 offered (wikispeedia's mean), each with a
// random score. "Unready" has 1,000 hosts of which every other one is busy.
func BenchmarkCycle(b *testing.B) {
	for _, size := range []int{2048, 100_000} {
		for _, hosts := range []int{1, 1000} {
			ready := func(host string) bool { return hosts == 1 || len(host)%2 == 1 }
			b.Run(fmt.Sprintf("priority/%d/hosts=%d", size, hosts), func(b *testing.B) {
				f := NewPriority[int](size)
				benchmarkCycle(b, size, hosts, f.Offer, func(*rand.Rand) { f.Take(ready) })
			})
			b.Run(fmt.Sprintf("fifo/%d/hosts=%d", size, hosts), func(b *testing.B) {
				f := NewFIFO[int](size)
				benchmarkCycle(b, size, hosts, f.Offer, func(*rand.Rand) { f.Take(ready) })
			})
			b.Run(fmt.Sprintf("sampler/%d/hosts=%d", size, hosts), func(b *testing.B) {
				f := NewSampler[int](size, 5)
				benchmarkCycle(b, size, hosts, f.Offer, func(r *rand.Rand) { f.Take(r, ready) })
			})
		}
	}
}

func benchmarkCycle(b *testing.B, size, hosts int, offer func(Item[int]) bool, take func(*rand.Rand)) {
	random := rand.New(rand.NewPCG(1, 1))
	names := make([]string, hosts)
	for i := range names {
		names[i] = "host" + "xx"[:i%2] + fmt.Sprintf("%03d", i) // the length says whether it is ready
	}
	pool := make([]Item[int], 4*size)
	for i := range pool {
		pool[i] = Item[int]{URL: fmt.Sprintf("http://example.org/wiki/article_%d.html", i), Host: names[i%hosts], Score: random.Float64()}
	}
	for i := range size {
		offer(pool[i])
	}
	b.ReportAllocs()
	for b.Loop() {
		take(random)
		for range 26 {
			it := pool[random.IntN(len(pool))]
			it.Score = random.Float64()
			offer(it)
		}
	}
}
