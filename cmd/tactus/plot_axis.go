package main

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tactus-go/tactus/framelog/page"
)

// An axis maps values to pixels and knows its ticks.
type axis struct {
	from, to float64 // values at its ends
	log      bool    // equal ratios are equally long
	ticks    []axisTick
}

// An axisTick is a labelled place of an axis.
type axisTick struct {
	at    float64
	label string
}

// part returns where a value stands between the ends, 0 to 1; beyond them it is outside of that.
func (a *axis) part(v float64) float64 {
	if a.log {
		return math.Log(v/a.from) / math.Log(a.to/a.from)
	}
	return (v - a.from) / (a.to - a.from)
}

// linearAxis returns an axis with about most ticks at round values.
func linearAxis(from, to float64, most int) axis {
	if to <= from {
		to = from + 1
	}
	a := axis{from: from, to: to}
	step := page.NiceStep((to - from) / float64(most))
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	for k := math.Ceil(from/step-1e-9) + 0; k*step <= to*(1+1e-12)+step*1e-9; k++ {
		a.ticks = append(a.ticks, axisTick{k * step, strconv.FormatFloat(k*step, 'f', decimals, 64)})
	}
	return a
}

// logAxis returns an axis whose ends are 1, 2 or 5 times a power of ten, with a tick at each of those,
// or at powers of ten alone where that would be too many.
func logAxis(from, to float64) axis {
	from = max(from, 1e-6)
	a := axis{from: roundDown(from), to: page.NiceStep(max(to, from*1.01)), log: true}
	if a.to <= a.from {
		a.to = a.from * 10
	}
	every := []float64{1, 2, 5}
	if a.to/a.from > 1500 {
		every = every[:1]
	}
	for power := math.Floor(math.Log10(a.from) + 1e-9); power <= math.Log10(a.to)+1e-9; power++ {
		for _, k := range every {
			if v := k * math.Pow(10, power); v >= a.from*(1-1e-9) && v <= a.to*(1+1e-9) {
				a.ticks = append(a.ticks, axisTick{v, logLabel(v)})
			}
		}
	}
	return a
}

func logLabel(v float64) string {
	if v >= 1000 {
		return page.Grouped(int(v + 0.5))
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// roundDown returns the largest of 1, 2 and 5 times a power of ten that is at most v.
func roundDown(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)+1e-9))
	for _, k := range []float64{5, 2} {
		if k*power <= v*(1+1e-9) {
			return k * power
		}
	}
	return power
}

// clockSteps are round numbers of seconds, for logs of many minutes.
var clockSteps = []float64{60, 120, 300, 600, 900, 1800, 3600, 7200, 4 * 3600, 8 * 3600, 24 * 3600}

// timeAxis returns an axis of seconds from 0, or of samples where they are counted; from ten minutes on
// its labels are minutes:seconds.
func timeAxis(seconds float64, counted bool, most int) axis {
	if seconds < 600 || counted {
		return linearAxis(0, seconds, most)
	}
	a := axis{to: seconds}
	step := clockSteps[len(clockSteps)-1]
	for _, s := range clockSteps {
		if seconds/s <= float64(most) {
			step = s
			break
		}
	}
	for k := 0; float64(k)*step <= seconds; k++ {
		at := int(float64(k) * step)
		a.ticks = append(a.ticks, axisTick{float64(at), fmt.Sprintf("%d:%02d", at/60, at%60)})
	}
	return a
}
