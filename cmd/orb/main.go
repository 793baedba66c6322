package main

import (
	"context"
	"io"
	"log"
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
	log.SetOutput(io.Discard) // net/http logs what servers send unasked: strangers do not write to the terminal
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	p := program{args: os.Args[1:], in: os.Stdin, out: os.Stdout, err: os.Stderr, signals: signals, quit: os.Exit}
	os.Exit(p.run(context.Background()))
}
