package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tactus-go/tactus/internal/logtext"
)

// A Row is one figure for people: its name, its value on both sides with the unit, and the rule.
type Row struct {
	Name    string `json:"name"`
	Present string `json:"present"` // "-" where the log has no such frames
	Display string `json:"display"` // "" where the log has no such side
	Rule    string `json:"rule"`
}

// Rows returns the figures of a log that has any, in the order in which people read them.
func (r *Report) Rows() []Row {
	t := table{report: r}
	t.row("frames (N)", func(f *Figures) string { return logtext.Grouped(f.Frames) }, "rows with a time over 0")
	t.row("time", func(f *Figures) string { return fmt.Sprintf("%.3f s", f.DurationS) }, "sum of the frame times")
	t.row("average", func(f *Figures) string { return fmt.Sprintf("%.3f FPS", f.AvgFPS) }, "frames / time")
	t.row("mean of rates", func(f *Figures) string { return fmt.Sprintf("%.3f FPS", f.MeanOfInstantFPS) },
		"of single frames: for contrast, no average")
	t.millis("shortest", func(f *Figures) float64 { return f.MinMS }, "")
	t.millis("median", func(f *Figures) float64 { return f.MedianMS }, "frame time, linear (R type 7)")
	t.millis("p95 frame time", func(f *Figures) float64 { return f.P95MS }, "linear (R type 7)")
	t.millis("p99 frame time", func(f *Figures) float64 { return f.P99MS }, "linear (R type 7)")
	t.millis("p99.9 frame time", func(f *Figures) float64 { return f.P999MS }, "linear (R type 7)")
	t.millis("longest", func(f *Figures) float64 { return f.MaxMS }, "")
	t.millis("deviation", func(f *Figures) float64 { return f.StdDevMS }, "standard, divisor N-1")
	t.low("1 % low", func(f *Figures) Low { return f.Low }, 100)
	t.low("0.1 % low", func(f *Figures) Low { return f.Low01 }, 1000)
	return t.rows
}

// A table collects rows.
type table struct {
	report *Report
	rows   []Row
}

// row adds a figure whose rule is the same for both sides.
func (t *table) row(name string, of func(f *Figures) string, rule string) {
	t.cells(name, func(f *Figures) (string, string) { return of(f), rule })
	t.rows[len(t.rows)-1].Rule = rule // also where there are no frames
}

func (t *table) millis(name string, of func(f *Figures) float64, rule string) {
	t.row(name, func(f *Figures) string { return fmt.Sprintf("%.3f ms", of(f)) }, rule)
}

// low adds a low by the rule that was asked for, and how it was found on each side.
func (t *table) low(name string, of func(f *Figures) Low, needs int) {
	t.cells(name, func(f *Figures) (string, string) { return lowCell(of(f), needs) })
}

// cells adds a figure of the sides that there are.
func (t *table) cells(name string, of func(f *Figures) (text, rule string)) {
	row := Row{Name: name, Present: "-"}
	var rules []string
	if t.report.Default.Frames > 0 {
		var rule string
		row.Present, rule = of(t.report.Default)
		rules = append(rules, rule)
	}
	if t.report.HasDisplay() {
		var rule string
		row.Display, rule = of(t.report.Displayed)
		rules = append(rules, rule)
	}
	row.Rule = strings.Join(slices.Compact(rules), "; ")
	t.rows = append(t.rows, row)
}

// HasDisplay reports whether there are figures of intervals between pictures on the screen.
func (r *Report) HasDisplay() bool { return r.Displayed != nil && r.Displayed.Frames > 0 }

// lowCell returns a low and its rule. One of less than a whole frame is no figure.
func lowCell(l Low, needs int) (text, rule string) {
	if l.FPS == nil || !l.Enough {
		return "n/a", fmt.Sprintf("needs %s frames", logtext.Grouped(needs))
	}
	return fmt.Sprintf("%.3f FPS", *l.FPS), lowRule(l)
}

// lowRule says in words how a low was found, and on how many frames it stands.
func lowRule(l Low) string {
	_, rule, _ := strings.Cut(strings.TrimSuffix(l.Label, ")"), "(")
	if rule == fmt.Sprintf("mean of %d slowest", l.Frames) {
		return fmt.Sprintf("mean of the k slowest, k = ceil(share of N) = %d", l.Frames)
	}
	return rule
}
