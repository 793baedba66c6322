package assets_test

import (
	"fmt"
	"slices"
	"strings"

	"orbweaver/assets"
)

// A stop list has a word a line.
func Example() {
	list, err := assets.StopLists.ReadFile("stoplists/en.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	words := strings.Fields(string(list))
	fmt.Println(slices.Contains(words, "the"), slices.Contains(words, "spider"))
	// Output: true false
}
