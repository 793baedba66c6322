package app

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"fyne.io/fyne/v2/lang"

	"orbweaver/assets"
	"orbweaver/crawlers/corpus"
	"orbweaver/crawlers/engine"
	"orbweaver/crawlers/weburl"
)

// sampleWeb is the little Web that comes with the program, served on loopback as long as the window needs it: for new
// crawls of its hosts, and for saved sessions that go on there.
type sampleWeb struct {
	mu      sync.Mutex
	web     *corpus.SampleWeb
	servers map[string]*corpus.Server // by address: a saved session finds the sample web where it was
}

// load makes the sample web when it is first asked for.
func (s *sampleWeb) load() (*corpus.SampleWeb, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.web == nil {
		web, err := corpus.Sample(assets.SampleWeb)
		if err != nil {
			return nil, fmt.Errorf("sample web: %w", err)
		}
		s.web = web
	}
	return s.web, nil
}

// owns reports whether all these seeds are pages of the sample web, whose hosts are names that the Web can not have. It
// may have to make the sample web first.
func (s *sampleWeb) owns(seeds []string) bool {
	web, err := s.load()
	if err != nil {
		return false
	}
	hosts := web.Hosts()
	any := false
	for _, seed := range seeds {
		if seed == "" {
			continue
		}
		any = true
		if !slices.Contains(hosts, weburl.Host(seed)) {
			return false
		}
	}
	return any
}

// serve starts the server, if it does not run, and returns the settings of a crawl that asks it for every host. A saved
// session's settings name the port that it was served on, which is taken again.
func (s *sampleWeb) serve(ctx context.Context, settings engine.Settings) (engine.Settings, error) {
	web, err := s.load()
	if err != nil {
		return settings, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	addr := "127.0.0.1:0"
	saved, again := samplePort(settings)
	if again {
		addr = saved
	}
	server := s.servers[saved]
	if !again {
		for _, any := range s.servers {
			server = any
		}
	}
	if server == nil {
		if server, err = corpus.Serve(ctx, web, addr); err != nil {
			return settings, fmt.Errorf("%s: %w", lang.X("sample.port", "The sample web can not be served on {{.Addr}}; end the program that uses this address, then try again", map[string]any{"Addr": addr}), err)
		}
		if s.servers == nil {
			s.servers = map[string]*corpus.Server{}
		}
		s.servers[server.Addr()] = server
	}
	host, port, err := net.SplitHostPort(server.Addr())
	if err != nil {
		return settings, fmt.Errorf("sample web's address: %w", err)
	}
	settings.Resolve = []string{sampleResolve + host + ":" + port}
	settings.Delay = sampleDelay
	return settings, nil
}

// sampleDelay is the delay of crawls of the sample web: long enough to watch the spiders, too short to wait for them.
const sampleDelay = 100 * time.Millisecond

// sampleResolve begins the Settings.Resolve of crawls of the sample web.
const sampleResolve = "*:80:"

// samplePort is the address at which a saved crawl of the sample web found it.
func samplePort(settings engine.Settings) (addr string, ok bool) {
	for _, r := range settings.Resolve {
		if addr, ok := strings.CutPrefix(r, sampleResolve+"127."); ok {
			return "127." + addr, true
		}
	}
	return "", false
}

// settingsFor are the settings of a comparison that starts from these pages, which may be those of the sample web. The
// server outlives the comparison.
func (s *sampleWeb) settingsFor(ctx context.Context, seeds []string, settings engine.Settings) (engine.Settings, error) {
	if !s.owns(seeds) {
		return settings, nil
	}
	return s.serve(ctx, settings)
}

// close ends the servers.
func (s *sampleWeb) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, server := range s.servers {
		_ = server.Close() // the program ends
	}
	s.servers = nil
}

// offerSample shows topics of the sample web in the welcome, once they have been made.
func (a *App) offerSample() {
	a.background(func() {
		web, err := a.sample.load()
		if err != nil {
			return // the welcome stays without them; a crawl of the sample web would say why
		}
		topics := web.Topics()
		a.ui(func() {
			a.hits.offer(topics, a.trySample)
			a.lab.offerSample(topics)
		})
	})
}

// trySample crawls the sample web for one of its topics.
func (a *App) trySample(t corpus.SampleTopic) {
	if a.phase != empty {
		return
	}
	a.form.keywords.SetText(t.Keywords)
	a.form.setExtra(nil, "")
	a.form.seeds.SetText(strings.Join(t.Seeds, "\n"))
	a.start()
}

// tryFirstSample is trySample for a user who has not seen the topics.
func (a *App) tryFirstSample() {
	a.background(func() {
		web, err := a.sample.load()
		a.ui(func() {
			if err != nil {
				a.fail(err)
				return
			}
			a.trySample(web.Topics()[0])
		})
	})
}
