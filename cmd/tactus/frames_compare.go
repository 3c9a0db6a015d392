package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/compare"
	"github.com/tactus-go/tactus/framelog/compare/record"
)

type framesCompare struct {
	logFlags
	Logs      []string      `arg:"" name:"log" optional:"" help:"The base, then the others; a folder is several runs."`
	Base      []string      `sep:"none" help:"Runs of the base: files, folders, patterns." placeholder:"LOGS"`
	New       []string      `sep:"none" help:"Runs of the new side; may be repeated." placeholder:"LOGS"`
	Low       []string      `sep:"none" help:"Lows by this rule too: integral, percentile ..." placeholder:"RULE"`
	FailIf    []string      `sep:"none" help:"Exit with 1 where this holds: 'p99 > +5%'." placeholder:"CONDITION"`
	Sure      bool          `help:"Conditions hold only where the whole 95 % interval passes."`
	Margin    string        `help:"Difference under which none matters." default:"1%" placeholder:"1%"`
	Seed      uint64        `help:"Seed of the resamples." default:"1" placeholder:"N"`
	Resamples int           `help:"Resamples of the bootstrap, 100 to 1000000." default:"1000" placeholder:"N"`
	Block     time.Duration `help:"Least time of a block of frames." default:"1s" placeholder:"TIME"`
	Without   bool          `name:"without-outliers" help:"Leave out runs far from the others."`
	Markdown  bool          `help:"Print a Markdown table."`
	JSON      bool          `name:"json" help:"Print the result as JSON."`

	cut string // what --from, --to and --scene leave, in words
}

// Help is the long text of tactus frames compare --help.
func (*framesCompare) Help() string {
	return `Compares logs with the first one, metric by metric: both figures, the difference with its 95 % interval,
and a verdict. Of several runs of one side each figure is the median of the runs' figures. Frames are not
independent, so that the interval comes from a bootstrap over blocks of frames; with three runs or more on
each side, over runs and blocks.

Examples:
  tactus frames compare before.csv after.csv
  tactus frames compare --base 'runs/old-*' --new 'runs/new-*' --fail-if 'p99 > +5%' --fail-if 'fps < 60fps'
  tactus frames compare old/ new/ newest/ --markdown

A condition is [sure] METRIC OP [+|-]NUMBER UNIT: fps, mean, median, p95, p99.9, low1, low0.1, low1:integral,
hitch50ms, hitch2x or max; >, >=, < or <=; %, ms, fps or /min. A number with a sign, and every %, is
about the difference to the base, another about the new side itself. It is judged by the figure in the table;
with --sure, or the word, by its whole interval: little data then never fails.

--base, --new, --low and --fail-if may be repeated. A run is an outlier when its FPS, median or p99 is
farther than 3 % from the median of at least 4 runs, and than what at most 5 % of sets of equal runs reach;
outliers are always named.

Exit code: 0 compared, 1 a condition holds, 2 wrong use.`
}

// Run is called by the flag parser.
func (f *framesCompare) Run(c *console) error {
	options, conditions, err := f.settings()
	if err != nil {
		return err
	}
	groups, err := f.groups(c)
	if err != nil {
		return err
	}
	if !f.JSON {
		shorten(groups)
	}
	return f.judge(c, groups, options, conditions)
}

// judge compares the groups, the base first, and prints the result.
func (f *framesCompare) judge(c *console, groups []compare.Group, o compare.Options, cs []compare.Condition) error {
	p := newProgress(c)
	o.Progress = func(n, of int) { p.show("resample %d of %d", n, of) }
	result, err := compare.Compare(c.ctx, groups[0], groups[1:], o)
	p.done()
	if err != nil {
		return err
	}
	out := &comparison{result: result, side: f.Side, block: f.Block, cut: f.cut}
	for i := range result.News {
		for _, condition := range cs {
			out.held = append(out.held, condition.Judge(&result.News[i]))
		}
	}
	if err := f.write(c, out); err != nil {
		return err
	}
	if out.failed() {
		return errNo
	}
	return nil
}

func (f *framesCompare) write(c *console, out *comparison) error {
	switch {
	case f.JSON:
		o := record.Options{Side: out.side, Cut: out.cut, Block: out.block, Held: out.held}
		return c.writeJSON(record.Of(out.result, o))
	case f.Markdown:
		return out.markdown(c.stdout)
	}
	return out.text(c.stdout)
}

