package race

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/lab"
	"orbweaver/crawlers/page"
)

// readAtOnce is how many known pages are read at the same time: one of a host, whatever the number.
const readAtOnce = 16

// readKnown fetches known pages, follows their redirects, and leaves out those that are dead, that crawlers may not fetch,
// and that are the same as an earlier one of the list, or nearly.
func (r *Race) readKnown(ctx context.Context, sh *shared, list []known) (kept []known, out []lab.Omission, err error) {
	list = append([]known(nil), list...)
	why := make([]string, len(list))
	errs := make([]error, len(list))
	places := make(chan struct{}, readAtOnce)
	var all sync.WaitGroup
	var read atomic.Int64
	for i := range list {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			defer func() { read.Add(1) }()
			r.change(func() { r.doing = fmt.Sprintf("reading the known pages: %d of %d", read.Load(), len(list)) })
			var p *page.Page
			if p, why[i], errs[i] = r.read(ctx, sh, list[i]); p != nil {
				list[i].final, list[i].print = p.URL, engine.PrintOf(p)
			}
		})
	}
	all.Wait()
	if err := cmp.Or(append(errs, ctx.Err())...); err != nil {
		return nil, nil, err
	}
	for i, k := range list {
		if twin := twinOf(k, kept); twin != "" && why[i] == "" {
			why[i] = "it is the same page as " + twin + ", or nearly"
		}
		if why[i] == "" {
			kept = append(kept, k)
		} else {
			out = append(out, lab.Omission{What: k.url, Why: why[i]})
		}
	}
	return kept, out, nil
}

// read reads a known page as a crawl reads a seed; why says in words why there is none.
func (r *Race) read(ctx context.Context, sh *shared, k known) (p *page.Page, why string, err error) {
	family, err := crawlers.Lookup("breadth-first")
	if err != nil {
		return nil, "", err
	}
	settings := r.spec.Settings
	settings.Pages, settings.Time, settings.Saturation = 1, 0, 0
	links, err := engine.SeedLinks([]string{k.sent}, settings)
	if err != nil {
		return nil, "", err
	}
	crawl, err := engine.New(engine.Config{
		Family: family, Seeds: links, Settings: settings, Fetcher: sh, Paced: true, Parse: sh.parse,
		Observe: func(e crawlers.Ended) { p, why = e.Page, e.Error },
	})
	if err != nil {
		return nil, "", err
	}
	_, err = crawl.Run(ctx)
	return p, why, err
}

// twinOf is the URL of an earlier page that is the same, or nearly; empty when there is none.
func twinOf(k known, earlier []known) string {
	for _, q := range earlier {
		if q.final == k.final || k.print.IsLike(q.print) {
			return q.url
		}
	}
	return ""
}
