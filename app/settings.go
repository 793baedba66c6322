package app

import (
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2/lang"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
	"orbweaver/widgets"
)

// setting is one of the engine's settings that the window offers: how it is edited, and how it gets there and back.
// What is set was checked by the form.
type setting struct {
	widgets.Field
	get func(engine.Settings) string
	set func(*engine.Settings, string)
}

// settings are the offered ones, in the order of the form. The others keep the engine's defaults.
func settings() []setting {
	return []setting{
		{field("hit-score", lang.L("Hit score"), lang.L("Pages at least this similar to the keywords are hits, from 0 to 1."), 0, 1, false),
			func(s engine.Settings) string { return float(s.HitScore) },
			func(s *engine.Settings, v string) { s.HitScore = number(v) }},
		{field("delay", lang.L("Delay (seconds)"), lang.L("Least time between two requests to one host. 0 only for servers of your own."), 0, 3600, false),
			func(s engine.Settings) string { return float(s.Delay.Seconds()) },
			func(s *engine.Settings, v string) { s.Delay = seconds(v) }},
		{field("workers", lang.L("Fetches at a time"), lang.L("Over all hosts. 1 follows the papers' sequential order exactly."), 1, 256, true),
			func(s engine.Settings) string { return strconv.Itoa(s.Workers) },
			func(s *engine.Settings, v string) { s.Workers = int(number(v)) }},
		{field("minutes", lang.L("Time limit (minutes)"), lang.L("Of running time. 0 = none."), 0, 100_000, false),
			func(s engine.Settings) string { return float(s.Time.Minutes()) },
			func(s *engine.Settings, v string) { s.Time = time.Duration(number(v) * float64(time.Minute)) }},
		{field("saturate", lang.L("Enough (pages)"), lang.L("Stop when the last so many pages are far poorer than the best so many in a row, and no link promises better. 0 = off."), 0, 10_000, true),
			func(s engine.Settings) string { return strconv.Itoa(s.Saturation) },
			func(s *engine.Settings, v string) { s.Saturation = int(number(v)) }},
		{field("saturate-share", lang.L("Enough (share)"), lang.L("How much poorer: below this share of the best pages' mean score, from 0 to 1."), 0, 1, false),
			func(s engine.Settings) string { return float(s.SaturationShare) },
			func(s *engine.Settings, v string) { s.SaturationShare = number(v) }},
		{choice("scope", lang.L("Scope"), lang.L("Which links are followed: any, those on the seeds' sites, or only those on the seeds' hosts."), "any", "site", "host"),
			func(s engine.Settings) string {
				if s.Scope == "" {
					return "any"
				}
				return string(s.Scope)
			},
			func(s *engine.Settings, v string) { s.Scope = engine.Scope(v) }},
		{field("per-host", lang.L("Pages per host"), lang.L("At most so many pages of one host. 0 = no limit."), 0, 1_000_000, true),
			func(s engine.Settings) string { return strconv.Itoa(s.PagesPerHost) },
			func(s *engine.Settings, v string) { s.PagesPerHost = int(number(v)) }},
		{field("buffer", lang.L("Frontier size"), lang.L("The most links that may wait (MAX_BUFFER); the worst go first."), 1, 1_000_000, true),
			func(s engine.Settings) string { return strconv.Itoa(s.MaxBuffer) },
			func(s *engine.Settings, v string) { s.MaxBuffer = int(number(v)) }},
		{field("timeout", lang.L("Timeout (seconds)"), lang.L("For one page, all of it."), 0.1, 600, false),
			func(s engine.Settings) string { return float(s.Timeout.Seconds()) },
			func(s *engine.Settings, v string) { s.Timeout = seconds(v) }},
		{field("retries", lang.L("Further tries"), lang.L("After timeouts, refused connections and busy servers."), 0, 10, true),
			func(s engine.Settings) string { return strconv.Itoa(s.Retries) },
			func(s *engine.Settings, v string) { s.Retries = int(number(v)) }},
		{field("kilobytes", lang.L("Page size (KB)"), lang.L("Pages are cut here."), 1, 100_000, true),
			func(s engine.Settings) string { return strconv.Itoa(s.MaxBytes / 1024) },
			func(s *engine.Settings, v string) { s.MaxBytes = int(number(v)) * 1024 }},
		{field("rand", lang.L("Random seed"), lang.L("The same number gives the same choices again."), 0, 1<<53, true),
			func(s engine.Settings) string { return strconv.FormatUint(s.Rand, 10) },
			func(s *engine.Settings, v string) { s.Rand = uint64(number(v)) }},
		{widgets.Field{Name: "proxy", Title: lang.L("Proxy"), Doc: lang.L("http:// or socks5:// address; empty = none."), Kind: widgets.TextField, Check: checkProxy},
			func(s engine.Settings) string { return s.Proxy },
			func(s *engine.Settings, v string) { s.Proxy = v }},
		{widgets.Field{Name: "contact", Title: lang.L("Contact"), Doc: lang.L("Your e-mail address or Web page, told to the servers that are asked; empty = none."), Kind: widgets.TextField, Check: checkContact},
			func(s engine.Settings) string { return s.Contact },
			func(s *engine.Settings, v string) { s.Contact = v }},
		{widgets.Field{Name: "nofollow", Title: lang.L("Follow nofollow links"), Doc: lang.L("Also links that their pages ask crawlers not to follow."), Kind: widgets.SwitchField},
			func(s engine.Settings) string { return onOff(s.FollowNofollow) },
			func(s *engine.Settings, v string) { s.FollowNofollow = v == "on" }},
		{widgets.Field{Name: "session-ids", Title: lang.L("Ignore session ids"), Doc: lang.L("Addresses that differ only in session ids and tracking parameters are one page."), Kind: widgets.SwitchField},
			func(s engine.Settings) string { return onOff(s.DropSessionIDs) },
			func(s *engine.Settings, v string) { s.DropSessionIDs = v == "on" }},
		{field("repeats", lang.L("Traps: repeated parts"), lang.L("A path that holds one part more often than this is taken for a trap."), 1, 1000, true),
			func(s engine.Settings) string { return strconv.Itoa(s.MaxRepeats) },
			func(s *engine.Settings, v string) { s.MaxRepeats = int(number(v)) }},
		{field("hosts-per-site", lang.L("Traps: hosts of a site"), lang.L("A site with more hosts than this is taken for a trap. 0 = no limit."), 0, 1_000_000, true),
			func(s engine.Settings) string { return strconv.Itoa(s.HostsPerSite) },
			func(s *engine.Settings, v string) { s.HostsPerSite = int(number(v)) }},
		{widgets.Field{Name: "twins", Title: lang.L("Traps: follow nearly equal pages"), Doc: lang.L("Also links of pages that are nearly the same as earlier ones, and addresses that give only such pages."), Kind: widgets.SwitchField},
			func(s engine.Settings) string { return onOff(s.FollowTwins) },
			func(s *engine.Settings, v string) { s.FollowTwins = v == "on" }},
		{field("max-url", lang.L("Longest address"), lang.L("In bytes; longer ones are not asked for."), 1, 64<<10, true),
			func(s engine.Settings) string { return strconv.Itoa(s.MaxURL) },
			func(s *engine.Settings, v string) { s.MaxURL = int(number(v)) }},
		{list("no-robots", lang.L("Own hosts without robots.txt"), lang.L("Hosts of your own whose robots.txt is not asked, such as wiki.example.org; empty = none."), setNoRobots),
			func(s engine.Settings) string { return strings.Join(s.NoRobotsFor, " ") }, setNoRobots},
		{list("private", lang.L("Private ranges"), lang.L("Addresses within your network that may be asked, such as 192.168.0.0/16; empty = only those of the seeds."), setPrivate),
			func(s engine.Settings) string { return strings.Join(s.AllowPrivate, " ") }, setPrivate},
		{widgets.Field{Name: "ports", Title: lang.L("Ports"), Doc: lang.L("Of public hosts that may be asked, such as 80 443 8080; empty = the usual ones."), Kind: widgets.TextField, Check: checkPorts},
			func(s engine.Settings) string { return joinPorts(s.Ports) },
			func(s *engine.Settings, v string) { s.Ports, _ = readPorts(v) }},
	}
}

