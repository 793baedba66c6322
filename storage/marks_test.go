package storage

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"orbweaver/crawlers"
)

// mark is a judgement of the n-th page of records.
func mark(n uint64, j crawlers.Judgement) crawlers.Marked {
	_, ended := step(int(n))
	return crawlers.Marked{Seq: n, Judgement: j, Time: epoch, Answer: ended.Answer}
}

// The latest judgement of a page stands, and is told wherever its outcome is; page 3 is a hit.
func TestTheLatestMarkStands(t *testing.T) {
	f := mustFolder(t)
	s := mustCreate(t, f)
	mustAppend(t, s, records(10)...)
	marks := []crawlers.Record{mark(3, crawlers.Good), mark(2, crawlers.Good), mark(9, crawlers.Bad), mark(2, crawlers.Unmarked), mark(9, crawlers.Good)}
	mustAppend(t, s, marks...)
	mustClose(t, s)
	s, err := f.Open(s.ID())
	if err != nil {
		t.Fatal(err)
	}
	defer mustClose(t, s)
	var got []string
	for _, m := range collect(t, s.Marks()) {
		got = append(got, string(rune('0'+m.Seq))+" "+string(m.Judgement))
	}
	if d := cmp.Diff([]string{"3 good", "9 good"}, got); d != "" {
		t.Error(d)
	}
	log := collect(t, s.Log())
	if d := cmp.Diff(marks, log[len(log)-len(marks):]); d != "" {
		t.Errorf("log: %s", d)
	}
	for _, e := range collect(t, s.History(0)) {
		if marked := e.Judgement == crawlers.Good; marked != (e.Seq == 3 || e.Seq == 9) {
			t.Errorf("outcome %d is marked %q", e.Seq, e.Judgement)
		}
	}
	for _, e := range collect(t, s.Hits()) {
		if e.Seq == 3 && e.Judgement != crawlers.Good {
			t.Errorf("hit 3 is marked %q", e.Judgement)
		}
	}
	if e, err := s.PageAt(t.Context(), "http://sun.example/page/3"); err != nil || e.Judgement != crawlers.Good {
		t.Errorf("page 3 is marked %q, %v", e.Judgement, err)
	}
	if state := s.Tally().State(); state != StateFinished {
		t.Errorf("a mark at rest has made the session %s", state)
	}
}

// The seventh outcome is a failure.
func TestMarkNeedsAPage(t *testing.T) {
	s := mustCreate(t, mustFolder(t))
	mustAppend(t, s, records(8)...)
	mustFlush(t, s)
	mustAppend(t, s, crawlers.Marked{Seq: 7, Judgement: crawlers.Good})
	if err := s.Flush(t.Context()); err == nil || !strings.Contains(err.Error(), "no page") {
		t.Errorf("%v", err)
	}
}

func TestCheckComparesMarksWithTheLog(t *testing.T) {
	for name, damage := range map[string]func(b *bbolt.Bucket) error{
		"lost": func(b *bbolt.Bucket) error { return b.Delete(number(3)) },
		"invented": func(b *bbolt.Bucket) error {
			value, err := sealJSON(sealMarked, crawlers.Marked{Seq: 4, Judgement: crawlers.Good})
			if err != nil {
				return err
			}
			return b.Put(number(4), value)
		},
		"misplaced": func(b *bbolt.Bucket) error { return b.Put(number(5), bytes.Clone(b.Get(number(3)))) },
	} {
		f := mustFolder(t)
		s, err := f.Create(testMeta)
		if err != nil {
			t.Fatal(err)
		}
		mustAppend(t, s, records(6)...)
		mustAppend(t, s, mark(3, crawlers.Good))
		if err := s.edit(t.Context(), func(tx *bbolt.Tx) error { return damage(tx.Bucket(bucketMarks)) }); err != nil {
			t.Fatal(err)
		}
		mustClose(t, s)
		if problems, err := f.Check(s.ID()); err != nil || len(problems) == 0 || problems[0].Where != "marks" {
			t.Errorf("%s: found %v, %v", name, problems, err)
		}
	}
}

// A session of format 1 has no bucket of marks.
func TestSessionOfFormat1IsMigrated(t *testing.T) {
	f := mustFolder(t)
	s, err := f.Create(testMeta)
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, records(5)...)
	if err := s.edit(t.Context(), func(tx *bbolt.Tx) error {
		if err := tx.DeleteBucket(bucketMarks); err != nil {
			return err
		}
		return tx.Bucket(bucketMeta).Put(metaFormat, number(1))
	}); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	s, err = f.Open(s.ID())
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, mark(3, crawlers.Bad))
	mustFlush(t, s)
	if marks := collect(t, s.Marks()); len(marks) != 1 || len(collect(t, s.History(0))) != 5 {
		t.Errorf("marks: %v", marks)
	}
	mustClose(t, s)
	mustBeSound(t, f, s.ID())
}

func TestModelIsKeptAndItsDamageFound(t *testing.T) {
	f := mustFolder(t)
	meta := testMeta
	meta.ModelName, meta.Model = "birds.json", []byte(randomText(1, 300_000))
	s, err := f.Create(meta)
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, records(3)...)
	if err := s.Change(t.Context(), func(m *Meta) { m.Name = "another" }); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if s, err = f.Open(s.ID()); err != nil {
		t.Fatal(err)
	}
	meta.Name = "another"
	if d := cmp.Diff(meta, s.Meta()); d != "" {
		t.Error(d)
	}
	if err := s.edit(t.Context(), func(tx *bbolt.Tx) error {
		value := bytes.Clone(tx.Bucket(bucketMeta).Get(metaModel))
		value[200_000] ^= 4
		return tx.Bucket(bucketMeta).Put(metaModel, value)
	}); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if problems, err := f.Check(s.ID()); err != nil || len(problems) == 0 {
		t.Errorf("a flipped bit was not found: %v, %v", problems, err)
	}
}
