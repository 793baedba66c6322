package text

// isEnglishStem says of half of all words, at once, what the stemmer would find out at length: that they have none of the
// endings which the English rules of Snowball take away or replace (https://snowballstem.org/algorithms/english/stemmer.html),
// and so are stems. The word is of letters and digits, in lower case.
func isEnglishStem(word string) bool {
	if len(word) <= 2 {
		return true
	}
	before := word[len(word)-2]
	switch word[len(word)-1] {
	case 'e', 's', 'y': // -ate, -sses, -edly, …
		return false
	case 'c': // -ic
		return before != 'i'
	case 'd': // -ed
		return before != 'e'
	case 'g': // -ing
		return before != 'n'
	case 'i': // -enci, -ogi, -li, -iti
		return before != 'c' && before != 'g' && before != 'l' && before != 't'
	case 'l': // -al, -ful, -ll
		return before != 'a' && before != 'u' && before != 'l'
	case 'm': // -ism
		return before != 's'
	case 'n': // -ion
		return before != 'o'
	case 'r': // -er, -ator
		return before != 'e' && before != 'o'
	case 't': // -ent
		return before != 'n'
	}
	return true
}