// settings reads the flags; metrics that only a condition names are compared too.
func (f *framesCompare) settings() (compare.Options, []compare.Condition, error) {
	o := compare.Options{Metrics: compare.Metrics(), Seed: f.Seed, Resamples: f.Resamples, Block: f.Block,
		WithoutOutliers: f.Without}
	if f.JSON && f.Markdown {
		return o, nil, errors.New("--json and --markdown: want one of them")
	}
	if f.Resamples < 1 || f.Block <= 0 {
		return o, nil, errors.New("--resamples and --block are over 0")
	}
	margin, err := framelog.ParseShare(f.Margin)
	if err != nil {
		return o, nil, fmt.Errorf("--margin: %w", err)
	}
	if o.Margin = float64(margin) / float64(100*framelog.Percent); margin == 0 {
		o.Margin = compare.MarginNone
	}
	for _, name := range f.Low {
		rule, err := framelog.ParseLowRule(name)
		if err != nil {
			return o, nil, fmt.Errorf("--low: %w", err)
		}
		o.Metrics = withMetric(o.Metrics, compare.LowMetric(rule, framelog.Percent))
		o.Metrics = withMetric(o.Metrics, compare.LowMetric(rule, framelog.Percent/10))
	}
	var conditions []compare.Condition
	for _, text := range f.FailIf {
		cond, err := compare.ParseCondition(text)
		if err != nil {
			return o, nil, fmt.Errorf("--fail-if: %w", err)
		}
		cond.Sure = cond.Sure || f.Sure
		conditions = append(conditions, cond)
		o.Metrics = withMetric(o.Metrics, cond.Metric)
	}
	return o, conditions, nil
}

func withMetric(all []compare.Metric, m compare.Metric) []compare.Metric {
	for _, known := range all {
		if known == m {
			return all
		}
	}
	return append(all, m)
}

// groups loads the base and the others.
func (f *framesCompare) groups(c *console) ([]compare.Group, error) {
	flags := len(f.Base) + len(f.New)
	switch {
	case flags > 0 && len(f.Logs) > 0:
		return nil, errors.New("--base and --new name all logs: want no others beside them")
	case flags > 0 && (len(f.Base) == 0 || len(f.New) == 0):
		return nil, errors.New("--base and --new go together: want runs of both")
	case flags == 0 && len(f.Logs) < 2:
		return nil, errors.New("nothing to compare with: want two logs, the base first, or --base and --new")
	}
	if flags > 0 {
		base, err := f.group(c, "base", f.Base)
		if err != nil {
			return nil, err
		}
		other, err := f.group(c, "new", f.New)
		return []compare.Group{base, other}, err
	}
	var groups []compare.Group
	for i, path := range f.Logs {
		g, err := f.group(c, sideName(i, len(f.Logs)), []string{path})
		if err != nil {
			return nil, err
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// sideName is what a side is called: a path would make every column as wide as itself.
func sideName(i, of int) string {
	switch {
	case i == 0:
		return "base"
	case of == 2:
		return "new"
	}
	return fmt.Sprintf("new %d", i)
}

// shorten cuts the folders that all runs have in common from their names.
func shorten(groups []compare.Group) {
	common, first := "", true
	for _, g := range groups {
		for _, r := range g.Runs {
			folder := r.Name[:strings.LastIndexAny(r.Name, `/\\`)+1]
			if first {
				common, first = folder, false
			}
			for !strings.HasPrefix(folder, common) {
				common = common[:strings.LastIndexAny(common[:len(common)-1], `/\\`)+1]
			}
		}
	}
	for _, g := range groups {
		for _, r := range g.Runs {
			r.Name = r.Name[len(common):]
		}
	}
}

// group loads the runs of one side. A log that is refused is said on standard error, and the others
// count; a side of which none is left is wrong use.
func (f *framesCompare) group(c *console, name string, paths []string) (compare.Group, error) {
	g := compare.Group{Name: name}
	runs, refused, err := f.load(c, paths)
	if err != nil {
		return g, err
	}
	for _, r := range runs {
		switch {
		case r.stream == nil:
			refused = append(refused, fmt.Errorf("%s: holds figures and no frames: give the log itself", r.path))
			continue
		case r.stream.Count(r.side) == 0:
			refused = append(refused, fmt.Errorf("%s: no frames on the %s side are left", r.path, r.side))
			continue
		}
		f.cut = r.cut
		for _, one := range r.runs() {
			g.Runs = append(g.Runs, compare.NewRun(one.path, one.log, one.stream, one.side))
		}
	}
	if len(g.Runs) == 0 {
		if len(refused) == 0 {
			return g, fmt.Errorf("%s: no logs there", strings.Join(paths, ", "))
		}
		return g, errors.Join(refused...)
	}
	return g, refuse(c, len(runs), refused)
}
