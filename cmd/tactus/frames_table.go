package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/tactus-go/tactus/framelog/page"
	"github.com/tactus-go/tactus/framelog/report"
)

// writeTable prints a line for each log, with figures of the side that is asked for.
func writeTable(c *console, all []*reported) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "log\tformat\tframes\ttime\tFPS\tmedian\tp99\t1 % low\t> 50 ms\twarnings")
	rule := ""
	for _, r := range all {
		f := r.figures()
		if f == nil {
			fmt.Fprintf(w, "%s\t%s\tfigures of its own, no frames\n", r.path, r.report.Format)
			continue
		}
		format := r.report.Format
		if r.report.Sampled {
			format += " (SAMPLES)"
		}
		if rule == "" {
			rule = "rule " + f.Low.Rule
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%.1f s\t%.1f\t%.2f ms\t%.2f ms\t%s\t%d\t%d\n", r.path, format, page.Grouped(f.Frames),
			f.DurationS, f.AvgFPS, f.MedianMS, f.P99MS, lowText(f.Low), f.Over50, len(r.report.Warnings))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "FPS: frames / time; median and p99: of frame times, linear (R type 7); "+
		"1 %% low: FPS, %s; > 50 ms: frames\n", rule)
	return err
}

func lowText(l report.Low) string {
	if l.FPS == nil || !l.Enough {
		return "n/a"
	}
	return fmt.Sprintf("%.1f", *l.FPS)
}
