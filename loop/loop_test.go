package loop_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/loop"
	"github.com/tactus-go/tactus/pace"
	"github.com/tactus-go/tactus/sim"
)

const ms = time.Millisecond

// world is a game whose state tells how often and with what it was stepped.
type world struct{ Tick, X, Taps int64 }

func (w *world) step(tick tactus.Tick, in *input.State) {
	if int64(tick) != w.Tick {
		panic(fmt.Sprintf("tick %d after %d", tick, w.Tick))
	}
	w.Tick++
	w.X = w.X*6364136223846793005 + w.Tick
	w.Taps += int64(in.Pressed(1))
	w.X += w.Taps
}

// bubble runs f where time is fake, with a config whose clock is that time.
func bubble(t *testing.T, f func(t *testing.T, c loop.Config)) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c := loop.Config{Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)}}
		c.Pace.Now = func() tactus.Instant { return tactus.Instant(time.Since(start)) }
		f(t, c)
	})
}

// logged gives a loop a frame log and returns what is written to it.
func logged(t *testing.T, c *loop.Config) *bytes.Buffer {
	t.Helper()
	out := new(bytes.Buffer)
	log, err := framestats.NewLog(out, framestats.LogConfig{})
	if err != nil {
		t.Fatal(err)
	}
	c.Log = log
	return out
}

// pass lets time go by in a bubble.
func pass(d time.Duration) { time.Sleep(d) }

func newLoop(t *testing.T, c loop.Config, h loop.Hooks) *loop.Loop {
	t.Helper()
	l, err := loop.New(c, h)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// play runs a loop for d and returns its error.
func play(l *loop.Loop, d time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return l.Run(ctx)
}

func TestAFramesOrderIsInputStepsDrawPresent(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var order []string
		l := newLoop(t, c, loop.Hooks{
			Input:   func(tactus.Instant, *input.Buffer) { order = append(order, "input") },
			Step:    func(tactus.Tick, *input.State) { order = append(order, "step") },
			Draw:    func(*loop.Frame) { order = append(order, "draw") },
			Present: func() { order = append(order, "present"); time.Sleep(20 * ms) },
			Close:   func() { order = append(order, "close") },
			Event:   func(loop.Event) {},
		})
		if err := play(l, 30*ms); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		want := "input draw present input step draw present close"
		if got := strings.Join(order, " "); got != want {
			t.Errorf("order %q, want %q", got, want)
		}
	})
}

func TestTwoSecondsAt60FramesAre120Steps(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var w world
		frames := 0
		l := newLoop(t, c, loop.Hooks{Step: w.step, Draw: func(f *loop.Frame) {
			frames++
			if f.Alpha < 0 || f.Alpha >= 1 || f.Ledger.Run > 2 {
				t.Errorf("alpha %v, %d steps", f.Alpha, f.Ledger.Run)
			}
		}})
		play(l, 2*time.Second+ms)
		if w.Tick != 120 || frames < 120 || frames > 122 {
			t.Errorf("%d ticks in %d frames, want 120 in 121", w.Tick, frames)
		}
		if total := l.Total(); total.Run != 120 || total.Dropped().String() != "0" {
			t.Errorf("ledger %+v", total)
		}
	})
}

func TestAPanicInAHookGoesThroughAfterEverythingIsRestored(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		out := logged(t, &c)
		closed := 0
		l := newLoop(t, c, loop.Hooks{
			Step:  func(tick tactus.Tick, _ *input.State) { panicAt(tick, 5) },
			Close: func() { closed++ },
		})
		func() {
			defer func() {
				if r := recover(); r != "tick 5" {
					t.Errorf("recovered %v, want the hook's panic", r)
				}
			}()
			play(l, time.Minute)
			t.Error("no panic")
		}()
		if closed != 1 {
			t.Errorf("Close was called %d times", closed)
		}
		if rows := strings.Count(out.String(), "\n"); rows < 5 {
			t.Errorf("the log has %d lines: the frames before the panic are lost:\n%s", rows, out.String())
		}
		if l.Pacing().Frames == 0 {
			t.Error("no frame was paced")
		}
	})
}

