package frontier

// Priority is a frontier that gives the link with the best score first, among equal scores the one that came first.
type Priority[V any] struct {
	ordered[V]
}

// NewPriority returns an empty frontier that holds at most limit links.
func NewPriority[V any](limit int) *Priority[V] {
	f := &Priority[V]{}
	f.init(limit)
	return f
}

// Offer puts a link in and says whether the frontier has changed. A link that is there already keeps the better of the
// two scores, with the value that came with it. In a full frontier the worst link makes room, unless that would be the
// new one. A score that is not a number is refused.
func (f *Priority[V]) Offer(it Item[V]) bool { return f.offer(&it, it.Score) }

// Rescore replaces the score and value of a link that is in the frontier, by better or worse ones, and says whether it
// has: not when the link is not there, nor for a score that is not a number.
func (f *Priority[V]) Rescore(it Item[V]) bool { return f.rescore(it) }

// RescoreAll replaces the score of every link by what rescored returns for it, which may change the value too, in O(n);
// where that is not a number, the link keeps its score. Among equal scores the turns stay. The links come in no order.
func (f *Priority[V]) RescoreAll(rescored func(url string, score float64, value *V) float64) {
	f.rescoreAll(rescored)
}
