package text

import "iter"

// Words are the terms of a text in order: 4 bytes each, and a share in the dictionary that they come from. They are
// immutable, and parts of them share their memory. The zero Words are none.
type Words struct {
	numbers []int32
	terms   []term // by number
}

// WordsOf takes words as terms.
func WordsOf(words []string) Words {
	w := Words{make([]int32, len(words)), make([]term, len(words))}
	for i, word := range words {
		w.numbers[i], w.terms[i] = int32(i), newTerm(word)
	}
	return w
}

// Len is how many they are.
func (w Words) Len() int { return len(w.numbers) }

// At is one of them. It panics if there is none.
func (w Words) At(i int) string { return w.terms[w.numbers[i]].text }

// Slice are those from one place up to another, as of a slice.
func (w Words) Slice(from, to int) Words { return Words{w.numbers[from:to], w.terms} }

// All yields them with their places.
func (w Words) All() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, n := range w.numbers {
			if !yield(i, w.terms[n].text) {
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
		list = append(list, w.terms[n].text)
	}
	return list
}
