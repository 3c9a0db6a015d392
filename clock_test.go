package tactus_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
)

func newClock(t *testing.T, c tactus.ClockConfig) *tactus.Clock {
	t.Helper()
	clock, err := tactus.NewClock(c)
	if err != nil {
		t.Fatal(err)
	}
	return clock
}

func child(t *testing.T, of *tactus.Clock, c tactus.ClockConfig) *tactus.Clock {
	t.Helper()
	clock, err := of.NewChild(c)
	if err != nil {
		t.Fatal(err)
	}
	return clock
}

func TestRealTimeGoesOnWhileGameTimeIsPausedOrScaled(t *testing.T) {
	real := newClock(t, tactus.ClockConfig{})
	game := child(t, real, tactus.ClockConfig{Clamp: 250 * ms})
	layer := child(t, game, tactus.ClockConfig{Scale: tactus.Ratio(1, 3)})
	real.Advance(at(0))
	real.Advance(at(90 * ms))
	game.Pause()
	real.Advance(at(190 * ms))
	game.Resume()
	real.Advance(at(1190 * ms)) // a second, clamped
	if real.Elapsed() != 1190*ms || game.Elapsed() != 340*ms || layer.Elapsed() != 340*ms/3 {
		t.Errorf("real %v, game %v, layer %v", real.Elapsed(), game.Elapsed(), layer.Elapsed())
	}
	if real.Delta() != time.Second || game.Delta() != 250*ms {
		t.Errorf("deltas: real %v, game %v", real.Delta(), game.Delta())
	}
}

func TestAChildsTotalIsExactUnderAnyScale(t *testing.T) {
	t.Logf("seed %d", *seedFlag)
	r := rand.New(rand.NewPCG(*seedFlag, 3))
	for range 200 {
		scale := randomScale(r)
		real := newClock(t, tactus.ClockConfig{})
		kid := child(t, real, tactus.ClockConfig{Scale: scale})
		var now int64
		real.Advance(0)
		for range 200 {
			now += r.Int64N(50e6)
			real.Advance(tactus.Instant(now))
		}
		want := floor(mul(rat(now), value(scale)))
		if want.IsInt64() && int64(kid.Elapsed()) != want.Int64() {
			t.Fatalf("scale %s: %d ns give %d, want %v", scale, now, kid.Elapsed(), want)
		}
	}
}

func TestARootClockKeepsAllRealTime(t *testing.T) {
	c := newClock(t, tactus.ClockConfig{Scale: tactus.Hz(2)})
	fast := child(t, c, tactus.ClockConfig{Scale: tactus.Hz(1<<20 - 1)})
	c.Advance(0)
	c.Advance(at(100_000 * time.Hour))
	if c.Elapsed() != 200_000*time.Hour || fast.Elapsed() != math.MaxInt64 {
		t.Errorf("elapsed %v, and %d at the highest scale, which must stand at the end of time", c.Elapsed(), fast.Elapsed())
	}
}

func TestAHitStopHoldsExactlyNTicks(t *testing.T) {
	world := newClock(t, tactus.ClockConfig{})
	fighter := child(t, world, tactus.ClockConfig{})
	period := tactus.Hz(60)
	for tick := range tactus.Tick(30) {
		if tick == 10 {
			fighter.Hold(5)
		}
		world.Advance(tactus.Instant(period.TimeOf(tick)))
	}
	if want := world.Elapsed() - (period.TimeOf(14) - period.TimeOf(9)); fighter.Elapsed() != want {
		t.Errorf("fighter at %v, want %v", fighter.Elapsed(), want)
	}
}

func TestALongOrAnnouncedAdvanceIsAGapWithItsCause(t *testing.T) {
	c := newClock(t, tactus.ClockConfig{})
	c.Advance(at(0))
	for _, step := range []struct {
		suspend tactus.Cause
		d       time.Duration
		want    tactus.Gap
	}{
		{0, time.Second, tactus.Gap{}},
		{0, time.Second + 1, tactus.Gap{Length: time.Second + 1, Cause: tactus.Unannounced}},
		{tactus.Dragged, 300 * ms, tactus.Gap{Length: 300 * ms, Cause: tactus.Dragged}},
		{0, 300 * ms, tactus.Gap{}},
		{tactus.Debugged, time.Hour, tactus.Gap{Length: time.Hour, Cause: tactus.Debugged}},
	} {
		c.Suspend(step.suspend)
		c.Advance(at(c.Elapsed() + step.d))
		if c.Gap() != step.want {
			t.Errorf("an advance of %v after Suspend(%v): gap %+v, want %+v", step.d, step.suspend, c.Gap(), step.want)
		}
	}
}

