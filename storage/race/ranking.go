package race

import (
	"cmp"
	"slices"
)

// placeAll gives the contestants their places. A race goes by hits: the budget is the same for all, so that this is the order
// by harvest too where all used it up. Equal ones go by mean similarity, then by fewer pages. So does what-if, where hits
// are those that are known: among unknown pages there may be more. A hold-out check goes by targets found, then by fewer
// pages until the last of them, then as a race.
func placeAll(kind Kind, rows []Contestant) {
	better := func(a, b *Contestant) int {
		byHits := cmp.Or(cmp.Compare(b.Hits, a.Hits), cmp.Compare(b.Relevance, a.Relevance), cmp.Compare(a.Pages, b.Pages))
		if kind == KindHoldOut {
			return cmp.Or(cmp.Compare(b.Found, a.Found), cmp.Compare(a.Needed, b.Needed), byHits)
		}
		return byHits
	}
	var placed []*Contestant
	for i := range rows {
		if rows[i].Pages > 0 && !rows[i].Original {
			placed = append(placed, &rows[i])
		}
	}
	slices.SortStableFunc(placed, better)
	for i, row := range placed {
		row.Place = i + 1
		if i > 0 && better(placed[i-1], row) == 0 {
			row.Place = placed[i-1].Place
		}
	}
}
