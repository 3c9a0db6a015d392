package smooth_test

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/smooth"
	"github.com/tactus-go/tactus/tactustest"
)

func TestADisplayIsFoundWithinFortyFrames(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, r := range []tactus.Rate{tactus.Hz(24), tactus.Hz(30), hz5994, hz60, tactus.Hz(75), tactus.Hz(90), hz120,
		hz144, tactus.Hz(165), tactus.Hz(240), tactus.Hz(360)} {
		for name, trace := range noises(r, 200*us, seed) {
			if name == "tilted" && r.Float() > 100 {
				continue // a shift of 0.4 ms at once is over a sixth of such a period in some
			}
			e := newEstimator(t)
			if _, locked := observe(e, trace, 0, 2000, r); locked < 0 || locked > 40 {
				t.Errorf("%v, %s: locked from frame %d on", r, name, locked)
			}
		}
	}
}

func TestNoiseUnderATwelfthOfThePeriodIsBorne(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, r := range []tactus.Rate{hz60, hz144, tactus.Hz(1000)} {
		for name, trace := range noises(r, r.Period()/13, seed) {
			if name == "tilted" {
				continue // it shifts by twice that at once, which may be a changed display too
			}
			e := newEstimator(t)
			if _, locked := observe(e, trace, 0, 2000, r); locked < 0 || locked > 40 {
				t.Errorf("%v, %s: locked from frame %d on", r, name, locked)
			}
		}
	}
}

func TestAHundredAndSixtyFramesTell5994From60(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, r := range []tactus.Rate{hz60, hz5994} {
		for name, trace := range noises(r, 200*us, seed) {
			e := newEstimator(t)
			observe(e, trace, 0, 160, r)
			got, ok := e.Rate()
			other := hz60
			if r == hz60 {
				other = hz5994
			}
			if !ok || math.Abs(got.Float()-r.Float()) >= math.Abs(got.Float()-other.Float()) {
				t.Errorf("%v, %s: after 160 frames %v Hz, locked %v", r, name, got.Float(), ok)
			}
			nominal, standard := smooth.Nominal(got)
			if name != "tilted" && (!standard || nominal != r) {
				t.Errorf("%v, %s: after 160 frames %v Hz means %v", r, name, got.Float(), nominal)
			}
		}
	}
}

func TestAChangeOfDisplayIsFoundWithinFortyEightFrames(t *testing.T) {
	seed := tactustest.Seed(t)
	hz := tactus.Hz
	for _, change := range [][2]tactus.Rate{{hz60, hz144}, {hz60, hz120}, {hz60, hz(240)}, {hz60, hz(75)}, {hz60, hz(90)},
		{hz144, hz60}, {hz(75), hz60}, {hz(240), hz144}, {hz144, hz(165)}, {hz120, hz144}} {
		for i := range uint64(40) {
			e := newEstimator(t)
			was := tactustest.Display(change[0]).Noisy(200*us, seed+i)
			now, _ := observe(e, was, 0, 300+int(i), change[0])
			is := tactustest.Display(change[1]).Noisy(200*us, seed+i+1000)
			if _, locked := observe(e, is, now, 1000, change[1]); locked < 0 || locked > 48 {
				t.Errorf("%v, seed %d: locked from frame %d on", change, seed+i, locked)
			}
		}
	}
}

func TestADisplayOfAHalfOrAThirdIsFoundWithin128Frames(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, change := range [][2]tactus.Rate{{hz120, hz60}, {tactus.Hz(180), hz60}, {hz60, tactus.Hz(30)}} {
		for i := range uint64(40) {
			e := newEstimator(t)
			was := tactustest.Display(change[0]).Noisy(200*us, seed+i)
			now, _ := observe(e, was, 0, 300+int(i), change[0])
			is := tactustest.Display(change[1]).Noisy(200*us, seed+i+1000)
			if _, locked := observe(e, is, now, 1000, change[1]); locked < 0 || locked > 128 {
				t.Errorf("%v, seed %d: locked from frame %d on", change, seed+i, locked)
			}
		}
	}
}

