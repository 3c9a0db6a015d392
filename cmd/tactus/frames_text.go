package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
	"github.com/tactus-go/tactus/framelog/report"
)

// reportWidth is the width that texts of a report are broken at.
const reportWidth = 100

// writeReports prints a report of each log.
func writeReports(c *console, all []*reported) error {
	for i, r := range all {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		if _, err := io.WriteString(c.stdout, textOf(r.report)); err != nil {
			return err
		}
	}
	return nil
}

// textOf returns a report for people.
func textOf(r *report.Report) string {
	t := reportText{w: &strings.Builder{}, r: r}
	t.write()
	return t.w.String()
}

// reportText writes a report for people.
type reportText struct {
	w *strings.Builder
	r *report.Report
}

func (t *reportText) line(format string, args ...any) {
	t.w.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// said writes a name and a text, which is broken at the width.
func (t *reportText) said(name, text string) {
	for i, part := range wrap(text, reportWidth-15) {
		if i > 0 {
			name = ""
		}
		t.line("  %-12s %s", name, part)
	}
}

// wrap breaks a text at blanks.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

func (t *reportText) write() {
	r := t.r
	t.line("%s: %s", r.File, r.Format)
	t.origin()
	for _, w := range r.Warnings {
		if w.Code == "skipped" {
			continue // the rows say so already
		}
		t.said("! "+w.Code, w.Text)
	}
	if len(r.Summary) > 0 {
		t.line("")
		for _, f := range r.Summary {
			t.line("  %-28s %s", f.Name, f.Value)
		}
	}
	if r.Default == nil {
		return
	}
	t.figures()
	t.lows()
	t.hitches()
	t.slowest()
	t.tags()
	t.engine()
	t.streams()
}

// origin says what was read, and what was not.
func (t *reportText) origin() {
	r := t.r
	if r.Unverified {
		t.said("reader", "unverified: no real file of this format was at hand when it was written, only its description")
	}
	if r.Default != nil {
		unit := ""
		words := unitWords(r.Unit)
		if words != "" && !strings.Contains(r.Source, "/1e6") && !strings.Contains(r.Source, words) {
			unit = ", in " + words
		}
		t.said("frame times", r.Source+unit)
		stream := "the only one"
		if d := r.DefaultStream; d != nil {
			stream = nameText(*d)
		}
		if r.Cut != "" {
			stream += "; cut: " + r.Cut
		}
		t.said("stream", stream)
		rows := fmt.Sprintf("%s in the file", page.Grouped(r.RowsTotal))
		if r.RowsSkipped > 0 {
			rows += fmt.Sprintf(", %s left out", page.Grouped(r.RowsSkipped))
		}
		t.said("rows", rows)
		for i, s := range r.Skipped {
			name := ""
			if i == 0 {
				name = "left out"
			}
			t.said(name, fmt.Sprintf("%s: %s, first in %s %d", page.Grouped(s.Count), s.Reason, r.LineIs, s.Line))
		}
	}
	if r.ClockColumn != "" && r.SpanS != nil {
		t.said("clock", fmt.Sprintf("%s: %.3f s from the first row to the last", r.ClockColumn, *r.SpanS))
	}
	if r.DisplayedSource != "" {
		t.said("display", r.DisplayedSource+displayCounts(r))
	}
	var about []string
	for _, f := range r.Header {
		if strings.HasPrefix(f.Name, "tactus-") {
			continue // of the file's form, not of what it holds
		}
		about = append(about, f.Name+": "+f.Value)
	}
	if len(about) > 0 {
		t.said("about", strings.Join(about, "; "))
	}
	if r.Note != "" {
		t.said("note", r.Note)
	}
}

// unitWords are the units in words.
func unitWords(unit string) string {
	words := map[string]string{"ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds", "s": "seconds",
		"fps": "frames per second"}
	if w := words[unit]; w != "" {
		return w
	}
	return unit
}

func displayCounts(r *report.Report) string {
	text := ""
	if r.Dropped != nil {
		text += fmt.Sprintf("; frames never shown: %s", page.Grouped(*r.Dropped))
	}
	if r.Generated != nil {
		text += fmt.Sprintf("; generated: %s", page.Grouped(*r.Generated))
	}
	if r.Displayed != nil && r.Displayed.Frames == 0 {
		text += "; no row tells when it was shown"
	}
	return text
}

// nameText names a stream.
func nameText(n report.Name) string {
	var parts []string
	for _, p := range []struct{ what, value string }{
		{"", n.Application}, {"process ", n.ProcessID}, {"swap chain ", n.SwapChain},
	} {
		if p.value != "" {
			parts = append(parts, p.what+p.value)
		}
	}
	if n.Run > 0 {
		parts = append(parts, "run "+strconv.Itoa(n.Run))
	}
	if len(parts) == 0 {
		return "the only one"
	}
	return strings.Join(parts, ", ")
}

// columns writes a line of the table of figures, without the second side where there is none.
func (t *reportText) columns(name, present, display, rule string) {
	if t.r.HasDisplay() {
		t.line("  %-18s %14s %14s   %s", name, present, display, rule)
		return
	}
	t.line("  %-18s %14s   %s", name, present, rule)
}

func (t *reportText) figures() {
	t.line("")
	what := "present"
	if t.r.Sampled {
		what = "SAMPLES"
	}
	t.columns("", what, "display", "rule")
	for _, row := range t.r.Rows() {
		t.columns(row.Name, row.Present, row.Display, row.Rule)
	}
}

// lows writes all other rules, since their numbers are what other tools print.
func (t *reportText) lows() {
	d := t.side()
	if d.Frames == 0 || t.r.Sampled {
		return
	}
	t.line("")
	t.line("  %-18s %14s %14s   %s", "lows by tool", "1 %", "0.1 %", "rule ("+t.r.Side+", FPS)")
	for _, v := range []struct{ key, rule string }{
		{"frameview", "FrameView: mean of floor(share N)+1"},
		{"capframex", "CapFrameX: mean of all at or over the R8 percentile"},
		{"mangohud", "MangoHud 0.8: one frame, descending"},
		{"integral_threshold", "Afterburner, CapFrameX integral: slowest until share of time"},
		{"percentile", "PresentMon, OCAT: percentile, linear"},
	} {
		t.line("  %-18s %14s %14s   %s", v.key, rate(d.Low1Variants[v.key]), rate(d.Low01Variants[v.key]), v.rule)
	}
}

// side returns the figures of the side that hitches and lists stand on.
func (t *reportText) side() *report.Figures {
	if t.r.Side == framelog.Display.String() {
		return t.r.Of(framelog.Display)
	}
	return t.r.Of(framelog.Present)
}

func rate(v any) string {
	if f, ok := v.(float64); ok {
		return fmt.Sprintf("%.3f", f)
	}
	return "n/a"
}

func (t *reportText) hitches() {
	if len(t.r.Hitches) == 0 {
		return
	}
	t.line("")
	t.line("  %-18s %14s %14s %12s   %s", "hitches", "frames", "events", "time", "rule ("+t.r.Hitches[0].Side+")")
	for _, h := range t.r.Hitches {
		rule := "strictly over; adjacent frames are one event"
		if strings.HasSuffix(h.Threshold, "x") {
			rule = "over the median of the 101 frames around, times that"
		}
		t.line("  %-18s %14s %14s %10.3f s   %s", "over "+h.Threshold, page.Grouped(h.Frames), page.Grouped(h.Events),
			h.TimeS, rule)
	}
}

func (t *reportText) slowest() {
	spikes := t.side().Spikes
	if len(spikes) == 0 {
		return
	}
	t.line("")
	t.line("  %-18s %14s %14s   %s", "longest frames", "start", "length", "index from 0, "+lineWords(t.r.LineIs))
	for i, s := range spikes {
		tag := ""
		if s.Tag != "" {
			tag = ", " + s.Tag
		}
		t.line("  %-18d %12.4f s %11.3f ms   frame %d, %s %d%s", i+1, s.AtS, s.MS, s.Index, t.r.LineIs, s.Line, tag)
	}
}

// lineWords says what the number of a line counts.
func lineWords(is string) string {
	if is == "line" {
		return "line of the file"
	}
	return is
}

func (t *reportText) tags() {
	if len(t.r.Tags) == 0 {
		return
	}
	t.line("")
	t.line("  %-18s %9s %10s %10s %10s %10s %10s  %s", "tag ("+t.r.Side+")", "frames", "time", "FPS", "p99", "1 % low",
		"longest", "hitch frames, "+hitchNames(t.r.Tags[0].Hitches))
	for _, g := range t.r.Tags {
		var counts []string
		for _, h := range g.Hitches {
			counts = append(counts, page.Grouped(h.Frames))
		}
		t.line("  %-18s %9s %8.3f s %10.3f %7.3f ms %10s %7.3f ms  %s", g.Tag, page.Grouped(g.Frames), g.DurationS,
			g.AvgFPS, g.P99MS, lowText(g.Low1), g.MaxMS, strings.Join(counts, " / "))
	}
	t.line("  %-18s %s", "", "by the rules above; a low of less than a whole frame is n/a")
}

func hitchNames(all []report.Counts) string {
	var names []string
	for _, h := range all {
		names = append(names, h.Threshold)
	}
	return strings.Join(names, " / ")
}

func (t *reportText) engine() {
	e := t.r.Engine
	if e == nil {
		return
	}
	t.line("")
	total := 0
	for _, n := range e.StepsPerFrame {
		total += n
	}
	var parts []string
	for k, n := range e.StepsPerFrame {
		if n > 0 {
			name := strconv.Itoa(k)
			if k == report.StepsTop {
				name += " and more"
			}
			parts = append(parts, fmt.Sprintf("%s: %.1f %%", name, 100*float64(n)/float64(total)))
		}
	}
	t.said("steps", fmt.Sprintf("%s, %.3f a frame, at most %d; frames by their steps: %s", page.Grouped(int(e.Steps)),
		e.MeanSteps, e.MaxSteps, strings.Join(parts, ", ")))
	t.said("alpha", fmt.Sprintf("%.3f to %.3f, mean %.3f", e.AlphaMin, e.AlphaMax, e.AlphaMean))
	t.said("step cost", fmt.Sprintf("a frame: mean %.3f ms, p99 %.3f ms, most %.3f ms; a step: mean %.3f ms",
		e.CostMeanMS, e.CostP99MS, e.CostMaxMS, e.CostPerStepMS))
	t.said("dropped", fmt.Sprintf("%.3f s of simulation time in %s frames", e.DroppedS, page.Grouped(e.DroppedRows)))
}

// streams lists the streams of a log that has several.
func (t *reportText) streams() {
	r := t.r
	if len(r.Windows) > 0 {
		t.line("")
		for _, w := range r.Windows {
			t.said("window", fmt.Sprintf("%s: %s rows, %d flagged; began every %.3f ms (median), at most %.3f ms apart",
				w.Window, page.Grouped(w.Rows), w.Flagged, w.IntervalMSMedian, w.IntervalMSMax))
		}
		if r.MissedDeadlines != nil {
			t.said("deadlines", fmt.Sprintf("%d frames were completed after theirs", *r.MissedDeadlines))
		}
	}
	if len(r.Streams) < 2 {
		return
	}
	t.line("")
	t.line("  %9s %9s %12s %12s   %s", "rows", "frames", "FPS", "longest", "streams, * is that of the figures")
	for _, s := range r.Streams {
		mark := " "
		if r.DefaultStream != nil && s.Name == *r.DefaultStream {
			mark = "*"
		}
		t.line("%s %9s %9s %12.3f %9.3f ms   %s", mark, page.Grouped(s.Rows), page.Grouped(s.Frames), s.AvgFPS, s.MaxMS,
			nameText(s.Name))
	}
}
