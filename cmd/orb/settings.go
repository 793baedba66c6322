package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// settingsFlags are the engine's settings as flags; their defaults are engine.Default's.
type settingsFlags struct {
	Pages    int           `default:"${pages}" help:"End at this many pages; 0 = when nothing is left."`
	Time     time.Duration `help:"End after this much running time, such as 10m."`
	Buffer   int           `default:"${buffer}" help:"MAX_BUFFER: the most links that the frontier holds."`
	Workers  int           `default:"${workers}" help:"Fetches at the same time; 1 = the papers' sequential order."`
	Rand     uint64        `default:"${rand}" help:"Seed of the randomness: the same gives the same crawl."`
	HitScore float64       `default:"${hit_score}" help:"Pages at least this similar to the keywords are hits."`

	Saturate      int     `placeholder:"K" help:"End when the last K pages score far below the best K in a row and no link promises better; 0 = off."`
	SaturateShare float64 `default:"${saturate_share}" help:"What share of the best K pages' mean score is too little."`

	Delay       time.Duration `default:"${delay}" help:"Least time between two requests to a host; 0 only for hosts of your own: loopback, private addresses, and those named by --no-robots-for."`
	DelayFactor float64       `default:"${delay_factor}" help:"Leave a host in peace for this many times what its answers take, where that is longer than --delay; at most 30s; 0 = off."`
	Timeout     time.Duration `default:"${timeout}" help:"Time limit of one request."`
	Retries     int           `default:"${retries}" help:"Further tries after failures that may pass."`
	Proxy       string        `placeholder:"URL" help:"http:// or socks5:// proxy. What addresses names stand for is then its affair and can not be checked."`
	Resolve     []string      `sep:"none" placeholder:"HOST:PORT:ADDR" help:"Connect to ADDR[:PORT] for that host, which may be *."`
	Agent       string        `default:"${agent}" help:"User-Agent; robots.txt is read for its first word."`
	Contact     string        `placeholder:"ADDRESS" help:"An e-mail address or a Web page where the owners of hosts can reach you; it stands in the User-Agent."`
	MaxBytes    int           `default:"${max_bytes}" help:"Cut pages at this many bytes."`

	Scope          string   `default:"any" placeholder:"any|site|host|FILE" help:"Stay on the seeds' sites, on their hosts, or within the URL prefixes in a file, one a line."`
	NoRobotsFor    []string `sep:"none" placeholder:"HOST" help:"A host of your own, whose robots.txt need not be asked."`
	AllowPrivate   []string `sep:"none" placeholder:"CIDR" help:"Private addresses that may be asked; a seed on one allows it by itself."`
	Ports          []uint16 `placeholder:"PORT,…" help:"Ports on which public hosts may be asked, instead of those where Web pages are usually served; a seed's own port is always one for its host."`
	FollowNofollow bool     `help:"Follow links marked nofollow too."`
	PagesPerHost   int      `help:"Most pages of one host; 0 = no limit."`
	HostsPerSite   int      `default:"${hosts_per_site}" help:"Take a site with more hosts than this for a trap; 0 = no limit."`
	Diversity      int      `help:"Any so many picks in a row are of different hosts, where there are that many; 0 = off."`
	MaxURL         int      `name:"max-url" default:"${max_url}" help:"Refuse URLs longer than this."`
	MaxRepeats     int      `default:"${max_repeats}" help:"Refuse paths that hold one segment more often than this."`
	Window         int      `default:"${window}" help:"Words of context on either side of a link."`
	DropSessionIDs bool     `name:"drop-session-ids" help:"Session ids and tracking parameters are no part of a URL's identity."`
	FollowTwins    bool     `help:"Follow the links of pages nearly the same as earlier ones too, and do not give up addresses that lead to such pages."`
	FollowFrames   bool     `help:"Frames and link[rel=next] count as links."`
}

// settings are what the flags say, with the scope's file read. They are not checked yet.
func (f settingsFlags) settings() (engine.Settings, error) {
	s := engine.Settings{
		Pages: f.Pages, Time: f.Time, MaxBuffer: f.Buffer, Workers: f.Workers, Rand: f.Rand, HitScore: f.HitScore,
		Saturation: f.Saturate, SaturationShare: f.SaturateShare,
		Delay: f.Delay, DelayFactor: f.DelayFactor, Timeout: f.Timeout, Retries: f.Retries, Proxy: f.Proxy, Resolve: f.Resolve, Agent: f.Agent, Contact: f.Contact, MaxBytes: f.MaxBytes,
		NoRobotsFor: f.NoRobotsFor, AllowPrivate: f.AllowPrivate, Ports: f.Ports, FollowNofollow: f.FollowNofollow,
		PagesPerHost: f.PagesPerHost, HostsPerSite: f.HostsPerSite, Diversity: f.Diversity, MaxURL: f.MaxURL, MaxRepeats: f.MaxRepeats, Window: f.Window,
		DropSessionIDs: f.DropSessionIDs, FollowFrames: f.FollowFrames, FollowTwins: f.FollowTwins,
	}
	for _, least := range []struct {
		flag  string
		value int
	}{{"buffer", f.Buffer}, {"workers", f.Workers}, {"max-bytes", f.MaxBytes}, {"max-url", f.MaxURL}} {
		if least.value < 1 {
			return s, misused("--%s %d is out of bounds: write 1 or more", least.flag, least.value)
		}
	}
	if f.Timeout <= 0 {
		return s, misused("--timeout %v is out of bounds: write a time such as 10s", f.Timeout)
	}
	if f.Saturate == 0 && f.SaturateShare != engine.Default().SaturationShare {
		return s, misused("--saturate-share says nothing without --saturate: write --saturate K too, such as --saturate 100")
	}
	var err error
	s.Scope, s.ScopePrefixes, err = readScope(f.Scope)
	return s, err
}

// readScope reads the value of --scope.
func readScope(value string) (engine.Scope, []string, error) {
	named := []string{string(engine.ScopeAny), string(engine.ScopeSite), string(engine.ScopeHost)}
	if slices.Contains(named, value) {
		return engine.Scope(value), nil, nil
	}
	prefixes, err := readLines(value, nil)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil, misused("--scope %q is no scope and no file; did you mean %q? (write any, site, host, or a file of URL prefixes)", value, crawlers.Nearest(value, named))
	}
	if err != nil {
		return "", nil, misused("--scope: %w", err)
	}
	if len(prefixes) == 0 {
		return "", nil, misused("--scope: the file %s holds no URL prefix: write one a line", value)
	}
	return engine.ScopePrefix, prefixes, nil
}

// readLines reads a file's lines, without empty ones and those that begin with #. The name - means in.
func readLines(name string, in io.Reader) ([]string, error) {
	if name != "-" || in == nil {
		file, err := os.Open(name) // #nosec G304 -- the user names the file
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	var lines []string
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		line := strings.TrimSpace(strings.TrimPrefix(scanner.Text(), "\ufeff"))
		if line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s is not a file of lines: %w", name, err)
	}
	return lines, nil
}
