// Command orbweaver is the desktop program: it opens one window and needs no flag.
//
// ORBWEAVER_DATA names another folder for the sessions than the user's data folder. ORBWEAVER_LATENCY names a file that
// takes how long the window took to answer, twenty times a second, in microseconds: tests read it.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	_ "orbweaver/app/fynecache" // must be initialised before Fyne

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"orbweaver/app"
)

// heapGrowth is how many percent garbage may add to the heap. Half of Go's default keeps the window and a crawl of some
// thousand pages well below what browsers take for one.
const heapGrowth = 50

// Set by the Makefile with -ldflags -X.
var (
	version = "0.0.0"
	commit  = "unknown"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "orbweaver:", err)
		os.Exit(1)
	}
}

func run() error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	icon := app.Icon()
	fyneapp.SetMetadata(fyne.AppMetadata{ID: "org.orbweaver.desktop", Name: "Orbweaver", Version: version + " (" + commit + ")", Icon: icon, Release: true})
	fa := fyneapp.New()
	fa.SetIcon(icon)
	options := app.Options{DataDir: os.Getenv("ORBWEAVER_DATA")}
	latency, err := openLatency(os.Getenv("ORBWEAVER_LATENCY"))
	if err != nil {
		return err
	}
	if latency != nil {
		defer latency.Close()
		options.Latency = latency
	}
	return app.Main(fa, options)
}

// openLatency opens the file that takes the window's latency; no name, no file.
func openLatency(name string) (io.WriteCloser, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Create(name) // #nosec G304 G703 -- whoever starts the program names the file
	if err != nil {
		return nil, fmt.Errorf("ORBWEAVER_LATENCY: %w", err)
	}
	return file, nil
}
