// Package text turns text into terms, and terms into vectors ([MPS04] §2, algorithms §1).
//
// A term is a stem: a maximal run of letters and digits, in lower case, not a stop word of its language, reduced by the
// Snowball stemmer of that language. Chinese, Japanese and Korean are written without spaces between words; their
// letters give one term for each two neighbours. A page's words and a topic's keywords go the same way, so that they
// meet.
//
// An Analyzer does this for many pages: it remembers every word it has stemmed and counts terms as it goes, so that a
// page's Vector costs little more than reading it. A Query holds a topic's keywords in every language at once, since
// pages of one crawl differ in theirs. Cosine compares the two.
package text