func panicAt(tick, at tactus.Tick) {
	if tick == at {
		panic(fmt.Sprint("tick ", tick))
	}
}

func TestStopAndTheContextEndRunAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		c.Pace.Rate = tactus.Ratio(1, 100) // a frame in 100 s
		l := newLoop(t, c, loop.Hooks{Step: new(world).step})
		go func() { time.Sleep(3 * time.Second); l.Stop() }()
		start := time.Now()
		if err := l.Run(context.Background()); err != nil || time.Since(start) > 4*time.Second {
			t.Errorf("Stop: error %v after %v", err, time.Since(start))
		}
		l = newLoop(t, c, loop.Hooks{Step: new(world).step})
		start = time.Now()
		if err := play(l, 3*time.Second); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 4*time.Second {
			t.Errorf("context: error %v after %v", err, time.Since(start))
		}
	})
}

func TestAPausedLoopIdlesAndWakesForInput(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var w world
		var frames atomic.Int64
		l := newLoop(t, c, loop.Hooks{Step: w.step, Draw: func(*loop.Frame) { frames.Add(1) }})
		l.Pause()
		go func() {
			time.Sleep(10*time.Second + 15*ms)
			if n := frames.Load(); n < 95 || n > 106 {
				t.Errorf("%d frames in 10 s of pause, want about 100", n)
			}
			before := frames.Load()
			l.Push(input.Event{At: c.Pace.Now(), Code: 1, Kind: input.Press})
			time.Sleep(5 * ms)
			if frames.Load() == before {
				t.Error("a key did not wake the idle loop")
			}
			l.Post(func() { l.Grant(1) })
			time.Sleep(5 * ms)
			l.Stop()
		}()
		if err := l.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if w.Tick != 1 || w.Taps != 1 {
			t.Errorf("after a single step: tick %d, %d taps; want 1 and the tap that waited", w.Tick, w.Taps)
		}
	})
}

func TestResumeGoesBackToTheFullRateWithoutABurst(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var w world
		l := newLoop(t, c, loop.Hooks{Step: w.step})
		l.Pause()
		go func() {
			time.Sleep(5 * time.Second)
			l.Post(l.Resume)
			time.Sleep(time.Second)
			l.Stop()
		}()
		l.Run(context.Background())
		if w.Tick < 58 || w.Tick > 61 {
			t.Errorf("%d ticks in the second after a pause of 5, want 60", w.Tick)
		}
	})
}

func TestALoopWithoutFocusIdlesAndReleasesWhatIsHeld(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var frames atomic.Int64
		var held []bool
		l := newLoop(t, c, loop.Hooks{
			Step: func(_ tactus.Tick, in *input.State) { held = append(held, in.Held(1)) },
			Draw: func(*loop.Frame) { frames.Add(1) },
		})
		l.Push(input.Event{Code: 1, Kind: input.Press})
		go func() {
			time.Sleep(time.Second)
			l.Post(func() { l.SetFocus(false) })
			time.Sleep(100 * ms)
			before := frames.Load()
			time.Sleep(10 * time.Second)
			if n := frames.Load() - before; n > 105 {
				t.Errorf("%d frames in 10 s without focus", n)
			}
			l.Post(func() { l.SetFocus(true) })
			time.Sleep(200 * ms)
			before = frames.Load()
			time.Sleep(time.Second)
			if n := frames.Load() - before; n < 58 {
				t.Errorf("%d frames in the second after the focus came back", n)
			}
			l.Stop()
		}()
		l.Run(context.Background())
		if !held[10] || held[len(held)-1] {
			t.Errorf("held at first %t, at last %t; want true, false", held[10], held[len(held)-1])
		}
	})
}

