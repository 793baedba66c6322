package widgets

import (
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// localized writes as people of the user's language do.
func localized(format string, value any) string {
	return message.NewPrinter(language.Make(lang.SystemLocale().LanguageString())).Sprintf(format, value)
}

// Count writes a whole number as people of the user's language do: 2,048 or 2.048.
func Count(n int) string { return localized("%d", n) }

// Decimal writes a number with so many decimals as people of the user's language do: 0.50 or 0,50. One notation must hold
// for the whole window: where 2.048 is two thousand, 0.048 can not be less than one.
func Decimal(x float64, decimals int) string {
	return localized(fmt.Sprintf("%%.%df", decimals), x)
}

// Number writes a number as short as it is telling: whole ones whole, others with three significant digits; "–" is none.
func Number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x == math.Trunc(x) && math.Abs(x) < 1e15:
		return Decimal(x, 0)
	}
	return Decimal(x, decimalsFor(x, 3))
}

// PlusMinus writes a number and its error, both to the error's second significant digit; without an error (NaN) it is
// Number.
func PlusMinus(x, err float64) string {
	if math.IsNaN(x) || math.IsNaN(err) || err == 0 {
		return Number(x)
	}
	decimals := decimalsFor(err, 2)
	return Decimal(x, decimals) + " ± " + Decimal(err, decimals)
}

// decimalsFor is how many decimals show so many significant digits of x, which is not 0.
func decimalsFor(x float64, digits int) int {
	return min(max(0, digits-1-int(math.Floor(math.Log10(math.Abs(x))))), 9)
}

// typed is a number as the user has typed it, as Go writes it: a comma is taken for a point where people write it so.
func typed(number string) string {
	if strings.HasPrefix(Decimal(0.5, 1), "0,") {
		return strings.Replace(number, ",", ".", 1)
	}
	return number
}
