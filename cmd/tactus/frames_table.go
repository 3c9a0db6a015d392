package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/tactus-go/tactus/framelog/report"
)

// writeTable prints a line for each log.
func writeTable(c *console, runs []*logRun, config report.Config) error {
	all := make([]*report.Report, len(runs))
	for i, r := range runs {
		all[i] = r.report(config)
	}
	return tableOf(c, runs, all)
}

// tableOf prints a line for each report, with figures of the side that its run stands on.
func tableOf(c *console, runs []*logRun, all []*report.Report) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "log\tformat\tframes\ttime\tFPS\tmedian\tp99\t1 % low\tover 50 ms\twarnings")
	for i, r := range all {
		f := runs[i].figures(r)
		if f == nil {
			fmt.Fprintf(w, "%s\t%s\tfigures of its own, no frames\n", r.File, r.Format)
			continue
		}
		format := r.Format
		if r.Sampled {
			format += " (SAMPLES)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%.1f s\t%.1f\t%.2f ms\t%.2f ms\t%s\t%d\t%d\n", r.File, format,
			grouped(f.Frames), f.DurationS, f.AvgFPS, f.MedianMS, f.P99MS, lowText(f.Low), f.Over50, len(r.Warnings))
	}
	return w.Flush()
}

func lowText(l report.Low) string {
	if l.FPS == nil || !l.Enough {
		return "n/a"
	}
	return fmt.Sprintf("%.1f", *l.FPS)
}

// figures returns those of the side that a run stands on; nil where it has no frames.
func (r *logRun) figures(out *report.Report) *report.Figures {
	if r.side != 0 && out.Displayed != nil {
		return out.Displayed
	}
	return out.Default
}
