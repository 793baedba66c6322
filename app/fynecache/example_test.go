package fynecache_test

import (
	"fmt"
	"os"

	_ "orbweaver/app/fynecache"
)

// Importing the package is all there is to do.
func Example() {
	fmt.Println(os.Getenv("FYNE_CACHE"))
	// Output: 10s
}
