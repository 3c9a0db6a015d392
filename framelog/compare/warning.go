package compare

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Warning says why two runs may not be comparable.
type Warning struct {
	// Code names the kind: sampled, format, column, side, game, scenes, time or frames.
	Code string
	// Text says what, with both runs' names.
	Text string
}

const (
	timeApart   = 1.25 // runs of one benchmark are as long as each other but for loading
	framesApart = 3    // a rate that triples is seldom the same work
)

// warnings compares every run with the base's first, and says each thing once.
func warnings(groups []Group) []Warning {
	var found []Warning
	add := func(code, format string, args ...any) {
		if !slices.ContainsFunc(found, func(w Warning) bool { return w.Code == code }) {
			found = append(found, Warning{code, fmt.Sprintf(format, args...)})
		}
	}
	first := groups[0].Runs[0]
	for _, g := range groups {
		for _, r := range g.Runs {
			if r.about.sampled {
				add("sampled", "%s holds samples and not frames: its lows, percentiles and hitches mean little", r.Name)
			}
			for _, f := range different(first.about, r.about) {
				add(f.code, "%s: %s in %s, %s in %s", f.what, f.a, first.Name, f.b, r.Name)
			}
			apart(first, r, add)
		}
	}
	return found
}

type unlike struct{ code, what, a, b string }

// different returns what two logs say that is not the same. What one of them does not say is no
// difference.
func different(a, b facts) []unlike {
	all := []unlike{
		{"format", "different formats", a.format, b.format},
		{"column", "different columns", a.column, b.column},
		{"side", "different sides", a.side, b.side},
		{"game", "different games", a.game, b.game},
		{"scenes", "different scene tags", strings.Join(a.tags, " "), strings.Join(b.tags, " ")},
	}
	return slices.DeleteFunc(all, func(u unlike) bool {
		one := u.a == "" || u.b == ""
		return strings.EqualFold(u.a, u.b) || one && u.code != "scenes"
	})
}

func apart(a, b *Run, add func(code, format string, args ...any)) {
	if ratio(float64(a.total), float64(b.total)) > timeApart {
		add("time", "different lengths: %s in %s, %s in %s: the same scene?", seconds(a.total), a.Name,
			seconds(b.total), b.Name)
	}
	if ratio(float64(len(a.times)), float64(len(b.times))) > framesApart {
		add("frames", "different numbers of frames: %d in %s, %d in %s", len(a.times), a.Name, len(b.times), b.Name)
	}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

func ratio(a, b float64) float64 { return max(a, b) / max(min(a, b), 1) }
