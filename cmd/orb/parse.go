package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"orbweaver/crawlers"
	"orbweaver/crawlers/engine"
)

// helpShown is what the parser is stopped with after it has printed help.
type helpShown struct{}

// command parses the command line and runs the command that it names.
func (p *program) command(ctx context.Context) (err error) {
	var g grammar
	parser, err := kong.New(&g,
		kong.Name("orb"), kong.Description("Orbweaver without a screen: topical crawls, kept as sessions."),
		kong.Writers(p.out, p.err), kong.Exit(func(int) { panic(helpShown{}) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), defaults(),
	)
	if err != nil {
		return fmt.Errorf("the grammar of orb is broken: %w", err)
	}
	defer func() {
		if stopped := recover(); stopped != nil {
			if _, ok := stopped.(helpShown); !ok {
				panic(stopped)
			}
		}
	}()
	parsed, err := parser.Parse(joinNegatives(p.args))
	if err != nil {
		return explainParse(err)
	}
	return parsed.Run(&call{ctx: ctx, in: p.in, out: p.out, err: p.err, data: g.Data, json: g.JSON, quiet: g.Quiet})
}

// defaults are the values that the flags of crawl start from.
func defaults() kong.Vars {
	s := engine.Default()
	return kong.Vars{
		"pages": strconv.Itoa(s.Pages), "buffer": strconv.Itoa(s.MaxBuffer), "workers": strconv.Itoa(s.Workers),
		"rand": strconv.FormatUint(s.Rand, 10), "hit_score": fmt.Sprint(s.HitScore), "saturate_share": fmt.Sprint(s.SaturationShare),
		"delay": s.Delay.String(), "timeout": s.Timeout.String(), "max_bytes": strconv.Itoa(s.MaxBytes),
		"delay_factor": fmt.Sprint(s.DelayFactor), "hosts_per_site": strconv.Itoa(s.HostsPerSite),
		"retries": strconv.Itoa(s.Retries), "agent": s.Agent, "max_url": strconv.Itoa(s.MaxURL),
		"max_repeats": strconv.Itoa(s.MaxRepeats), "window": strconv.Itoa(s.Window), "family": defaultFamily,
	}
}

var negative = regexp.MustCompile(`^-\.?[0-9]`)

// joinNegatives makes --pages=-1 of --pages -1, which kong takes for two flags: the number is wrong, and that is what
// the user has to be told.
func joinNegatives(args []string) []string {
	var joined []string
	for _, arg := range args {
		last := len(joined) - 1
		if last >= 0 && negative.MatchString(arg) && strings.HasPrefix(joined[last], "--") && !strings.Contains(joined[last], "=") {
			joined[last] += "=" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}

// What kong says of values, and what it should say.
var valueMessages = []struct {
	said *regexp.Regexp
	say  string
}{
	{regexp.MustCompile(`^(--\S+): expected a valid \d+ bit u?int but got (".*")`), "$1 $2 is not a whole number that fits: write one such as 100"},
	{regexp.MustCompile(`^(--\S+): expected a float but got (".*?")`), "$1 $2 is not a number: write one such as 0.05"},
	{regexp.MustCompile(`^(--\S+): expected duration but got (".*?").*`), "$1 $2 is not a time: write one such as 500ms, 10s or 5m"},
	{regexp.MustCompile(`^expected "<session>.*`), "which session? write its ID (orb sessions lists them)"},
}

var (
	unknownFlag = regexp.MustCompile(`^unknown flag (--?\S+)`)
	unknownWord = regexp.MustCompile(`^unexpected argument (\S+)`)
)

// explainParse says what is wrong with a command line and what to write instead. kong itself names only what is two
// letters away.
func explainParse(err error) error {
	parse, ok := errors.AsType[*kong.ParseError](err)
	if !ok || strings.Contains(err.Error(), "did you mean") {
		return misused("%w", err)
	}
	for _, m := range valueMessages {
		if m.said.MatchString(err.Error()) {
			return misused("%s", m.said.ReplaceAllString(err.Error(), m.say))
		}
	}
	node := parse.Context.Selected()
	if node == nil {
		node = parse.Context.Model.Node
	}
	if m := unknownFlag.FindStringSubmatch(err.Error()); m != nil {
		var flags []string
		for _, group := range node.AllFlags(true) {
			for _, flag := range group {
				flags = append(flags, "--"+flag.Name)
			}
		}
		return misused("unknown flag %s, did you mean %q?", m[1], crawlers.Nearest(m[1], flags))
	}
	var commands []string
	for _, child := range parse.Context.Model.Children {
		commands = append(commands, child.Name)
	}
	if m := unknownWord.FindStringSubmatch(err.Error()); m != nil && parse.Context.Selected() == nil {
		return misused("unknown command %s, did you mean %q? (commands: %s)", m[1], crawlers.Nearest(m[1], commands), strings.Join(commands, ", "))
	}
	if parse.Context.Selected() == nil && strings.HasPrefix(err.Error(), "expected one of") {
		return misused("a command is missing: write one of %s (orb --help says more)", strings.Join(commands, ", "))
	}
	return misused("%w", err)
}
