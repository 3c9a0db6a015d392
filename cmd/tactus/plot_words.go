package main

import (
	"strings"

	"github.com/tactus-go/tactus/framelog/page"
)

// fit shortens a text until it is at most width pixels wide; "" where not even a few letters fit.
func fit(s string, t typeset, width float64) string {
	if t.width(s) <= width {
		return s
	}
	n := min(len([]rune(s))-1, int(width/(t.size*0.3)))
	for ; n >= 4; n-- {
		if short := page.Elide(s, n); t.width(short) <= width {
			return short
		}
	}
	return ""
}

// wrapTo breaks a text at blanks into lines of at most width pixels, but not at those that do not
// break. A word wider than a line is shortened.
func wrapTo(s string, t typeset, width float64) []string {
	var lines []string
	line := ""
	for word := range strings.SplitSeq(s, " ") {
		switch {
		case line == "":
			line = fit(word, t, width)
		case t.width(line+" "+word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, strings.TrimSuffix(line, " ·")), fit(word, t, width)
		}
	}
	return append(lines, line)
}
