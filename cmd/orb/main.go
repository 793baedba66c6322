package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version and commit are set by the linker: see the Makefile.
var (
	version = "development"
	commit  = "unknown"
)

func main() {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	p := program{args: os.Args[1:], in: os.Stdin, out: os.Stdout, err: os.Stderr, signals: signals, quit: os.Exit}
	os.Exit(p.run(context.Background()))
}