// hash is the world's, for comparing one history with another.
func (w *world) hash() uint64 {
	return sim.HashOf(sim.MustOf[int8](&struct {
		world
		stepless
	}{world: *w}))
}

type stepless struct{}

func (stepless) Step(int8) {}

func TestTicksOfAnAbsenceEqualDirectStepsBitForBit(t *testing.T) {
	for _, c := range []struct {
		absence loop.Absence
		max     int64
		want    int64 // ticks caught up of the 3,585 that a minute's gap takes beyond the clamp
	}{{loop.Freeze, 0, 0}, {loop.AtMost, 100, 100}, {loop.All, 0, 3585}} {
		bubble(t, func(t *testing.T, config loop.Config) {
			config.Absence, config.AbsenceMax = c.absence, c.max
			var w world
			var events []loop.Event
			slept := false
			var l *loop.Loop
			l = newLoop(t, config, loop.Hooks{
				Step: func(tick tactus.Tick, in *input.State) {
					w.step(tick, in)
					if slept { // a step that costs something, so that the budget bites
						time.Sleep(50 * time.Microsecond)
					}
				},
				Input: func(tactus.Instant, *input.Buffer) {
					if w.Tick == 60 && !slept {
						slept = true
						l.Suspend(tactus.Asleep)
						time.Sleep(time.Minute)
					}
				},
				Event: func(e loop.Event) { events = append(events, e) },
			})
			play(l, 64*time.Second)
			var direct world
			for tick := range tactus.Tick(w.Tick) {
				direct.step(tick, new(input.State))
			}
			if direct != w || direct.hash() != w.hash() {
				t.Errorf("policy %d: %+v, direct steps give %+v", c.absence, w, direct)
			}
			var last loop.Event
			progress := 0
			for _, e := range events {
				switch e.Kind {
				case loop.CatchingUp, loop.CaughtUp:
					progress++
					last = e
				case loop.GapEnded:
					if e.Gap.Cause != tactus.Asleep || e.Gap.Length < time.Minute {
						t.Errorf("gap %+v", e.Gap)
					}
				}
			}
			if l.Total().Granted < c.want || l.Total().Granted > c.want+2 {
				t.Errorf("policy %d: %d ticks caught up, want %d", c.absence, l.Total().Granted, c.want)
			}
			if c.want > 0 && (last.Kind != loop.CaughtUp || last.Done != last.Total) {
				t.Errorf("policy %d: last progress %+v", c.absence, last)
			}
			if c.absence == loop.All && progress < 10 {
				t.Errorf("3,585 ticks of 50 us were caught up in %d frames of 8 ms", progress)
			}
		})
	}
}

func TestOwedTicksRunInTheBackground(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		c.AbsenceMax = 10_000
		var w world
		l := newLoop(t, c, loop.Hooks{Step: w.step})
		l.Owe(1 << 50)
		play(l, time.Second+ms)
		if got := l.Total(); got.Granted != 10_000 || got.Run != 10_060 {
			t.Errorf("%d granted of %d run, want 10,000 of 10,060", got.Granted, got.Run)
		}
	})
}

func TestAHookThatBlocksForTenSecondsIsAGapAndNothingIsLostUncounted(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var w world
		var gaps []tactus.Gap
		l := newLoop(t, c, loop.Hooks{
			Step: func(tick tactus.Tick, in *input.State) {
				if w.step(tick, in); tick == 30 {
					time.Sleep(10 * time.Second)
				}
			},
			Event: func(e loop.Event) {
				if e.Kind == loop.GapEnded {
					gaps = append(gaps, e.Gap)
				}
			},
		})
		play(l, 12*time.Second)
		if len(gaps) != 1 || gaps[0].Cause != tactus.Unannounced || gaps[0].Length < 10*time.Second {
			t.Errorf("gaps %+v", gaps)
		}
		if total := l.Total(); total.Real != total.Clamped+total.Fed || total.Clamped < 9*time.Second {
			t.Errorf("ledger %+v", total)
		}
	})
}