func TestMissedRefreshesAreFolded(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, periods := range [][]int{{1, 2}, {1, 1, 1, 2, 1, 1, 1, 3}, {2, 3}, {2, 2, 2, 1}, {1, 5, 1, 2, 8}, {3, 1, 2}} {
		e := newEstimator(t)
		_, locked := observe(e, missing(hz60, periods...).Noisy(200*us, seed), 0, 1000, hz60)
		got, _ := e.Rate()
		if nominal, _ := smooth.Nominal(got); locked < 0 || locked > 40 || nominal != hz60 {
			t.Errorf("frames of %v periods: %v Hz, locked from frame %d on", periods, got.Float(), locked)
		}
	}
}

func TestHitchesDoNotUnlock(t *testing.T) {
	seed := tactustest.Seed(t)
	kept := func(name string, hitching func(e *smooth.Estimator, now tactus.Instant) int) {
		e := newEstimator(t)
		now, _ := observe(e, tactustest.Display(hz60).Noisy(200*us, seed), 0, 200, hz60)
		locked := hitching(e, now)
		if got, _ := e.Rate(); locked != 0 || math.Abs(got.Float()-60) > 0.1 {
			t.Errorf("%s: %v Hz, locked from frame %d on", name, got.Float(), locked)
		}
	}
	for _, long := range []int{2, 7, 30, 100} { // the display goes on in its rhythm
		kept(fmt.Sprintf("%d refreshes missed", long), func(e *smooth.Estimator, now tactus.Instant) int {
			_, locked := observe(e, missing(hz60, 1, 1, 1, 1, long).Noisy(200*us, seed), now, 3000, hz60)
			return locked
		})
	}
	for _, late := range []time.Duration{5 * ms, 8 * ms, 14 * ms} { // single readings come late
		kept(fmt.Sprintf("%v late", late), func(e *smooth.Estimator, now tactus.Instant) int {
			frames := tactustest.Cycle(16666667, 16666667, 16666666+late, 16666667-late, 16666667, 16666666)
			_, locked := observe(e, frames.Noisy(200*us, seed), now, 3000, hz60)
			return locked
		})
	}
	for _, hitch := range []time.Duration{5 * ms, 25 * ms, 90 * ms, 500 * ms, 999 * ms, 3 * time.Minute} {
		for _, every := range []int{7, 20, 333} { // a loop that begins anew after each
			kept(fmt.Sprintf("%v every %d frames", hitch, every), func(e *smooth.Estimator, now tactus.Instant) int {
				trace := tactustest.Display(hz60).Hitching(every, hitch).Noisy(200*us, seed)
				_, locked := observe(e, trace, now, 3000, hz60)
				return locked
			})
		}
	}
}

func TestFramesWithoutARhythmAreTakenForADisplayInOneOfAThousandAtMost(t *testing.T) {
	seed := tactustest.Seed(t)
	locked := 0
	for i := range uint64(20) {
		e := newEstimator(t)
		for now := range tactustest.FPS(hz60).Jittered(0.4, 1.6, seed+i).Take(5000).From(0) {
			e.Observe(now)
			if e.Locked() {
				locked++
			}
		}
	}
	if locked > 100 {
		t.Errorf("locked in %d of 100000 random frames", locked)
	}
}

func TestADisplayThatEndsUnlocks(t *testing.T) {
	seed := tactustest.Seed(t)
	e := newEstimator(t)
	now, _ := observe(e, tactustest.Display(hz60), 0, 300, hz60)
	trace := tactustest.FPS(hz60).Jittered(0.4, 1.6, seed).Take(300)
	if _, locked := observe(e, trace, now, 300, hz60); locked >= 0 || e.Frames() != 0 && e.Locked() {
		t.Errorf("random frames: locked from frame %d on", locked)
	}
}

