package main

import (
	"errors"
	"fmt"
	"log/slog"

	"orbweaver/storage/session"
)

// logFlags say where a crawl's log goes.
type logFlags struct {
	Log      string `placeholder:"FILE" help:"Write what happens to FILE, one JSON object a line; at 10 MB it is begun anew, and three old ones are kept."`
	LogLevel string `enum:"debug,info,warn,error" default:"info" help:"How much goes there: debug (every page too), info, warn or error."`
}

// logTo lets a library write the log that the flags ask for, until the function that it returns is called.
func (f logFlags) logTo(c *call, library *session.Library) (done func(), err error) {
	if f.Log == "" {
		return func() {}, nil
	}
	out, err := session.OpenLogFile(f.Log)
	if err != nil {
		return nil, wrongUse{fmt.Errorf("--log: %w", err)}
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.LogLevel)); err != nil {
		return nil, misused("--log-level: %w", errors.Join(err, out.Close()))
	}
	library.LogTo(slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level})))
	return func() {
		if err := out.Close(); err != nil {
			c.note("--log: %v", err)
		}
	}, nil
}