func setNoRobots(s *engine.Settings, v string) { s.NoRobotsFor = words(v) }
func setPrivate(s *engine.Settings, v string)  { s.AllowPrivate = words(v) }

// list is a field for several values, which the engine's check knows to be right or wrong.
func list(name, title, doc string, set func(*engine.Settings, string)) widgets.Field {
	return widgets.Field{Name: name, Title: title, Doc: doc, Kind: widgets.TextField, Check: func(v string) error {
		s := engine.Default()
		set(&s, v)
		return s.Check()
	}}
}

// words are the values of a list, which stand between spaces or commas; nil = none.
func words(v string) []string {
	if strings.TrimSpace(v) == "" {
		return nil
	}
	return strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
}

func readPorts(v string) ([]uint16, error) {
	var ports []uint16
	for _, word := range words(v) {
		port, err := strconv.ParseUint(word, 10, 16)
		if err != nil || port == 0 {
			return nil, errors.New(lang.L("Write ports from 1 to 65535, such as 80 443 8080, or nothing."))
		}
		ports = append(ports, uint16(port))
	}
	return ports, nil
}

func checkPorts(v string) error {
	_, err := readPorts(v)
	return err
}

func joinPorts(ports []uint16) string {
	all := make([]string, len(ports))
	for i, p := range ports {
		all[i] = strconv.Itoa(int(p))
	}
	return strings.Join(all, " ")
}

