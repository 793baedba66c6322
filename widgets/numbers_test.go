package widgets

import (
	"math"
	"testing"

	"fyne.io/fyne/v2/test"
)

func TestNumbersAreWrittenShortAndAlike(t *testing.T) {
	t.Setenv("LANG", "en_US.UTF-8")
	for _, tc := range []struct {
		got, want string
	}{
		{Count(2048), "2,048"},
		{Decimal(0.5, 2), "0.50"},
		{Decimal(1234.56, 1), "1,234.6"},
		{Number(2000), "2,000"},
		{Number(0.28), "0.280"}, // under 0.902 in a column
		{Number(0.00123), "0.00123"},
		{Number(12.345), "12.3"},
		{Number(math.NaN()), "–"},
		{PlusMinus(0.8301, 0.0321), "0.830 ± 0.032"},
		{PlusMinus(0.887, 0.03), "0.887 ± 0.030"},
		{PlusMinus(12.34, 4.56), "12.3 ± 4.6"},
		{PlusMinus(1234.5, 120), "1,234 ± 120"},
		{PlusMinus(0.5, math.NaN()), "0.500"},
		{PlusMinus(1, 0), "1"},
	} {
		if tc.got != tc.want {
			t.Errorf("%q, want %q", tc.got, tc.want)
		}
	}
}

func TestWholeNumbersHaveNoPoint(t *testing.T) {
	test.NewTempApp(t)
	f := NewParamForm([]Field{{Name: "pages", Title: "Pages", Kind: NumberField, Min: 1, Max: 1e6, Integer: true, Default: "1"}})
	for typed, fine := range map[string]bool{"1000": true, "1.000": false, "1,000": false, "1e3": false, "0": false, "": false, "1000001": false} {
		f.Set(map[string]string{"pages": typed})
		if (f.Check() == "") != fine {
			t.Errorf("%q: %q", typed, f.Check())
		}
	}
}

func TestNumbersInGerman(t *testing.T) {
	t.Setenv("LANG", "de_DE.UTF-8")
	t.Setenv("LC_ALL", "")
	if Decimal(0.5, 1) != "0,5" {
		t.Skip("the language can not be changed here")
	}
	if got := Count(2048) + " " + PlusMinus(0.887, 0.03); got != "2.048 0,887 ± 0,030" {
		t.Errorf("numbers are written %q", got)
	}
	test.NewTempApp(t)
	f := NewParamForm([]Field{{Name: "delay", Title: "Delay", Kind: NumberField, Max: 10, Default: "1"}})
	f.Set(map[string]string{"delay": "0,5"})
	if f.Check() != "" || f.Values()["delay"] != "0.5" {
		t.Errorf("0,5 is read as %q, %q", f.Values()["delay"], f.Check())
	}
}
