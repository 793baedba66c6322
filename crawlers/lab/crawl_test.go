package lab

import (
	"slices"
	"testing"

	"orbweaver/crawlers"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
)

// A crawl of the laboratory goes the same way as one of the same corpus over the network, redirects, dead links and
// robots.txt included.
func TestCrawlsGoTheSameWayAsOverTheNetwork(t *testing.T) {
	spec := sampleSpec()
	e := open(t, spec, Options{Out: t.TempDir()})
	server, err := corpus.Serve(t.Context(), e.library.corpus, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	task := e.tasks[slices.IndexFunc(e.tasks, func(t Task) bool { return t.Topic == "Chess" })]
	for _, entrant := range e.entrants {
		st := start{entrant.Contestant, entrant.family, entrant.params, nil, e.topic(task.Topic).Keywords, task, false}
		inMemory, err := e.library.crawl(t.Context(), e.spec, st, func(*Crawl) {})
		if err != nil {
			t.Fatal(err)
		}
		settings := engine.Default()
		settings.Pages, settings.MaxBuffer, settings.Workers, settings.Delay, settings.Retries = e.spec.Pages, entrant.Buffer, 1, 0, 0
		settings.Rand = draws(e.spec.Rand, "crawl", task.Topic, task.Run, false).Uint64()
		settings.Resolve, settings.FollowTwins, settings.HostsPerSite = []string{"*:80:" + server.Addr()}, true, 0
		seeds, err := engine.SeedLinks(task.Seeds, settings)
		if err != nil {
			t.Fatal(err)
		}
		var pages []string
		failed := 0
		crawl, err := engine.New(engine.Config{
			Family: entrant.family, Params: entrant.params, Topic: crawlers.NewTopic(st.keywords), Seeds: seeds, Settings: settings,
			Observe: func(e crawlers.Ended) {
				if e.Kind == crawlers.KindOK {
					pages = append(pages, e.Page.URL)
				} else {
					failed++
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := crawl.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(inMemory.Canonical, pages) || inMemory.Failed != failed {
			t.Errorf("%s: in memory %v, %d failed; over the network %v, %d failed", entrant.Label, inMemory.Canonical, inMemory.Failed, pages, failed)
		}
	}
}

// A stopwatch leaves a crawler the faces that it has.
func TestStopwatchKeepsFaces(t *testing.T) {
	for _, f := range crawlers.Families() {
		params, err := crawlers.ParseValues(f.Params, nil)
		if err != nil {
			t.Fatal(err)
		}
		make := func(f crawlers.Family) crawlers.Crawler {
			c, err := f.New(crawlers.Setup{Topic: crawlers.NewTopic("birds"), Params: params, MaxBuffer: 10, Rand: draws(1)})
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			return c
		}
		watch := &stopwatch{}
		plain, timed := make(f), make(watch.on(f))
		_, analyses := plain.(crawlers.Analyser)
		_, stillAnalyses := timed.(crawlers.Analyser)
		_, inspects := plain.(crawlers.Inspector)
		_, stillInspects := timed.(crawlers.Inspector)
		if analyses != stillAnalyses || inspects != stillInspects {
			t.Errorf("%s: Analyser %v, %v; Inspector %v, %v", f.Name, analyses, stillAnalyses, inspects, stillInspects)
		}
		before := watch.spent.Load()
		timed.Seed(nil)
		if watch.spent.Load() <= before {
			t.Errorf("%s: Seed took no time", f.Name)
		}
	}
}
