package app

import (
	"context"
	"fmt"
	"slices"

	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers/seeds"
)

// seedSource is a choice of where seeds come from.
type seedSource struct {
	title  string
	search string // a source of package seeds; "" = none
	always bool   // asked even when the user's list has seeds
}

func seedSources() []seedSource {
	return []seedSource{
		{title: lang.L("My list, else Wikipedia"), search: "mediawiki"},
		{title: lang.L("My list and Wikipedia"), search: "mediawiki", always: true},
		{title: lang.L("Only my list")},
	}
}

// searchLimit is how many seeds a search adds.
const searchLimit = 10

// gather returns the user's seeds and those that the source has for the keywords.
func (s seedSource) gather(ctx context.Context, keywords string, own []string) ([]string, error) {
	if s.search == "" || keywords == "" || len(own) > 0 && !s.always {
		return own, nil
	}
	found, err := seeds.Search(ctx, s.search, keywords, searchLimit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", lang.L("The search for seeds failed"), err)
	}
	all := slices.Clone(own)
	for _, one := range found {
		all = append(all, one.URL)
	}
	return all, nil
}
