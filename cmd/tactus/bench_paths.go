package main

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/publish"
	"github.com/tactus-go/tactus/sim"
)

// pathRow is what one of the engine's paths costs beside its baseline.
type pathRow struct {
	Name       string  `json:"name"`
	NS         float64 `json:"ns_per_op"`
	Allocs     float64 `json:"allocs_per_op"`
	Baseline   string  `json:"baseline"`
	BaselineNS float64 `json:"baseline_ns_per_op"`
	Ratio      float64 `json:"ratio"`
}

// path is something to time: run does it n times.
type path struct {
	name string
	run  func(n int)
}

// sink takes what is timed, so that the compiler does not leave it out.
var sink float64

// measurePaths times each path and its baseline by turns and returns the medians.
func measurePaths(rounds int, begin func(name string)) []pathRow {
	now := path{"time.Now", func(n int) {
		for range n {
			sink += float64(time.Now().Nanosecond())
		}
	}}
	var rows []pathRow
	for _, pair := range [][2]path{
		{framePath("frame: feed, steps, alpha at 60 Hz", tactus.Hz(1)), now},
		{framePath("the same frame again", tactus.Hz(1)), floatPath()},
		{framePath("the same at scale 1/3", tactus.Ratio(1, 3)), now},
		{ledgerPath(), now},
		{{"tactus.Monotonic", func(n int) {
			for range n {
				sink += float64(tactus.Monotonic())
			}
		}}, now},
		{recordPath(), now},
		{publishPath(), mutexPath()},
		{interpPath(), handPath()},
		{enginePath(64*time.Millisecond, nil), barePath(nil)},
		{enginePath(16*time.Millisecond, nil), barePath(nil)},
		{enginePath(16*time.Millisecond, new(sim.Hash)), barePath(new(sim.Hash))},
	} {
		begin(pair[0].name)
		rows = append(rows, comparePaths(rounds, pair[0], pair[1]))
	}
	return rows
}

// pathTime is how long a path is timed in a round.
const pathTime = 10 * time.Millisecond

func comparePaths(rounds int, p, base path) pathRow {
	n, m := repeats(p), repeats(base)
	var of, by, ratios []float64
	for range max(rounds, 3) {
		a, b := timePath(p, n), timePath(base, m)
		of, by, ratios = append(of, a), append(by, b), append(ratios, a/b)
	}
	runtime.KeepAlive(&sink)
	self := func(f *float64) float64 { return *f }
	return pathRow{Name: p.name, NS: median(of, self), Allocs: allocations(p, n), Baseline: base.name,
		BaselineNS: median(by, self), Ratio: median(ratios, self)}
}

// repeats returns how often a path runs in pathTime.
func repeats(p path) int {
	for n := 1; ; n *= 2 {
		start := time.Now()
		if p.run(n); time.Since(start) > pathTime/2 {
			return 2 * n
		}
	}
}

func timePath(p path, n int) float64 {
	start := tactus.Monotonic()
	p.run(n)
	return float64(tactus.Monotonic().Sub(start)) / float64(n)
}

func allocations(p path, n int) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p.run(n)
	runtime.ReadMemStats(&after)
	return float64((after.Mallocs - before.Mallocs) / uint64(n)) // whole ones: a few are the measurement's own
}

// median returns the middle of some figures.
func median[T any](all []T, figure func(t *T) float64) float64 {
	values := make([]float64, len(all))
	for i := range all {
		values[i] = figure(&all[i])
	}
	slices.SortFunc(values, cmp.Compare)
	middle := len(values) / 2
	if len(values)%2 == 0 {
		return (values[middle-1] + values[middle]) / 2
	}
	return values[middle]
}

func framePath(name string, scale tactus.Rate) path {
	s := must(tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60), Scale: scale}))
	var now tactus.Instant
	return path{name, func(n int) {
		for range n {
			now += 16666667
			s.Feed(now)
			for s.Next() {
			}
			sink += s.Alpha()
		}
	}}
}