func TestTheEstimateKeepsGettingBetter(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, c := range []struct {
		frames, rests int
		most          float64
	}{{40, 0, 0.05}, {100, 64, 0.02}, {400, 256, 0.001}} {
		e := newEstimator(t)
		observe(e, tactustest.Display(tactus.Ratio(59_987, 1000)).Noisy(200*us, seed), 0, c.frames, hz60)
		got, _ := e.Rate()
		if off := math.Abs(got.Float() - 59.987); off > c.most || e.Frames() != c.rests {
			t.Errorf("after %d frames %v Hz, off by %v, from %d frames; want %v from %d",
				c.frames, got.Float(), off, e.Frames(), c.most, c.rests)
		}
	}
}

func TestReadingsThatStandStillStepBackOrJumpAreTaken(t *testing.T) {
	e := newEstimator(t)
	now, _ := observe(e, tactustest.Display(hz60), 0, 100, hz60)
	e.Observe(now)                      // again
	e.Observe(now - 1e9)                // back
	e.Observe(now + 16_666_667)         // on
	e.Observe(now + 16_666_667 + 120e9) // two minutes without a frame
	if rate, ok := e.Rate(); !ok || math.Abs(rate.Float()-60) > 0.01 {
		t.Errorf("%v Hz, locked %v", rate.Float(), ok)
	}
	e.Observe(now.Add(2 * time.Hour)) // another day
	if rate, ok := e.Rate(); ok || rate != (tactus.Rate{}) || e.Frames() != 0 {
		t.Errorf("after two hours %v Hz is still locked", rate)
	}
	if _, locked := observe(e, tactustest.Display(hz144), now.Add(2*time.Hour), 300, hz144); locked < 0 || locked > 40 {
		t.Errorf("after that locked from frame %d on", locked)
	}
}

