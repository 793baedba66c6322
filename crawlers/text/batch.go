package text

// batch holds short words between being read and being counted. What is known of a word is anywhere in many megabytes,
// and each look costs a wait for memory. Looks that do not depend on each other wait together: so the first slots of
// all words are read before the first is used.
type batch struct {
	words [32]waiting
	len   int
}

// waiting is a word of a batch.
type waiting struct {
	key    key
	slot   *slot // where its number is, most probably
	number int32 // of its term, once it was looked up
	at     int32 // its place in the text
}

// look finds the numbers of the terms of all words.
func (b *batch) look(x *lexicon, l *language) {
	t := x.short.Load()
	words := b.words[:b.len]
	for i := range words {
		w := &words[i]
		w.slot = t.first(w.key)
		w.number = w.slot.number.Load() - 1
	}
	for i := range words {
		if w := &words[i]; w.number < 0 || w.slot.key != w.key {
			w.number = x.ofShort(w.key, l)
		}
	}
}
