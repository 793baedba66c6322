// Package fynecache shortens the life of what Fyne caches. Fyne keeps the picture of every text it has drawn for a
// minute, which at the pace of a crawl is hundreds of megabytes; ten seconds halve that.
//
// Fyne reads the time from the environment while its packages are initialised, so the program's main package must import
// this package for its effect. It comes before Fyne's because it needs nothing but os, and Go initialises packages in
// the order of their paths as soon as what they need is there: Fyne's packages wait for path/filepath, which comes after
// orbweaver. A test of cmd/orbweaver checks this order in the real program.
package fynecache

import "os"

// Lifetime is how long Fyne keeps what it has drawn, unless the user's environment says otherwise.
const Lifetime = "10s"

func init() {
	if os.Getenv("FYNE_CACHE") == "" {
		_ = os.Setenv("FYNE_CACHE", Lifetime) // without it, Fyne is only slower
	}
}