func TestOnlyRatesWithinTheBoundsAreFound(t *testing.T) {
	e, err := smooth.NewEstimator(smooth.EstimatorConfig{RateMin: tactus.Hz(50), RateMax: tactus.Hz(100)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		display, found tactus.Rate
	}{{hz60, hz60}, {tactus.Hz(50), tactus.Hz(50)}, {tactus.Hz(100), tactus.Hz(100)}, {tactus.Hz(30), hz60}} {
		fresh, err := smooth.NewEstimator(smooth.EstimatorConfig{RateMin: tactus.Hz(50), RateMax: tactus.Hz(100)})
		if err != nil {
			t.Fatal(err)
		}
		if _, locked := observe(fresh, tactustest.Display(c.display), 0, 600, c.found); locked < 0 {
			got, _ := fresh.Rate()
			t.Errorf("a display of %v is found as %v", c.display, got.Float())
		}
	}
	for range 500 {
		now := tactus.Instant(0)
		for now = range tactustest.Display(tactus.Hz(240)).Take(100).From(now) {
			e.Observe(now)
		}
		if rate, ok := e.Rate(); ok && (rate.Float() < 49.99 || rate.Float() > 100.01) {
			t.Fatalf("locked to %v", rate.Float())
		}
	}
}

func TestBadEstimatorSettingsAreRefused(t *testing.T) {
	for _, c := range []struct {
		config smooth.EstimatorConfig
		field  string
	}{
		{smooth.EstimatorConfig{RateMin: tactus.Hz(9)}, "RateMin"},
		{smooth.EstimatorConfig{RateMin: tactus.Hz(-60)}, "RateMin"},
		{smooth.EstimatorConfig{RateMin: tactus.Hz(2001)}, "RateMin"},
		{smooth.EstimatorConfig{RateMax: tactus.Hz(2001)}, "RateMax"},
		{smooth.EstimatorConfig{RateMax: tactus.Hz(0)}, "RateMax"},
		{smooth.EstimatorConfig{RateMax: tactus.Float(math.Inf(1))}, "RateMax"},
		{smooth.EstimatorConfig{RateMax: tactus.Hz(15)}, "RateMax"}, // under the default RateMin
		{smooth.EstimatorConfig{RateMin: hz144, RateMax: hz60}, "RateMax"},
	} {
		e, err := smooth.NewEstimator(c.config)
		var bad *tactus.ConfigError
		if e != nil || !errors.As(err, &bad) || bad.Field != "EstimatorConfig."+c.field || bad.Want == "" {
			t.Errorf("%+v: %v", c.config, err)
		}
		if s, err := smooth.NewSmoother(c.config); s != nil || !errors.As(err, &bad) {
			t.Errorf("NewSmoother of %+v: %v", c.config, err)
		}
	}
}

func TestNominalRatesAreThoseThatDisplaysAreSoldAs(t *testing.T) {
	for _, c := range []struct {
		measured, want tactus.Rate
		ok             bool
	}{
		{tactus.Ratio(60_003, 1000), hz60, true},
		{tactus.Ratio(59_985, 1000), hz60, true},
		{tactus.Ratio(59_97, 100), tactus.Ratio(59_97, 100), false}, // between the two
		{tactus.Ratio(59_951, 1000), hz5994, true},
		{tactus.Ratio(23_976, 1000), tactus.Ratio(24000, 1001), true},
		{tactus.Ratio(143_98, 100), hz144, true},
		{tactus.Ratio(143_85, 100), tactus.Ratio(144000, 1001), true},
		{hz5994, hz5994, true},
		{tactus.Hz(61), tactus.Hz(61), false},
		{tactus.Rate{}, tactus.Rate{}, false},
		{tactus.Hz(-60), tactus.Hz(-60), false},
	} {
		if got, ok := smooth.Nominal(c.measured); got != c.want || ok != c.ok {
			t.Errorf("%v means %v, %v; want %v, %v", c.measured, got, ok, c.want, c.ok)
		}
	}
}

func FuzzEstimator(f *testing.F) {
	f.Add(int64(20), int64(1000), int64(0), []byte("\x10\x10\x10\x10"))
	f.Add(int64(10), int64(2000), int64(math.MinInt64), []byte{0, 255, 1, 254, 2, 253})
	f.Add(int64(2000), int64(2000), int64(math.MaxInt64-1000), []byte{1, 1, 1, 1, 1, 1, 1, 1})
	f.Fuzz(func(t *testing.T, least, most, start int64, frames []byte) {
		c := smooth.EstimatorConfig{RateMin: tactus.Hz(least), RateMax: tactus.Hz(most)}
		e, err := smooth.NewEstimator(c)
		if err != nil {
			return
		}
		s, err := smooth.NewSmoother(c)
		if err != nil {
			t.Fatal(err)
		}
		now, last := tactus.Instant(start), tactus.Instant(math.MinInt64)
		for range 4 { // the same frames again and again have a rhythm
			for i, b := range frames {
				switch {
				case b == 255:
					now = now.Add(-time.Duration(i) * ms)
				case b > 250:
					now = now.Add(time.Duration(b) * time.Hour)
				default:
					now = now.Add(time.Duration(b) * 333 * us)
				}
				e.Observe(now)
				if rate, ok := e.Rate(); ok && (rate.Check() != nil || rate.Float() < float64(least)*0.999 ||
					rate.Float() > float64(most)*1.001) {
					t.Fatalf("locked to %v Hz in %d to %d", rate.Float(), least, most)
				}
				out := s.Smooth(now)
				if out < last {
					t.Fatalf("stepped back from %d to %d", last, out)
				}
				last = out
			}
		}
	})
}

func ExampleEstimator() {
	e, err := smooth.NewEstimator(smooth.EstimatorConfig{})
	if err != nil {
		panic(err)
	}
	// A display of 59.94 Hz that misses every fourth refresh, read up to 0.2 ms early or late.
	frames := missing(tactus.Ratio(60000, 1001), 1, 1, 2).Noisy(200*time.Microsecond, 1)
	for now := range frames.Take(400).From(0) {
		e.Observe(now)
	}
	rate, locked := e.Rate()
	nominal, standard := smooth.Nominal(rate)
	fmt.Printf("%.2f Hz %v, nominal %v %v\n", rate.Float(), locked, nominal, standard)
	// Output: 59.94 Hz true, nominal 60000/1001 true
}
