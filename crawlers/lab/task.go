package lab

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// Task is what one crawl starts from and is judged by ([MPS04] §2.3).
type Task struct {
	Topic   string   `json:"topic"`
	Run     int      `json:"run"`     // from 1
	Seeds   []string `json:"seeds"`   // URLs as sent
	Others  []string `json:"others"`  // seeds of a second crawl, none of them among Seeds; only where disjoint seeds were asked for
	Targets []string `json:"targets"` // canonical URLs, none of them a seed
}

// draws is the generator for everything that is drawn for one purpose: it depends on the experiment's seed of randomness
// and on names, never on what is drawn for others.
func draws(seed uint64, names ...any) *rand.Rand {
	h := fnv.New64a()
	for _, name := range names {
		fmt.Fprintf(h, "%v\x00", name)
	}
	return rand.New(rand.NewPCG(seed, h.Sum64())) // #nosec G404 -- a crawl is repeated by its seed; nothing is kept secret by it
}

// task draws the seeds of a topic for one run. With D > 0 they come from the pages that have a path of at most D links
// to a target; with D = 0 the pages of the topic are halved at random: seeds come from one half, the other half are the
// targets ([PSM04] §4.2). The error says why there are no seeds.
func (w *web) task(s Spec, t Topic, run int) (Task, error) {
	r := draws(s.Rand, "task", t.Name, run)
	targets := t.numbers
	var candidates []int
	if s.Task.Distance == 0 {
		shuffled := shuffle(r, targets)
		candidates, targets = shuffled[:len(shuffled)/2], shuffled[len(shuffled)/2:]
		slices.Sort(targets)
	} else {
		candidates = shuffle(r, w.ancestors(r, targets, s.Task.Distance, s.Task.InLinks))
	}
	switch {
	case len(candidates) == 0 && s.Task.Distance == 0:
		return Task{}, errors.New("it has one page only, which can not be halved into seeds and targets (task.distance 0)")
	case len(candidates) == 0:
		return Task{}, fmt.Errorf("no page has a path of up to %d links to one of its targets: there are no seeds", s.Task.Distance)
	}
	task := Task{Topic: t.Name, Run: run, Targets: make([]string, len(targets))}
	if s.Task.Disjoint {
		if len(candidates) < 2 {
			return Task{}, errors.New("there is one seed only, and disjoint seeds are asked for (task.disjoint)")
		}
		n := min(s.Task.Seeds, len(candidates)/2)
		task.Others = w.urlsOf(candidates[n:min(2*n, len(candidates))])
		candidates = candidates[:n]
	}
	task.Seeds = w.urlsOf(candidates[:min(s.Task.Seeds, len(candidates))])
	for i, v := range targets {
		task.Targets[i] = w.canonical[v]
	}
	return task, nil
}

// ancestors are the pages from which a target is at most so many links away, without the targets. At most so many
// in-links of a page are followed backwards, drawn where there are more. They are ordered by number.
func (w *web) ancestors(r *rand.Rand, targets []int, distance, inLinks int) []int {
	known := map[int]bool{}
	for _, v := range targets {
		known[v] = true
	}
	var found []int
	layer := targets
	for range distance {
		var next []int
		for _, v := range layer {
			parents := slices.Clone(w.parents(v))
			if len(parents) > inLinks {
				r.Shuffle(len(parents), func(i, j int) { parents[i], parents[j] = parents[j], parents[i] })
				parents = parents[:inLinks]
				slices.Sort(parents)
			}
			for _, u := range parents {
				if !known[int(u)] {
					known[int(u)] = true
					next = append(next, int(u))
				}
			}
		}
		found = append(found, next...)
		layer = next
	}
	slices.Sort(found)
	return found
}

// shuffle returns the numbers in random order.
func shuffle(r *rand.Rand, numbers []int) []int {
	numbers = slices.Clone(numbers)
	r.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	return numbers
}

func (w *web) urlsOf(numbers []int) []string {
	urls := make([]string, len(numbers))
	for i, v := range numbers {
		urls[i] = w.urls[v]
	}
	return urls
}
