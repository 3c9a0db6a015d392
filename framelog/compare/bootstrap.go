package compare

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// drawn are the figures of a group's resamples: drawn[metric][resample].
type drawn [][]float64

// fewer returns how many resamples are drawn of so many frames.
func fewer(asked int, sides []*side) int {
	frames := 0
	for _, s := range sides {
		frames += s.frames()
	}
	if frames <= framesFull {
		return asked
	}
	return min(asked, max(int(int64(asked)*framesFull/int64(frames)), resamplesHuge))
}

// bootstrap draws the resamples of the chosen groups. Each resample has random numbers of its own, so
// that it does not matter which worker draws it, or when.
func bootstrap(ctx context.Context, sides []*side, chosen []bool, overRuns bool, o Options) ([]drawn, error) {
	all := make([]drawn, len(sides))
	for i := range sides {
		if chosen[i] {
			all[i] = newDrawn(len(o.Metrics), o.Resamples)
		}
	}
	var next atomic.Int64
	work := func(progress func(int, int)) {
		var d drawer
		for {
			b := int(next.Add(1)) - 1
			if b >= o.Resamples || ctx.Err() != nil {
				return
			}
			for i, s := range sides {
				if chosen[i] {
					d.random.seed(o.Seed, b, i)
					d.draw(s, overRuns, all[i], b)
				}
			}
			if progress != nil {
				progress(b+1, o.Resamples)
			}
		}
	}
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var others sync.WaitGroup
	for range min(workers, o.Resamples) - 1 {
		others.Go(func() { work(nil) })
	}
	work(o.Progress)
	others.Wait()
	return all, ctx.Err()
}

func newDrawn(metrics, resamples int) drawn {
	d := make(drawn, metrics)
	for m := range d {
		d[m] = make([]float64, resamples)
	}
	return d
}

// A drawer is what one worker needs.
type drawer struct {
	random random
	walk   walk
	runs   [][]float64 // the figures of each run that was drawn
	values []float64
}

// draw draws one resample of a group: its runs, or as many runs with replacement, and blocks of each.
// The figure of a group is the median of its runs here as there.
func (d *drawer) draw(s *side, overRuns bool, into drawn, b int) {
	for len(d.runs) < len(s.ranked) {
		d.runs = append(d.runs, nil)
	}
	for i := range s.ranked {
		at := i
		if overRuns {
			at = d.random.below(len(s.ranked))
		}
		k := s.ranked[at]
		d.runs[i] = slices.Grow(d.runs[i][:0], len(s.metrics))[:len(s.metrics)]
		d.walk.figures(k, s.metrics, d.walk.draw(k, &d.random), d.runs[i])
		for m, metric := range s.metrics {
			if metric.kind == kindMax { // a resample of blocks knows no slower frame than the run's
				d.runs[i][m] = float64(k.sorted[0])
			}
		}
	}
	for m := range s.metrics {
		d.values = d.values[:0]
		for i := range s.ranked {
			d.values = append(d.values, d.runs[i][m])
		}
		slices.Sort(d.values)
		into[m][b] = median(d.values)
	}
}
