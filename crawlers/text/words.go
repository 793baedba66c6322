package text

import "iter"

// Words are the terms of a text in order: 4 bytes each, and a share in the terms of the dictionary that they come from,
// which stay in memory with them when the dictionary has begun anew: some 12 MB, for all Words of its time together. They
// are immutable, may be used concurrently, and parts of them share their memory. The zero Words are none.
type Words struct {
	numbers []int32
	terms   termList
}

// WordsOf takes words as terms.
func WordsOf(words []string) Words {
	numbers, list := make([]int32, len(words)), make([]term, len(words))
	for i, word := range words {
		numbers[i], list[i] = int32(i), newTerm(word)
	}
	return Words{numbers, termListOf(list)}
}

// Len is how many they are.
func (w Words) Len() int { return len(w.numbers) }

// At is one of them. It panics if there is none.
func (w Words) At(i int) string { return w.terms.at(w.numbers[i]).text }

// Start is the first bytes of one of them, then zeros, and its length in bytes: nearly always all that there is to it, at
// half of what At costs. It panics if there is none.
func (w Words) Start(i int) (start *[16]byte, length int) {
	t := w.terms.at(w.numbers[i])
	return &t.start, len(t.text)
}

// Slice are those from one place up to another, as of a slice.
func (w Words) Slice(from, to int) Words { return Words{w.numbers[from:to], w.terms} }

// All yields them with their places.
func (w Words) All() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, n := range w.numbers {
			if !yield(i, w.terms.at(n).text) {
				return
			}
		}
	}
}

// Strings are the same as a slice.
func (w Words) Strings() []string { return w.AppendTo(make([]string, 0, w.Len())) }

// AppendTo appends them to a slice.
func (w Words) AppendTo(list []string) []string {
	for _, n := range w.numbers {
		list = append(list, w.terms.at(n).text)
	}
	return list
}
