package page

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Lines are what one picture shows, at least one.
type Lines []*Line

// titleMax is how many names a title holds: the legend has them all.
const titleMax = 3

// Title is what stands over a picture that was given no other.
func (all Lines) Title() string {
	if len(all) > titleMax {
		return "Frame times: " + strconv.Itoa(len(all)) + " lines"
	}
	var names []string
	for _, l := range all {
		names = append(names, l.Name)
	}
	return "Frame times: " + strings.Join(names, " / ")
}

// Length returns the longest of the time axes, at least 1 ns.
func (all Lines) Length() time.Duration {
	length := time.Duration(1)
	for _, l := range all {
		length = max(length, l.Length)
	}
	return length
}

// Numbered reports whether the time axis of any line counts samples.
func (all Lines) Numbered() bool { return slices.ContainsFunc(all, (*Line).counted) }

// Rows says what is counted: a picture of samples alone never says frames.
func (all Lines) Rows() string {
	sampled := 0
	for _, l := range all {
		if l.Sampled() {
			sampled++
		}
	}
	switch sampled {
	case 0:
		return "frames"
	case len(all):
		return "samples"
	}
	return "frames, or samples"
}

// Top returns in milliseconds where a linear axis of frame times ends on which nearly all frames can be
// seen; what is longer is to be marked there.
func (all Lines) Top() float64 {
	longest, usual := time.Duration(0), time.Duration(0)
	for _, l := range all {
		longest = max(longest, l.Figures.Max)
		usual = max(usual, l.Figures.At(l.Count/2)*5/2, l.Figures.At((l.Count-1)*199/200)*5/4)
	}
	if longest > 2*usual {
		return inMillis(usual)
	}
	return inMillis(longest) * 1.06
}
