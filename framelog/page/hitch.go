package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tactus-go/tactus/framelog"
)

// listedMax is how many hitches a page lists, the longest ones.
const listedMax = 200

// pageHitches returns the events of all rules: those that begin with the same frame are one.
func (l *Line) pageHitches() (marked, listed []Hitch) {
	type event struct {
		framelog.Hitch
		over []string
	}
	events := map[int]*event{}
	for _, h := range l.Hitches {
		for _, e := range h.Events {
			if events[e.Row] == nil {
				events[e.Row] = &event{Hitch: e}
			}
			events[e.Row].over = append(events[e.Row].over, HitchLabel(h.Threshold))
		}
	}
	sorted := make([]*event, 0, len(events))
	for _, e := range events {
		sorted = append(sorted, e)
	}
	slices.SortFunc(sorted, func(a, b *event) int {
		return cmp.Or(cmp.Compare(b.Longest, a.Longest), cmp.Compare(a.Row, b.Row))
	})
	for i, e := range sorted {
		at := Hitch{At: e.At.Seconds(), Length: e.Time.Seconds()}
		marked = append(marked, at)
		if i < listedMax {
			at.Longest, at.Frames, at.Over = inMillis(e.Longest), e.Frames, strings.Join(e.over, ", ")
			at.Tag, at.Line = Plain(e.Tag), e.Line
			listed = append(listed, at)
		}
	}
	return marked, listed
}