func TestAMachinesSleepIsAGapOnEverySystem(t *testing.T) {
	wall := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	t.Run("source stands still", func(t *testing.T) {
		c := newClock(t, tactus.ClockConfig{})
		c.AdvanceWall(at(0), wall)
		c.AdvanceWall(at(16*ms), wall.Add(8*time.Hour))
		if want := (tactus.Gap{Length: 8 * time.Hour, Cause: tactus.Asleep}); c.Gap() != want || c.Delta() != 16*ms {
			t.Errorf("gap %+v, delta %v", c.Gap(), c.Delta())
		}
		c.AdvanceWall(at(32*ms), wall.Add(8*time.Hour+16*ms))
		if c.Gap() != (tactus.Gap{}) {
			t.Errorf("the frame after: %+v", c.Gap())
		}
	})
	t.Run("source goes on", func(t *testing.T) {
		c := newClock(t, tactus.ClockConfig{})
		game := child(t, c, tactus.ClockConfig{Clamp: 250 * ms})
		c.AdvanceWall(at(0), wall)
		c.AdvanceWall(at(8*time.Hour), wall.Add(8*time.Hour))
		if c.Elapsed() != 8*time.Hour {
			t.Errorf("real time is %v after 8 h: a root clock loses nothing", c.Elapsed())
		}
		if want := (tactus.Gap{Length: 8 * time.Hour, Cause: tactus.Unannounced}); c.Gap() != want || game.Delta() != 250*ms {
			t.Errorf("gap %+v, game delta %v", c.Gap(), game.Delta())
		}
	})
	t.Run("announced", func(t *testing.T) {
		c := newClock(t, tactus.ClockConfig{})
		c.AdvanceWall(at(0), wall)
		c.Suspend(tactus.Unfocused)
		c.AdvanceWall(at(16*ms), wall.Add(8*time.Hour))
		if c.Gap().Cause != tactus.Unfocused {
			t.Errorf("gap %+v: what the host announced holds", c.Gap())
		}
	})
	t.Run("wall set back", func(t *testing.T) {
		c := newClock(t, tactus.ClockConfig{})
		c.AdvanceWall(at(0), wall)
		c.AdvanceWall(at(16*ms), wall.Add(-time.Hour))
		if c.Gap() != (tactus.Gap{}) || c.Delta() != 16*ms {
			t.Errorf("gap %+v, delta %v", c.Gap(), c.Delta())
		}
	})
}

func TestAClockRefusesWhatItCannotKeep(t *testing.T) {
	for _, c := range []struct {
		config tactus.ClockConfig
		want   string
	}{
		{tactus.ClockConfig{Scale: tactus.Hz(-1)}, "ClockConfig.Scale is -1"},
		{tactus.ClockConfig{Clamp: -3}, "ClockConfig.Clamp is -3ns"},
		{tactus.ClockConfig{GapAfter: -3}, "ClockConfig.GapAfter is -3ns"},
	} {
		if _, err := tactus.NewClock(c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.config, err, c.want)
		}
	}
	c := newClock(t, tactus.ClockConfig{})
	if err := c.SetScale(tactus.Float(-0.5)); err == nil || c.Scale() != tactus.Hz(1) {
		t.Errorf("SetScale(-0.5): error %v, scale %s", err, c.Scale())
	}
	var last error
	for range 257 {
		_, last = c.NewChild(tactus.ClockConfig{})
	}
	if last == nil {
		t.Error("a 257th child was taken")
	}
}

func TestAdvancingAChildPanics(t *testing.T) {
	kid := child(t, newClock(t, tactus.ClockConfig{}), tactus.ClockConfig{})
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	kid.Advance(0)
}

func TestClocksDoNotAllocateWhenTheyAdvance(t *testing.T) {
	c := newClock(t, tactus.ClockConfig{})
	child(t, child(t, c, tactus.ClockConfig{Scale: tactus.Ratio(1, 3)}), tactus.ClockConfig{})
	var now tactus.Instant
	if n := testing.AllocsPerRun(100, func() { now += 1e7; c.Advance(now) }); n != 0 {
		t.Errorf("%v allocations an advance", n)
	}
}

// FuzzNoClockOrTimerConfigPanics builds clocks and timers of any configuration: an error, or ones that
// count every reading once.
func FuzzNoClockOrTimerConfigPanics(f *testing.F) {
	f.Add(int64(0), int64(1), int64(1), int64(0), int64(16e6), int64(-5))
	f.Add(int64(-1), int64(1), int64(3), int64(-1), int64(1<<62), int64(1<<62))
	f.Fuzz(func(t *testing.T, clamp, num, den, gapAfter, first, second int64) {
		now := []tactus.Instant{0, tactus.Instant(first), tactus.Instant(first).Add(time.Duration(second))}
		c, err := tactus.NewClock(tactus.ClockConfig{
			Clamp: time.Duration(clamp), Scale: tactus.Ratio(num, den), GapAfter: time.Duration(gapAfter),
		})
		if err == nil {
			kid, err := c.NewChild(tactus.ClockConfig{Scale: tactus.Ratio(num, den)})
			if err != nil {
				t.Fatalf("a scale that the root took: %v", err)
			}
			for _, n := range now {
				c.Advance(n)
				if c.Delta() < 0 || kid.Delta() < 0 || c.Elapsed() < c.Delta() || kid.Elapsed() < kid.Delta() {
					t.Fatalf("time ran backwards: %v of %v, %v of %v", c.Delta(), c.Elapsed(), kid.Delta(), kid.Elapsed())
				}
			}
		}
		timer, err := tactus.NewTimer(tactus.TimerConfig{Clamp: time.Duration(clamp)})
		if err != nil {
			return
		}
		var high tactus.Instant
		for _, n := range now {
			timer.Tick(n)
			high = max(high, n)
		}
		if timer.Total() != time.Duration(high) {
			t.Fatalf("total %v after readings %v", timer.Total(), now)
		}
	})
}
