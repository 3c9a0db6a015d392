package logs

import (
	"context"
	"time"

	"github.com/tactus-go/tactus/framelog/compare"
	"github.com/tactus-go/tactus/framelog/compare/record"
	"github.com/tactus-go/tactus/framelog/page"
)

// seed and block are those of tactus frames compare where no flag says another.
const (
	seed  = 1
	block = time.Second
)

// compared compares two runs, the base first.
func compared(ctx context.Context, runs []*page.Run, progress func(Progress)) (*Comparison, error) {
	group := func(name string, r *page.Run) compare.Group {
		return compare.Group{Name: name, Runs: []*compare.Run{compare.NewRun(r.Path, r.Log, r.Stream, r.Side)}}
	}
	o := compare.Options{Metrics: compare.Metrics(), Seed: seed, Block: block, Progress: func(n, of int) {
		progress(Progress{Part: "compare", Done: int64(n), Total: int64(of)})
	}}
	result, err := compare.Compare(ctx, group("base", runs[0]), []compare.Group{group("new", runs[1])}, o)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return &Comparison{Problem: err.Error()}, nil
	}
	side, cut := runs[0].Side.String(), runs[1].Cut
	out := &Comparison{Comparison: record.Of(result, record.Options{Side: side, Cut: cut, Block: block})}
	for i := range result.News[0].Differences {
		d := &result.News[0].Differences[i]
		line := Line{Metric: d.Metric.String(), Label: d.Metric.Label(), Base: d.Metric.Format(d.Base.Value),
			New: d.Metric.Format(d.New.Value), Verdict: d.Verdict.String(), Why: d.Why}
		line.Difference, line.Interval = d.Text()
		out.Lines = append(out.Lines, line)
	}
	return out, nil
}
