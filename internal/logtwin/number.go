package logtwin

import (
	"fmt"
	"strconv"
	"strings"
)

// decimal returns ns in the unit, which is so many nanoseconds, with exactly that many decimals. It
// panics where those decimals cannot hold it: a twin's text must be what Want says.
func decimal(ns, unit int64, decimals int) string {
	sign := ""
	if ns < 0 {
		sign, ns = "-", -ns
	}
	whole, rest := ns/unit, ns%unit
	if decimals == 0 {
		if rest != 0 {
			panic(fmt.Sprintf("tactus: %d ns has no whole number of %d ns", ns, unit))
		}
		return sign + strconv.FormatInt(whole, 10)
	}
	digits := make([]byte, decimals)
	for i := range digits {
		rest *= 10
		digits[i] = '0' + byte(rest/unit)
		rest %= unit
	}
	if rest != 0 {
		panic(fmt.Sprintf("tactus: %d ns in units of %d ns does not fit in %d decimals", ns, unit, decimals))
	}
	return sign + strconv.FormatInt(whole, 10) + "." + string(digits)
}

// ms returns milliseconds with that many decimals.
func ms(ns int64, decimals int) string { return decimal(ns, milli, decimals) }

// short returns the unit's decimal without zeros at its end, as C++ streams and .NET write it.
func short(ns, unit int64) string {
	return strings.TrimSuffix(strings.TrimRight(decimal(ns, unit, 9), "0"), ".")
}

// digits returns ns rounded to so many significant digits.
func digits(ns int64, n int) int64 {
	grain := int64(1)
	for limit := pow10(n); ns/grain >= limit; {
		grain *= 10
	}
	return (ns + grain/2) / grain * grain
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// allDigits rounds frames to so many significant digits.
func allDigits(frames []int64, n int) []int64 {
	for i, ns := range frames {
		frames[i] = digits(ns, n)
	}
	return frames
}

// comma returns a number with a decimal comma.
func comma(number string) string { return strings.Replace(number, ".", ",", 1) }

func count(n int) string { return strconv.Itoa(n) }

func whole(n int64) string { return strconv.FormatInt(n, 10) }

// fps returns the rate of a frame time, cut to so many decimals: what a tool shows beside it.
func fps(ns int64, decimals int) string {
	scale := pow10(decimals)
	return decimal(sec*scale/max(ns, 1), scale, decimals)
}

// padded returns n with zeros before it.
func padded(n int64, width int) string {
	text := whole(n)
	return strings.Repeat("0", max(width-len(text), 0)) + text
}
