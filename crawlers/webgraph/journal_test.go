package webgraph

import (
	"slices"
	"testing"
)

// Nodes 0 to 3 wait, 4 has been crawled. One reader has read the first two of eight mentions, another the first five. Of
// 0 1 4 2 1 4 3 2 the first two go, as all have read them, both of node 4, and all but the last of 2: what is left is
// 1 3 2. The first reader has read none of these, the second one.
func TestJournalByHand(t *testing.T) {
	g := NewGraph()
	g.reach(4)
	copy(g.states, []state{waiting, waiting, seeded, unknown, ended})
	j := &g.changes
	early, late := j.reader(), j.reader()
	for i, v := range []int32{0, 1, 4, 2, 1, 4, 3, 2} {
		if i == 2 {
			j.unread(early)
		}
		if i == 5 {
			j.unread(late)
		}
		j.note(v)
	}
	j.trim(g)
	if !slices.Equal(j.nodes, []int32{1, 3, 2}) {
		t.Errorf("the journal has %v; want 1 3 2", j.nodes)
	}
	if got := j.unread(late); !slices.Equal(got, []int32{3, 2}) {
		t.Errorf("the reader who has read more is given %v; want 3 2", got)
	}
	if got := j.unread(early); !slices.Equal(got, []int32{1, 3, 2}) {
		t.Errorf("the other one is given %v; want 1 3 2", got)
	}
	if got := j.unread(early); len(got) > 0 {
		t.Errorf("it is given %v again", got)
	}
}

// A journal without readers keeps nothing.
func TestJournalOfNobody(t *testing.T) {
	var j journal
	if j.note(1); len(j.nodes) > 0 {
		t.Errorf("it has %v", j.nodes)
	}
}