func TestTheLogHasEachFrame(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		out := logged(t, &c)
		frames := 0
		l := newLoop(t, c, loop.Hooks{Step: new(world).step, Draw: func(*loop.Frame) { frames++ }})
		l.SetTag("island")
		play(l, time.Second)
		if rows := strings.Count(out.String(), "island"); rows != frames || frames == 0 {
			t.Errorf("%d rows of %d frames:\n%.300s", rows, frames, out.String())
		}
	})
}

func TestABudgetStopsSlowStepsInTheLoopToo(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		c.Stepper.Budget = 10 * ms
		c.Pace.Rate = tactus.Hz(5)
		most := int64(0)
		l := newLoop(t, c, loop.Hooks{
			Step: func(tactus.Tick, *input.State) { time.Sleep(4 * ms) },
			Draw: func(f *loop.Frame) { most = max(most, f.Ledger.Run) },
		})
		play(l, 3*time.Second)
		if most != 2 || l.Total().DroppedBudget.Whole() == 0 {
			t.Errorf("%d steps of 4 ms in a frame, %s dropped", most, l.Total().DroppedBudget)
		}
	})
}

func TestHammerPushAndPostFromManyGoroutines(t *testing.T) {
	var w world
	c := loop.Config{Stepper: tactus.StepperConfig{Rate: tactus.Hz(1000)}, Pace: pace.Config{Rate: tactus.Hz(1000)}}
	l := newLoop(t, c, loop.Hooks{Step: w.step})
	reader := l.Reader()
	posted := make(chan struct{}, 1024)
	done := make(chan error, 1)
	go func() { done <- l.Run(context.Background()) }()
	for g := range 4 {
		go func() {
			for range 200 {
				l.Push(input.Event{At: tactus.Monotonic(), Code: input.Code(g + 1), Kind: input.Press})
				l.Push(input.Event{At: tactus.Monotonic(), Code: input.Code(g + 1), Kind: input.Release})
				for !l.Post(func() { posted <- struct{}{} }) {
				}
			}
		}()
	}
	for range 800 {
		<-posted
		reader.Latest()
	}
	l.Stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestBadSettingsAreRefused(t *testing.T) {
	good := loop.Config{Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)}}
	for want, change := range map[string]func(c *loop.Config){
		"StepperConfig.Rate":        func(c *loop.Config) { c.Stepper.Rate = tactus.Hz(0) },
		"pace.Config.Rate":          func(c *loop.Config) { c.Pace.Rate = tactus.Hz(-1) },
		"loop.Config.IdleRate":      func(c *loop.Config) { c.IdleRate = tactus.Hz(-1) },
		"loop.Config.PausedRate":    func(c *loop.Config) { c.PausedRate = tactus.Hz(-1) },
		"loop.Config.Absence is 9":  func(c *loop.Config) { c.Absence = 9 },
		"loop.Config.AbsenceMax":    func(c *loop.Config) { c.AbsenceMax = -1 },
		"loop.Config.AbsenceBudget": func(c *loop.Config) { c.AbsenceBudget = -1 },
		"BufferConfig.Cap":          func(c *loop.Config) { c.Input.Cap = -1 },
		"RecorderConfig.Count":      func(c *loop.Config) { c.Stats.Count = -1 },
	} {
		c := good
		change(&c)
		if _, err := loop.New(c, loop.Hooks{Step: new(world).step}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestAFrameDoesNotAllocate(t *testing.T) {
	var w world
	l := newLoop(t, loop.Config{Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)}}, loop.Hooks{
		Step: w.step, Draw: func(*loop.Frame) {}, Event: func(loop.Event) {},
	})
	var now tactus.Instant
	for range 10 {
		now += 16666667
		l.RunFrame(now)
	}
	if n := testing.AllocsPerRun(200, func() {
		now += 16666667
		l.Push(input.Event{At: now, Code: 1, Kind: input.Press})
		l.RunFrame(now)
	}); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
