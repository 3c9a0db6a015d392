package page

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/tactus-go/tactus/internal/logtext"
)

// Plain makes a text from a log fit for one line of a picture: control characters, which SVG cannot
// hold, and what is not UTF-8 become the replacement character.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0xFFFE || r == 0xFFFF:
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
}

// Elide leaves out the middle of a text of more than most characters: names of logs differ at both
// ends, at the one by game and at the other by run.
func Elide(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	if most < 3 {
		return "…"
	}
	head := (most - 1) * 3 / 5
	return string(r[:head]) + "…" + string(r[len(r)-(most-1-head):])
}

// together makes a text one that is not broken over lines.
func together(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") }

// shortNames returns a name for each path that is unique among them: the file's, without its ending and
// without the words that all begin or end with.
func shortNames(paths []string) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		base := filepath.Base(p)
		if p == "-" {
			base = "standard input"
		}
		names[i] = Plain(strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), filepath.Ext(strings.TrimSuffix(base, ".gz"))))
	}
	if len(names) > 1 {
		names = withoutCommon(names)
	}
	seen := map[string]int{}
	for i, n := range names {
		n = Elide(n, 32)
		seen[n]++
		if k := seen[n]; k > 1 {
			n += " (" + strconv.Itoa(k) + ")"
		}
		names[i] = n
	}
	return names
}

// withoutCommon cuts the words that all names begin with, as long as something is left of each.
func withoutCommon(names []string) []string {
	head := names[0]
	for _, n := range names[1:] {
		for !strings.HasPrefix(n, head) {
			head = head[:len(head)-1]
		}
	}
	head = head[:strings.LastIndexAny(head, "_- .")+1]
	cut := make([]string, len(names))
	for i, n := range names {
		cut[i] = n[len(head):]
		if len(cut[i]) < 2 || len(head) < 12 {
			return names // a short beginning does no harm and says what it is
		}
	}
	return cut
}

// Grouped writes a number with commas, as 1,234,567.
func Grouped(n int) string { return logtext.Grouped(n) }

// Counted prints a count with what is counted.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(n) + " " + many
}

// Milliseconds prints a span in milliseconds, without the unit, to about four digits.
func Milliseconds(d time.Duration) string {
	ms := float64(d) / 1e6
	switch {
	case ms < 1:
		return strconv.FormatFloat(ms, 'f', 3, 64)
	case ms < 100:
		return strconv.FormatFloat(ms, 'f', 2, 64)
	case ms < 1000:
		return strconv.FormatFloat(ms, 'f', 1, 64)
	}
	return Grouped(int(ms + 0.5))
}

func inMillis(d time.Duration) float64 { return float64(d) / 1e6 }

// exactMs prints a span in milliseconds, with all its digits.
func exactMs(d time.Duration) string { return strconv.FormatFloat(float64(d)/1e6, 'f', -1, 64) + " ms" }

// inSeconds prints how long a log is.
func inSeconds(d time.Duration) string {
	if d >= 10*time.Minute {
		return fmt.Sprintf("%d:%02d min", d/time.Minute, d%time.Minute/time.Second)
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 2, 64) + " s"
}
