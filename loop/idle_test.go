package loop_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/loop"
)

func TestNoWakeIsLostWhereTheLoopBeginsToIdle(t *testing.T) {
	for name, send := range map[string]func(l *loop.Loop){
		"a post": func(l *loop.Loop) { l.Post(func() {}) },
		"a key":  func(l *loop.Loop) { l.Push(input.Event{Code: 1, Kind: input.Press}) },
	} {
		bubble(t, func(t *testing.T, c loop.Config) {
			c.IdleRate = tactus.Ratio(1, 60)
			var l *loop.Loop
			var sent time.Time
			took := time.Duration(-1)
			l = newLoop(t, c, loop.Hooks{
				Step: new(world).step,
				Draw: func(f *loop.Frame) {
					switch {
					case !l.Paused():
					case sent.IsZero(): // the frame is over its mail and not yet idle
						sent = time.Now()
						send(l)
					default:
						took = time.Since(sent)
						l.Stop()
					}
				},
			})
			go func() { pass(time.Second); l.Post(l.Pause) }()
			play(l, 10*time.Minute)
			if took < 0 || took > 20*ms {
				t.Errorf("%s was seen after %v, want at once", name, took)
			}
		})
	}
}

func TestFramesWithoutFocusAreNotSlow(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var stats *framestats.Stats
		l := newLoop(t, c, loop.Hooks{Step: new(world).step, Draw: func(f *loop.Frame) { stats = f.Stats }})
		go func() {
			pass(time.Second)
			l.Post(func() { l.SetFocus(false) })
			pass(5 * time.Second)
			l.Post(func() { l.SetFocus(true) })
		}()
		play(l, 8*time.Second)
		counts := stats.Counts()
		if stats.HitchCount() != 0 || stats.Over(0) != 0 || counts.Idle < 48 || counts.Idle > 52 {
			t.Errorf("%d hitches, %+v; want none, and about 50 idle frames", stats.HitchCount(), counts)
		}
		if most, low := stats.Percentile(1), stats.LowMean(0.01).Time; most > 17*ms || low > 17*ms {
			t.Errorf("longest frame %v, low %v; want a frame at 60 Hz", most, low)
		}
		if fps := stats.FPS(); fps < 59 || fps > 61 {
			t.Errorf("%v FPS after the focus came back", fps)
		}
	})
}

func TestTheEndOfIdlingIsNoLateness(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		var stats *framestats.Stats
		l := newLoop(t, c, loop.Hooks{Step: new(world).step, Draw: func(f *loop.Frame) { stats = f.Stats }})
		go func() {
			for range 10 {
				pass(time.Second)
				l.Post(l.Pause)
				pass(995 * ms)
				l.Post(l.Resume)
			}
		}()
		play(l, 21*time.Second)
		worst, known := stats.Jitter(1)
		if got := l.Pacing(); got.Missed != 0 || got.Reanchored != 0 || !known || worst > ms {
			t.Errorf("%+v, worst jitter %v, on a perfect clock", got, worst)
		}
	})
}

func TestWaitingForALowFrameRateIsNotRunningSlowly(t *testing.T) {
	for name, start := range map[string]tactus.Rate{"from the start": tactus.Hz(30), "later": tactus.Hz(120)} {
		bubble(t, func(t *testing.T, c loop.Config) {
			c.Stepper.Rate, c.Pace.Rate = tactus.Hz(120), start
			raised := 0
			l := newLoop(t, c, loop.Hooks{
				Step: func(tactus.Tick, *input.State) { pass(5 * ms) },
				Event: func(e loop.Event) {
					if e.Health.Health == framestats.RunningSlowly {
						raised++
					}
				},
			})
			if start != tactus.Hz(30) {
				if err := l.SetFrameRate(tactus.Hz(30)); err != nil {
					t.Fatal(err)
				}
			}
			play(l, 3*time.Second)
			if raised != 0 {
				t.Errorf("30 FPS %s: running slowly, though each frame waits for 13 ms of 33", name)
			}
		})
	}
}

func TestAPausedLoopWakesAsOftenAsPausedRateSays(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		c.IdleRate, c.PausedRate = tactus.Hz(10), tactus.Ratio(2, 4)
		frames := 0
		l := newLoop(t, c, loop.Hooks{Step: new(world).step, Draw: func(*loop.Frame) { frames++ }})
		at := make(map[string]int) // frames until then
		mark := func(name string, change func()) { l.Post(func() { at[name] = frames; change() }) }
		go func() {
			pass(time.Second)
			mark("paused", l.Pause)
			pass(20 * time.Second)
			mark("blurred too", func() { l.SetFocus(false) })
			pass(20 * time.Second)
			mark("blurred", l.Resume)
			pass(20 * time.Second)
			mark("end", l.Stop)
		}()
		play(l, 2*time.Minute)
		for _, want := range []struct {
			from, to    string
			least, most int
		}{{"paused", "blurred too", 9, 13}, {"blurred too", "blurred", 9, 13}, {"blurred", "end", 198, 203}} {
			if n := at[want.to] - at[want.from]; n < want.least || n > want.most {
				t.Errorf("%s to %s: %d frames, want %d to %d", want.from, want.to, n, want.least, want.most)
			}
		}
	})
}

func TestWhatAnIdleLoopWaitsIsNoGap(t *testing.T) {
	for name, late := range map[string]bool{"in time": false, "far too late": true} {
		bubble(t, func(t *testing.T, c loop.Config) {
			c.PausedRate = tactus.Every(10 * time.Second)
			gaps := 0
			l := newLoop(t, c, loop.Hooks{Step: new(world).step, Event: func(e loop.Event) {
				if e.Kind == loop.GapEnded {
					gaps++
				}
			}})
			go func() {
				pass(time.Second)
				l.Post(l.Pause)
				pass(35 * time.Second)
				if late {
					l.Post(func() { pass(21 * time.Second) })
					pass(22 * time.Second)
				}
				l.Post(l.Resume)
			}()
			play(l, time.Minute)
			if (gaps > 0) != late {
				t.Errorf("%s: %d gaps", name, gaps)
			}
		})
	}
}