// settingFields are the fields of the settings' form, at the engine's defaults.
func settingFields(all []setting) []widgets.Field {
	defaults := engine.Default()
	fields := make([]widgets.Field, len(all))
	for i, s := range all {
		fields[i] = s.Field
		fields[i].Default = s.get(defaults)
	}
	return fields
}

// paramFields are the fields of a family's parameters.
func paramFields(f crawlers.Family) []widgets.Field {
	kinds := map[crawlers.ParamKind]widgets.FieldKind{
		crawlers.Number: widgets.NumberField, crawlers.Choice: widgets.ChoiceField, crawlers.Switch: widgets.SwitchField,
	}
	fields := make([]widgets.Field, len(f.Params))
	for i, p := range f.Params {
		fields[i] = widgets.Field{
			Name: p.Name, Title: p.Name, Doc: paramDoc(f, p), Kind: kinds[p.Kind], Default: p.Default,
			Min: p.Min, Max: p.Max, Integer: p.Integer, Auto: p.Auto, Choices: p.Choices,
		}
	}
	return fields
}

func field(name, title, doc string, least, most float64, integer bool) widgets.Field {
	return widgets.Field{Name: name, Title: title, Doc: doc, Kind: widgets.NumberField, Min: least, Max: most, Integer: integer}
}

func choice(name, title, doc string, choices ...string) widgets.Field {
	return widgets.Field{Name: name, Title: title, Doc: doc, Kind: widgets.ChoiceField, Choices: choices}
}

func checkProxy(v string) error {
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5" {
		return errors.New(lang.L("Write an address such as http://127.0.0.1:8080 or socks5://127.0.0.1:1080, or nothing."))
	}
	return nil
}

func checkContact(v string) error {
	if (engine.Settings{Contact: v}).Check() != nil {
		return errors.New(lang.L("Write an address such as me@example.org or https://example.org/, or nothing."))
	}
	return nil
}

func float(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// number reads a number that the form has checked.
func number(v string) float64 {
	x, err := strconv.ParseFloat(v, 64)
	if err != nil {
		return 0
	}
	return x
}

func seconds(v string) time.Duration { return time.Duration(number(v) * float64(time.Second)) }

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
