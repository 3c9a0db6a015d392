package smooth_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/smooth"
	"github.com/tactus-go/tactus/tactustest"
)

func TestASnappedDisplayOfTheStepRateGivesEachFrameItsStep(t *testing.T) {
	seed := tactustest.Seed(t)
	for _, r := range []tactus.Rate{hz60, hz5994, hz144, tactus.Hz(75), tactus.Hz(7)} {
		for name, trace := range noises(r, 200*us, seed) {
			s := newSnapper(t, r, 0)
			count, _ := run(t, tactus.StepperConfig{Rate: r}, trace, 5000, s.Snap)
			if count != (stepsPerFrame{1: 5000}) || s.Anchors() != 0 {
				t.Errorf("%v, %s: frames by steps %v, %d anchors", r, name, count, s.Anchors())
			}
		}
	}
}

func TestSnappedFramesAreWholePeriods(t *testing.T) {
	seed := tactustest.Seed(t)
	s := newSnapper(t, hz60, 0)
	last := tactus.Instant(0)
	k, at := 0, 0
	for now := range missing(hz60, 1, 2, 1, 3).Noisy(200*us, seed).Take(1000).From(0) {
		out := s.Snap(now)
		if k > 0 {
			at += []int{1, 2, 1, 3}[(k-1)%4]
			if want := tactus.Instant(-hz60.TimeOf(-tactus.Tick(at))); out != want {
				t.Fatalf("frame %d ends at %v, want %v, %d periods", k, out, want, at)
			}
		}
		if out < last {
			t.Fatal("stepped back")
		}
		last = out
		k++
	}
}

func TestAFractionalPeriodDoesNotDrift(t *testing.T) {
	// 59.94 Hz for 50 hours, in frames of an hour: a period in whole nanoseconds is off by 3.6 ms
	// then.
	s := newSnapper(t, hz5994, 100*us)
	start := tactus.Instant(12345)
	s.Snap(start)
	for n := range tactus.Tick(50) {
		k := (n + 1) * 215_784
		point := start.Add(-hz5994.TimeOf(-k))
		if got := s.Snap(point.Add(90 * us)); got != point {
			t.Fatalf("after %d periods: %d, want %d", k, got, point)
		}
	}
	if s.Anchors() != 0 {
		t.Errorf("%d anchors", s.Anchors())
	}
}

func TestAFrameOffTheGridIsTakenAsItIsAndAnchorsAnew(t *testing.T) {
	s := newSnapper(t, tactus.Hz(100), 1*ms)
	for i, c := range []struct{ in, out, anchors int64 }{
		{0, 0, 0},
		{10_400_000, 10_000_000, 0},
		{19_000_000, 20_000_000, 0}, // exactly the tolerance
		{31_000_001, 31_000_001, 1}, // 1 ns over it
		{40_500_000, 41_000_001, 1}, // on the new grid
		{41_000_000, 41_000_001, 1}, // two readings of one refresh
		{55_000_000, 55_000_000, 2},
		{54_000_000, 55_000_000, 2}, // stepped back
		{55_000_000, 55_000_000, 2},
		{65_100_000, 65_000_000, 2},
	} {
		if got := s.Snap(tactus.Instant(c.in)); got != tactus.Instant(c.out) || s.Anchors() != uint64(c.anchors) {
			t.Errorf("reading %d: %d is %d with %d anchors, want %d with %d", i, c.in, got, s.Anchors(), c.out, c.anchors)
		}
	}
}

func TestADisplayThatRunsOffItsRateKeepsRealTime(t *testing.T) {
	// A display at 60.01 Hz that calls itself 60: the grid falls back by 2.8 us a frame and is
	// anchored anew each time that it is 2 ms late, every 750 frames.
	s := newSnapper(t, hz60, 2*ms)
	var in, out tactus.Instant
	for in = range tactustest.Display(tactus.Ratio(6001, 100)).Take(100_000).From(0) {
		out = s.Snap(in)
		if off := out.Sub(in); off > 2*ms || off < -2*ms {
			t.Fatalf("%v off at %d", off, in)
		}
	}
	if s.Anchors() < 100 || s.Anchors() > 150 {
		t.Errorf("%d anchors, want about 133", s.Anchors())
	}
}

// checkSnap takes a reading and checks the promises that hold for every sequence of them.
func checkSnap(t *testing.T, s *smooth.Snapper, in tactus.Instant, high, last *tactus.Instant, slack time.Duration) {
	t.Helper()
	*high = max(*high, in)
	out := s.Snap(in)
	if out < *last {
		t.Fatalf("reading %d: stepped back from %d to %d", in, *last, out)
	}
	if off := out.Sub(*high); off > slack || off < -slack {
		t.Fatalf("reading %d: %d is %v off, want at most %v", *high, out, off, slack)
	}
	*last = out
}

