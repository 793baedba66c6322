package main

import (
	"strings"
	"testing"
	"time"

	"orbweaver/crawlers/engine"
)

func TestDelay0OnlyForOwnHosts(t *testing.T) {
	for _, c := range []struct {
		name     string
		seeds    string // separated by spaces
		settings engine.Settings
		refused  string // the host that is named; empty = allowed
	}{
		{"a delay", "https://example.org/", engine.Settings{Delay: time.Second}, ""},
		{"public", "https://example.org/", engine.Settings{}, "example.org"},
		{"loopback", "http://127.0.0.1:8080/ http://[::1]/ http://localhost:1/ http://a.localhost/", engine.Settings{}, ""},
		{"private", "http://192.168.1.5/ http://10.0.0.1/ http://[fd00::1]/", engine.Settings{}, ""},
		{"public address", "http://93.184.215.14/", engine.Settings{}, "93.184.215.14"},
		{"one of several", "http://127.0.0.1/ https://example.org/", engine.Settings{}, "example.org"},
		{"a name that merely looks so", "https://localhost.example.org/", engine.Settings{}, "localhost.example.org"},
		{"reserved names", "http://marine-life.example/ http://a.test/", engine.Settings{}, ""},
		{"resolved to loopback", "http://www.uiowa.edu/", engine.Settings{Resolve: []string{"www.uiowa.edu:80:127.0.0.1:8080"}}, ""},
		{"all resolved to loopback", "http://www.uiowa.edu/", engine.Settings{Resolve: []string{"*:80:[::1]:8080"}}, ""},
		{"resolved elsewhere", "http://www.uiowa.edu/", engine.Settings{Resolve: []string{"www.uiowa.edu:80:93.184.215.14"}}, "www.uiowa.edu"},
		{"another resolved", "http://www.uiowa.edu/", engine.Settings{Resolve: []string{"uiowa.edu:80:127.0.0.1"}}, "www.uiowa.edu"},
		{"proxy here", "http://www.uiowa.edu/", engine.Settings{Proxy: "http://127.0.0.1:8080"}, ""},
		{"proxy elsewhere", "http://www.uiowa.edu/", engine.Settings{Proxy: "http://proxy.example.org:8080"}, "www.uiowa.edu"},
		{"owned up to", "https://my.site.org/", engine.Settings{NoRobotsFor: []string{"my.site.org"}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			links, err := engine.SeedLinks(strings.Fields(c.seeds), c.settings)
			if err != nil {
				t.Fatal(err)
			}
			err = checkDelay(c.settings, links)
			switch {
			case c.refused == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.refused != "" && (err == nil || !strings.Contains(err.Error(), "load "+c.refused+" ")):
				t.Errorf("checkDelay = %v, want %s refused", err, c.refused)
			}
		})
	}
}
