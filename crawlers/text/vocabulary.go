package text

// vocabulary is what one Analyzer knows: numbers of terms, and which of them stand in the text at hand.
type vocabulary struct {
	dictionary *Dictionary
	lexicon    *lexicon
	terms      termList // of the lexicon, as far as they were needed
	places     []place
	text       int32 // number of the text at hand, so that places need no clearing
	found      []found
	fetched    int32 // means nothing: see fetch
}

// place is where a term is among those found in a text.
type place struct {
	text int32 // the last text it was found in
	at   int32 // in found
}

// found is a term of the text at hand and how often it stands there.
type found struct {
	number int32
	count  int32
}

// nextText begins a new text: nothing is found yet.
func (v *vocabulary) nextText() {
	v.text++
	v.found = v.found[:0]
	lexicon := v.dictionary.lexicon()
	if lexicon == v.lexicon && v.text > 0 {
		return
	}
	v.lexicon, v.terms, v.places, v.text = lexicon, nil, nil, 1
}

// fetch reads what is known of the terms of words at once, so that add waits for none of it.
func (v *vocabulary) fetch(words []waiting) {
	sum := int32(0) // kept, because the compiler leaves out what has no effect
	for i := range words {
		if n := int(words[i].number); n < len(v.places) {
			sum += v.places[n].text
		}
	}
	v.fetched = sum
}

// add counts a term, given by its number.
func (v *vocabulary) add(number int32) {
	if int(number) >= len(v.places) {
		v.terms = v.lexicon.all()
		v.places = append(v.places, make([]place, termBlock*len(v.terms)-len(v.places))...)
	}
	p := &v.places[number]
	if p.text != v.text {
		*p = place{v.text, int32(len(v.found))} // #nosec G115 -- terms of one text, fewer than 2³¹
		v.found = append(v.found, found{number: number})
	}
	v.found[p.at].count++
}