func TestASnappedInstantNeverStepsBackNorStraysByMoreThanTheTolerance(t *testing.T) {
	draw := rand.New(rand.NewPCG(tactustest.Seed(t), 1))
	for range 300 {
		r := []tactus.Rate{hz60, hz5994, hz144, tactus.Hz(1000), tactus.Ratio(1, 7), tactus.Hz(tactus.RateMax)}[draw.IntN(6)]
		period := r.Period()
		s := newSnapper(t, r, time.Duration(draw.Int64N(int64(period+1)/2)))
		now := tactus.Instant(draw.Int64()/4 - 1<<61)
		high, last := tactus.Instant(math.MinInt64), tactus.Instant(math.MinInt64)
		for range 300 {
			switch draw.IntN(8) {
			case 0:
				now = now.Add(-time.Duration(draw.Int64N(int64(period))))
			case 1:
				now = now.Add(time.Duration(draw.Int64N(int64(period) * 100)))
			case 2:
			default:
				now = now.Add(period + time.Duration(draw.Int64N(int64(period)))/8 - period/16)
			}
			checkSnap(t, s, now, &high, &last, s.Tolerance())
		}
	}
}

func TestAChangeOfRateGoesOnFromTheLastResult(t *testing.T) {
	s := newSnapper(t, hz60, 0)
	s.Snap(0)
	s.Snap(17 * 1e6) // 16666667
	if s.Tolerance() != 2083333 {
		t.Errorf("tolerance %v at 60 Hz", s.Tolerance())
	}
	if err := s.SetRate(hz144); err != nil || s.Rate() != hz144 || s.Tolerance() != 868055 {
		t.Fatalf("%v, rate %v, tolerance %v", err, s.Rate(), s.Tolerance())
	}
	if got := s.Snap(23_700_000); got != 16666667+6944445 {
		t.Errorf("a period later %d", got)
	}
	if err := s.SetRate(hz144); err != nil {
		t.Error(err)
	}
	if got := s.Snap(30_400_000); got != 16666667+13888889 {
		t.Errorf("two periods later %d", got)
	}
	if err := s.SetRate(tactus.Hz(0)); err == nil || s.Rate() != hz144 {
		t.Errorf("a bad rate: %v, rate %v", err, s.Rate())
	}
	narrow := newSnapper(t, hz60, 8*ms)
	if err := narrow.SetRate(hz144); err == nil || narrow.Rate() != hz60 || narrow.Tolerance() != 8*ms {
		t.Errorf("a tolerance too wide: %v, rate %v", err, narrow.Rate())
	}
}

func TestBadSnapperSettingsAreRefused(t *testing.T) {
	for _, c := range []struct {
		config smooth.SnapperConfig
		field  string
	}{
		{smooth.SnapperConfig{}, "Rate"},
		{smooth.SnapperConfig{Rate: tactus.Hz(-1)}, "Rate"},
		{smooth.SnapperConfig{Rate: tactus.Float(math.NaN())}, "Rate"},
		{smooth.SnapperConfig{Rate: hz60, Tolerance: -1}, "Tolerance"},
		{smooth.SnapperConfig{Rate: hz60, Tolerance: 8333333}, "Tolerance"},
		{smooth.SnapperConfig{Rate: hz60, Tolerance: math.MaxInt64}, "Tolerance"},
	} {
		s, err := smooth.NewSnapper(c.config)
		var bad *tactus.ConfigError
		if s != nil || !errors.As(err, &bad) || bad.Field != "SnapperConfig."+c.field || bad.Want == "" {
			t.Errorf("%+v: %v", c.config, err)
		}
	}
	newSnapper(t, hz60, 8333332)
	newSnapper(t, tactus.Hz(tactus.RateMax), 0)
	newSnapper(t, tactus.Ratio(1, math.MaxUint32), 0)
}

func FuzzSnapper(f *testing.F) {
	f.Add(int64(60), int64(1), int64(0), int64(0), int64(16666667), int64(33333333), int64(5))
	f.Add(int64(60000), int64(1001), int64(1000), int64(math.MinInt64), int64(0), int64(math.MaxInt64), int64(1))
	f.Add(int64(1<<20), int64(1), int64(100), int64(-1), int64(math.MaxInt64-5), int64(math.MaxInt64), int64(0))
	f.Add(int64(1), int64(math.MaxUint32), int64(5), int64(1)<<62, int64(0), int64(-1)<<62, int64(7))
	f.Fuzz(func(t *testing.T, num, den, tolerance, a, b, c, d int64) {
		s, err := smooth.NewSnapper(smooth.SnapperConfig{Rate: tactus.Ratio(num, den), Tolerance: time.Duration(tolerance)})
		if err != nil {
			if !strings.Contains(err.Error(), "SnapperConfig.") {
				t.Fatal(err)
			}
			return
		}
		high, last := tactus.Instant(a), tactus.Instant(math.MinInt64)
		for _, in := range []int64{a, b, c, d} {
			checkSnap(t, s, tactus.Instant(in), &high, &last, s.Tolerance())
		}
		old := s.Tolerance()
		if err := s.SetRate(tactus.Ratio(den, num)); err != nil {
			return
		}
		for _, in := range []int64{d, b, c} {
			checkSnap(t, s, tactus.Instant(in), &high, &last, max(old, s.Tolerance()))
		}
	})
}

func ExampleSnapper() {
	s, err := smooth.NewSnapper(smooth.SnapperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		panic(err)
	}
	last := s.Snap(0)
	for _, reading := range []tactus.Instant{16_412_000, 33_871_000, 66_590_000, 83_100_000} {
		now := s.Snap(reading)
		fmt.Println(now.Sub(last))
		last = now
	}
	// Output:
	// 16.666667ms
	// 16.666667ms
	// 33.333333ms
	// 16.666667ms
}
