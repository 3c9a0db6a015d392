package main

import (
	"fmt"
	"strings"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
	"github.com/tactus-go/tactus/framelog/report"
)

// liveText returns what stands on the screen while a log grows.
func (f *framesReport) liveText(path string, config report.Config) func(*framelog.Log) string {
	config.Slowest = min(config.Slowest, liveSlowest)
	return func(l *framelog.Log) string {
		run, err := f.choose(l, path)
		if err != nil {
			return trimmed(err)
		}
		return liveReport(run.report(config))
	}
}

const (
	liveSlowest    = 3
	liveThresholds = 3 // so that a screen of 24 lines has room for all
	liveWarnings   = 4
)

// liveReport is a report in at most 12 lines. It counts warnings and names them; the report at the end
// says them.
func liveReport(r *report.Report) string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "  %-12s %s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintf(&b, "%s: %s\n", r.File, r.Format)
	f, rows := r.Default, "frames"
	if r.Sampled {
		rows = "samples"
	}
	if f != nil && f.Frames == 0 && r.Displayed != nil {
		f, rows = r.Displayed, "frames on the screen"
	}
	if f == nil || f.Frames == 0 {
		line(rows, "none yet, of %s rows", page.Grouped(r.RowsTotal))
		return b.String()
	}
	line(rows, "N = %s in %.1f s, %s of %s rows left out", page.Grouped(f.Frames), f.DurationS,
		page.Grouped(r.RowsSkipped), page.Grouped(r.RowsTotal))
	line("average", "%.2f FPS (%s / time)", f.AvgFPS, strings.Fields(rows)[0])
	line("frame time", "median %.3f ms, p99 %.3f ms", f.MedianMS, f.P99MS)
	if f.Low.FPS != nil {
		line("1 % low", "%.2f FPS (%s)", *f.Low.FPS, f.Low.Label)
	} else {
		line("1 % low", "none by its rule yet (%s)", f.Low.Label)
	}
	for _, h := range r.Hitches[:min(len(r.Hitches), liveThresholds)] {
		line("over "+h.Threshold, "%s %s in %s events", page.Grouped(h.Frames), strings.Fields(rows)[0],
			page.Grouped(h.Events))
	}
	var longest []string
	for _, s := range f.Spikes[:min(len(f.Spikes), liveSlowest)] {
		longest = append(longest, fmt.Sprintf("%.3f ms at %.1f s", s.MS, s.StartS))
	}
	if len(longest) == 0 {
		longest = []string{fmt.Sprintf("%.3f ms", f.MaxMS)}
	}
	line("longest", "%s", strings.Join(longest, ", "))
	line("warnings", "%s", liveCodes(r.Warnings))
	return b.String()
}

// liveCodes counts warnings and names the first kinds.
func liveCodes(all []report.Warning) string {
	if len(all) == 0 {
		return "none"
	}
	var codes []string
	for _, w := range all[:min(len(all), liveWarnings)] {
		codes = append(codes, w.Code)
	}
	text := fmt.Sprintf("%d: %s", len(all), strings.Join(codes, ", "))
	if len(all) > liveWarnings {
		text += ", ..."
	}
	return text
}
