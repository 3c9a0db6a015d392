package loop_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/loop"
)

// leave returns an Input hook that blocks once, for d.
func leave(d time.Duration) func(tactus.Instant, *input.Buffer) {
	left := false
	return func(tactus.Instant, *input.Buffer) {
		if !left {
			left = true
			pass(d)
		}
	}
}

func TestCatchingUpKeepsTheBudgetOfAFrameAndEnds(t *testing.T) {
	for _, c := range []struct {
		name   string
		cost   time.Duration // of a tick, at a budget of 8 ms
		rate   tactus.Rate
		most   time.Duration // of a frame's catching up
		frames int
	}{
		{"half the budget", 4 * ms, tactus.Hz(60), 8 * ms, 50},
		{"a part that does not divide it", 3 * ms, tactus.Hz(60), 6 * ms, 50},
		{"twice the budget", 16 * ms, tactus.Hz(20), 16 * ms, 100},
		{"longer than a gap", 3 * time.Second, tactus.Hz(1), 3 * time.Second, 100},
	} {
		bubble(t, func(t *testing.T, config loop.Config) {
			config.Absence, config.Stepper.Rate = loop.All, c.rate
			var longest time.Duration
			ran, frames := int64(0), 0
			var drawn time.Time
			last := loop.Event{}
			var l *loop.Loop
			l = newLoop(t, config, loop.Hooks{
				Input: func(tactus.Instant, *input.Buffer) { drawn = time.Time{} },
				Step: func(tactus.Tick, *input.State) {
					if !drawn.IsZero() { // else a live tick, which is quick
						pass(c.cost)
					}
				},
				Draw: func(*loop.Frame) { drawn = time.Now() },
				Event: func(e loop.Event) {
					if e.Kind != loop.CatchingUp && e.Kind != loop.CaughtUp {
						return
					}
					frames++
					longest = max(longest, time.Since(drawn))
					if e.Done == ran && e.Kind == loop.CatchingUp {
						t.Errorf("%s: a frame ran none", c.name)
					}
					if ran, last = e.Done, e; e.Kind == loop.CaughtUp {
						l.Stop()
					}
				},
			})
			l.Owe(100)
			play(l, 10*time.Minute)
			if longest != c.most || frames > c.frames {
				t.Errorf("%s: up to %v in %d frames, want %v in %d", c.name, longest, frames, c.most, c.frames)
			}
			if last.Kind != loop.CaughtUp || last.Done != 100 || last.Total != 100 {
				t.Errorf("%s: last progress %+v, want 100 of 100", c.name, last)
			}
		})
	}
}

func TestAPauseStopsCatchingUp(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var w world
		l := newLoop(t, c, loop.Hooks{Step: func(tick tactus.Tick, in *input.State) {
			w.step(tick, in)
			pass(ms)
		}})
		l.Owe(2000)
		go func() {
			var at int64
			pass(500 * ms)
			l.Post(func() { l.Pause(); at = w.Tick })
			pass(5 * time.Second)
			l.Post(func() {
				if w.Tick-at > 2 { // the steps of the frame's plan still run
					t.Errorf("%d ticks ran while paused", w.Tick-at)
				}
				l.Resume()
			})
			pass(5 * time.Second)
			l.Stop()
		}()
		play(l, time.Minute)
		if got := l.Total().Granted; got != 2000 {
			t.Errorf("%d ticks caught up in the end, want 2,000", got)
		}
	})
}

func TestAPauseFromATickEndsCatchingUpAtThatTick(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var l *loop.Loop
		var w world
		l = newLoop(t, c, loop.Hooks{Step: func(tick tactus.Tick, in *input.State) {
			if w.step(tick, in); tick == 100 {
				l.Pause()
			}
		}})
		l.Owe(2000)
		play(l, time.Second)
		if w.Tick != 101 {
			t.Errorf("%d ticks ran, want 101", w.Tick)
		}
	})
}

func TestAllRunsAllOfThemWhateverAbsenceMaxIs(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		c.Absence, c.AbsenceMax = loop.All, 100
		l := newLoop(t, c, loop.Hooks{Step: new(world).step, Input: leave(time.Minute)})
		play(l, 70*time.Second)
		if got := l.Total().Granted; got != 3585 {
			t.Errorf("All ran %d of 3,585 ticks", got)
		}
	})
}

func TestAllRunsWhatACapCutsOffAGap(t *testing.T) {
	for _, overflow := range []tactus.Overflow{tactus.KeepPhase, tactus.DropAll} {
		bubble(t, func(t *testing.T, c loop.Config) {
			c.Absence = loop.All
			c.Stepper.Clamp, c.Stepper.Cap, c.Stepper.Overflow = tactus.NoClamp, 8, overflow
			l := newLoop(t, c, loop.Hooks{Step: new(world).step, Input: leave(time.Minute)})
			play(l, 70*time.Second)
			if got := l.Total(); got.Granted != 3592 || got.Credited.Whole()-got.Run > 1 {
				t.Errorf("overflow %d: %d of 3,592 ticks caught up, %d run of %v",
					overflow, got.Granted, got.Run, got.Credited.Float())
			}
		})
	}
}

func TestStatisticsAndLogHaveTheTicksThatWereCaughtUp(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		out := logged(t, &c)
		c.Stepper.Cap = 8 // which a frame of 8 ticks and one that was due does not reach
		var stats *framestats.Stats
		l := newLoop(t, c, loop.Hooks{
			Step: func(tactus.Tick, *input.State) { pass(ms) },
			Draw: func(f *loop.Frame) { stats = f.Stats },
			Event: func(e loop.Event) {
				if e.Kind == loop.HealthChanged {
					t.Errorf("%v: ticks of an absence are no illness", e.Health)
				}
			},
		})
		l.Owe(1000)
		play(l, 10*time.Second)
		total := l.Total()
		if known := stats.StepCost().Count(); known != uint64(total.Run) || total.Granted != 1000 {
			t.Errorf("the statistics have %d steps of %d, %d of them caught up", known, total.Run, total.Granted)
		}
		if low, high := stats.StepCost().Min(), stats.StepCost().Max(); low != ms || high != ms {
			t.Errorf("a step costs %v to %v there, want 1ms", low, high)
		}
		logged := int64(0)
		for row := range strings.Lines(out.String()) {
			if fields := strings.Split(row, ","); len(fields) > 10 && fields[0] != "frame" {
				n, err := strconv.ParseInt(fields[3], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				logged += n
			}
		}
		if logged != total.Run {
			t.Errorf("the log has %d steps of %d", logged, total.Run)
		}
	})
}

func TestBetweenFramesTickIsTheNextWhileCatchingUpToo(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var l *loop.Loop
		var w world
		l = newLoop(t, c, loop.Hooks{
			Step: func(tick tactus.Tick, in *input.State) { w.step(tick, in); pass(ms) },
			Event: func(loop.Event) {
				if int64(l.Tick()) != w.Tick {
					t.Errorf("Tick is %d after %d ticks", l.Tick(), w.Tick)
				}
			},
		})
		l.Owe(100)
		play(l, time.Second)
	})
}