// floatPath is the accumulator of most tutorials, which is not exact.
func floatPath() path {
	var now, last, accumulator float64
	return path{"a float64 accumulator, inexact", func(n int) {
		for range n {
			now += 16666667.0 / 1e9
			accumulator += min(now-last, 0.25)
			last = now
			for accumulator >= 1.0/60 {
				accumulator -= 1.0 / 60
			}
			sink += accumulator * 60
		}
	}}
}

func ledgerPath() path {
	s := must(tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)}))
	var now tactus.Instant
	return path{"the frame and its ledger", func(n int) {
		for range n {
			now += 16666667
			s.Feed(now)
			for s.Next() {
			}
			sink += s.Alpha() + float64(s.Frame().Run)
		}
	}}
}

func recordPath() path {
	r := must(framestats.NewRecorder(framestats.RecorderConfig{Rate: tactus.Hz(60)}))
	f := framestats.Frame{Real: 16666667, Steps: 1, Cost: time.Millisecond}
	return path{"framestats: record a frame", func(n int) {
		for range n {
			f.At += 16666667
			r.Record(&f)
		}
	}}
}

func publishPath() path {
	w, r := publish.New[[8]float64]()
	return path{"publish: hand a state over and take it", func(n int) {
		for range n {
			w.Next()[0]++
			w.Publish(publish.Base{})
			s, _ := r.Latest()
			sink += s.Current[0]
		}
	}}
}

func mutexPath() path {
	var mu sync.Mutex
	var state, taken [8]float64
	return path{"under a mutex", func(n int) {
		for range n {
			mu.Lock()
			state[0]++
			mu.Unlock()
			mu.Lock()
			taken = state
			mu.Unlock()
			sink += taken[0]
		}
	}}
}

// pairs are 10,000 positions to draw between.
const pairs = 10_000

func interpPath() path {
	all, out := make([]interp.Pair[interp.Vec2], pairs), make([]interp.Vec2, pairs)
	return path{"interp: 10,000 pairs of positions", func(n int) {
		for range n {
			interp.LerpVec2s(out, all, 0.3)
		}
	}}
}

func handPath() path {
	all, out := make([]interp.Pair[interp.Vec2], pairs), make([]interp.Vec2, pairs)
	return path{"a loop by hand", func(n int) {
		for range n {
			const a = 0.3
			for i := range all {
				p, c := &all[i].Previous, &all[i].Current
				out[i] = interp.Vec2{X: float64(p.X*(1-a)) + float64(c.X*a), Y: float64(p.Y*(1-a)) + float64(c.Y*a)}
			}
		}
	}}
}

// enginePath plays the reference run of mergeisland in frames of one length, each tick hashed where a
// hash is given.
func enginePath(frame time.Duration, h *sim.Hash) path {
	sc := mergeisland.Scenario()
	game, s := sc.New(), must(tactus.NewStepper(sc.Stepper))
	start := game.Save(nil)
	var now tactus.Instant
	name := fmt.Sprintf("mergeisland: 100 ticks in frames of %v", frame)
	if h != nil {
		name += ", hashed"
	}
	return path{name, func(n int) {
		for range n {
			game.Load(start)
			for ran := tactus.Tick(0); ran < sc.Ticks; {
				now = now.Add(frame)
				s.Feed(now)
				for s.Next() {
					stepOnce(game, sc.Input(ran), h)
					ran++
				}
				sink += s.Alpha()
			}
		}
	}}
}

func barePath(h *sim.Hash) path {
	sc := mergeisland.Scenario()
	game := sc.New()
	start := game.Save(nil)
	name := "a bare loop over Step"
	if h != nil {
		name += ", hashed"
	}
	return path{name, func(n int) {
		for range n {
			game.Load(start)
			for tick := range sc.Ticks {
				stepOnce(game, sc.Input(tick), h)
			}
		}
	}}
}

// stepOnce runs a tick and hashes what it left.
func stepOnce(game sim.Sim, input []byte, h *sim.Hash) {
	game.Step(input)
	if h != nil {
		sink += float64(h.Of(game) & 1)
	}
}
