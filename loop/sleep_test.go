package loop_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/loop"
)

const night = 8 * time.Hour

// sleeper is a machine whose wall clock can jump while its monotonic clock stands still.
type sleeper struct {
	ahead time.Duration // of the wall clock
	loop  *loop.Loop
	last  loop.Frame
	gap   loop.Frame // the frame that was one
	told  []tactus.Gap
}

// sleeperOf returns a loop on a machine to which change happens in frame 60.
func sleeperOf(t *testing.T, c loop.Config, change func(s *sleeper)) *sleeper {
	s, frames := &sleeper{}, 0
	c.Wall = func() time.Time { return time.Now().Add(s.ahead) }
	s.loop = newLoop(t, c, loop.Hooks{
		Step: new(world).step,
		Input: func(tactus.Instant, *input.Buffer) {
			if frames++; frames == 60 {
				change(s)
			}
		},
		Draw: func(f *loop.Frame) {
			if f.Ledger.Event.Cause != 0 {
				s.gap = *f
			}
			s.last = *f
		},
		Event: func(e loop.Event) {
			if e.Kind == loop.GapEnded {
				s.told = append(s.told, e.Gap)
			}
		},
	})
	return s
}

func TestAMachinesSleepIsAGapOfItsWholeLength(t *testing.T) {
	for _, c := range []struct {
		absence loop.Absence
		granted int64
	}{{loop.Freeze, 0}, {loop.AtMost, 1000}, {loop.All, 8 * 3600 * 2}} {
		bubble(t, func(t *testing.T, config loop.Config) {
			config.Absence, config.Stepper.Rate = c.absence, tactus.Hz(2)
			if c.absence == loop.AtMost {
				config.AbsenceMax = 1000
			}
			s := sleeperOf(t, config, func(s *sleeper) { s.ahead += night })
			play(s.loop, 3*time.Second+ms)
			if len(s.told) != 1 || s.told[0].Cause != tactus.Asleep || s.told[0].Length < night ||
				s.told[0].Length > night+20*ms {
				t.Fatalf("policy %d: told of %+v, want one sleep of 8 hours", c.absence, s.told)
			}
			total := s.loop.Total()
			if s.gap.Ledger.Event != s.told[0] || total.Event != s.told[0] {
				t.Errorf("policy %d: in the ledgers %+v and %+v", c.absence, s.gap.Ledger.Event, total.Event)
			}
			if total.Granted != c.granted || total.Run-total.Granted != 6 {
				t.Errorf("policy %d: %d ticks caught up, %d more run; want %d and 6",
					c.absence, total.Granted, total.Run-total.Granted, c.granted)
			}
			if total.Real != total.Fed || total.Real > 4*time.Second {
				t.Errorf("policy %d: %v real, %v fed: a clock that stood still has nothing to clamp", c.absence,
					total.Real, total.Fed)
			}
			if f := s.gap; f.Ledger.Run > 2 || f.Alpha < 0 || f.Alpha >= 1 {
				t.Errorf("policy %d: %d steps and alpha %v in the frame of the gap", c.absence, f.Ledger.Run, f.Alpha)
			}
			if got := s.last.Stats.Counts().Gaps; got != 1 {
				t.Errorf("policy %d: %d gaps in the statistics", c.absence, got)
			}
		})
	}
}

func TestAClockThatIsSetIsNoSleep(t *testing.T) {
	for _, by := range []time.Duration{-night, -time.Second, 0, 128 * ms, time.Second, 2 * time.Second} {
		bubble(t, func(t *testing.T, c loop.Config) {
			c.Absence = loop.All
			s := sleeperOf(t, c, func(s *sleeper) { s.ahead += by })
			play(s.loop, 3*time.Second)
			if len(s.told) != 0 || s.loop.Total().Granted != 0 {
				t.Errorf("set by %v: told of %+v, %d ticks caught up", by, s.told, s.loop.Total().Granted)
			}
		})
	}
}

func TestAMonotonicClockThatStepsBackIsNoSleep(t *testing.T) {
	wall := time.Unix(1_000_000, 0)
	c := loop.Config{Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)}}
	c.Pace.Now = func() tactus.Instant { return 0 }
	c.Wall = func() time.Time { wall = wall.Add(16 * ms); return wall }
	l := newLoop(t, c, loop.Hooks{Step: new(world).step, Event: func(e loop.Event) { t.Errorf("told of %+v", e) }})
	for _, now := range []time.Duration{
		time.Minute, time.Minute + 16*ms, time.Second, time.Second + 16*ms, time.Minute + 32*ms,
	} {
		l.RunFrame(tactus.Instant(now))
	}
}

func TestAHookThatBlocksIsNoSleep(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		s := sleeperOf(t, c, func(*sleeper) { pass(time.Minute) })
		play(s.loop, 70*time.Second)
		if len(s.told) != 1 || s.told[0].Cause != tactus.Unannounced {
			t.Errorf("told of %+v, want one unannounced gap", s.told)
		}
	})
}

func TestAnAnnouncedCauseStaysWithTheLengthOfTheSleepThatCame(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		s := sleeperOf(t, c, func(s *sleeper) {
			s.loop.Suspend(tactus.Unfocused)
			s.ahead += night
		})
		play(s.loop, 3*time.Second)
		if len(s.told) != 1 || s.told[0].Cause != tactus.Unfocused || s.told[0].Length < night {
			t.Errorf("told of %+v, want 8 hours without focus", s.told)
		}
	})
}

func TestASleepDuringAPauseOwesNothing(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) {
		c.Absence = loop.All
		s := sleeperOf(t, c, func(s *sleeper) { s.loop.Pause() })
		go func() {
			pass(2 * time.Second)
			s.loop.Post(func() { s.ahead += night })
			pass(2 * time.Second)
			s.loop.Post(s.loop.Resume)
		}()
		play(s.loop, 6*time.Second)
		if len(s.told) != 1 || s.told[0].Cause != tactus.Asleep || s.loop.Total().Granted != 0 {
			t.Errorf("told of %+v, %d ticks caught up; want a sleep and none", s.told, s.loop.Total().Granted)
		}
	})
}

func TestWithAClockOfOnesOwnNoSleepIsLookedForUnlessAsked(t *testing.T) {
	bubble(t, func(t *testing.T, c loop.Config) { // whose time is not that of the machine
		if loop.LooksForSleep(newLoop(t, c, loop.Hooks{Step: new(world).step})) {
			t.Error("a clock of one's own is compared with the machine's")
		}
		c.Pace.Now = nil
		l := newLoop(t, c, loop.Hooks{Step: new(world).step})
		defer l.Close()
		if !loop.LooksForSleep(l) {
			t.Error("no sleep is looked for by default")
		}
	})
}
