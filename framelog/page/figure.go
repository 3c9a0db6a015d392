package page

import (
	"strconv"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A figureTable collects the rows of the table of figures, each with its rule.
type figureTable struct {
	lines Lines
	rows  []Figure
}

func (t *figureTable) row(name, rule string, value func(l *Line) string) {
	f := Figure{Name: name, Rule: rule}
	for _, l := range t.lines {
		f.Values = append(f.Values, value(l))
	}
	t.rows = append(t.rows, f)
}

func (t *figureTable) span(name, rule string, value func(f *framelog.Figures) time.Duration) {
	t.row(name, rule, func(l *Line) string { return Milliseconds(value(l.Figures)) + " ms" })
}

// guarded is a row of a figure that samples do not have.
func (t *figureTable) guarded(name, rule string, value func(l *Line) string) {
	t.row(name, guardedRule(t.lines, rule), func(l *Line) string {
		if l.Sampled() {
			return "n/a"
		}
		return value(l)
	})
}

func (all Lines) figures() []Figure {
	t := figureTable{lines: all}
	what := strings.TrimSuffix(all.Rows(), "s")
	if strings.Contains(what, " ") {
		what = "frame or sample"
	}
	t.row("N", "rows with an interval on this side", func(l *Line) string { return Grouped(l.Count) })
	t.row("time", timeRule(all), func(l *Line) string { return inSeconds(l.Figures.Time) })
	t.guarded("average FPS", "frames / time", func(l *Line) string { return oneDigit(l.Figures.FPS()) })
	for _, share := range []framelog.Share{framelog.Percent, framelog.Percent / 10} {
		t.guarded(share.String()+" low", lowRuleWords, func(l *Line) string { return lowWords(l, share) })
	}
	for _, share := range []framelog.Share{50 * framelog.Percent, 90 * framelog.Percent, 99 * framelog.Percent,
		99*framelog.Percent + 9*framelog.Percent/10} {
		t.span("P"+strings.TrimSuffix(share.String(), " %")+" frame time", overSamples(all)+
			"linear between the two nearest (R type 7)",
			func(f *framelog.Figures) time.Duration { return f.Percentile(share) })
	}
	t.span("shortest "+what, "the smallest interval of a row", func(f *framelog.Figures) time.Duration { return f.Min })
	t.span("longest "+what, "the largest interval of a row", func(f *framelog.Figures) time.Duration { return f.Max })
	for i, h := range hitchThresholds {
		t.guarded("hitches "+HitchLabel(h), "frames "+thresholdWords(h)+", in events of adjacent ones",
			func(l *Line) string { return Grouped(l.Hitches[i].Frames) + " in " + Grouped(l.Hitches[i].Count) })
	}
	return t.rows
}

// guardedRule is the rule of a figure that samples do not have.
func guardedRule(all Lines, rule string) string {
	switch all.Rows() {
	case "samples":
		return "n/a: what lies between two samples is not known"
	case "frames":
		return rule
	}
	return rule + "; n/a of samples"
}

// timeRule says what the time is that the intervals sum to.
func timeRule(all Lines) string {
	if all.Rows() == "frames" {
		return "sum of the intervals"
	}
	return "sum of the intervals; of samples it is not the time that passed"
}

// overSamples is put before the rule of a figure that samples have too.
func overSamples(all Lines) string {
	switch all.Rows() {
	case "samples":
		return "over samples, "
	case "frames":
		return ""
	}
	return "over frames, or samples, "
}

func oneDigit(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

const lowRuleWords = "frames / time of the k slowest frames, k = ceil(share * N); n/a where too few frames are left"

// lowWords prints a low mean in FPS with its k.
func lowWords(l *Line, share framelog.Share) string {
	low, ok := l.Figures.Low(framelog.LowMean, share)
	if !ok || !low.Enough() {
		return "n/a (too few frames)"
	}
	return oneDigit(low.FPS()) + " (k = " + Grouped(low.Frames) + ")"
}
