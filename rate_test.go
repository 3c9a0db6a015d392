package tactus_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
)

func TestARateIsTheExactFractionItWasGiven(t *testing.T) {
	for _, c := range []struct {
		rate tactus.Rate
		want string
	}{
		{tactus.Hz(60), "60"},
		{tactus.Every(16 * time.Millisecond), "125/2"},
		{tactus.Every(7 * time.Second), "1/7"},
		{tactus.Ratio(60000, 1001), "60000/1001"},
		{tactus.Ratio(120, 2), "60"},
		{tactus.Ratio(-6, -4), "3/2"},
		{tactus.Ratio(0, 5), "0"},
		{tactus.Float(0.5), "1/2"},
		{tactus.Float(1.0 / 3), "6004799503160661/18014398509481984"},
		{tactus.Float(1 << 30), "1073741824"},
		{tactus.Float(math.Ldexp(3, -64)), "3/2^64"},
		{tactus.Float(math.Ldexp(3, -65)), "1/2^64"}, // 1.5 units, cut
		{tactus.Float(1e-300), "0"},
		{tactus.Float(math.NaN()), "NaN"},
		{tactus.Float(math.Inf(-1)), "-Inf"},
		{tactus.Ratio(5, 0), "5/0"},
		{tactus.Rate{}, "unset"},
	} {
		if got := c.rate.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestRatIsWhatTheTextSays(t *testing.T) {
	t.Logf("seed %d", *seedFlag)
	r := rand.New(rand.NewPCG(*seedFlag, 5))
	for range 2000 {
		rate := randomScale(r)
		if rate.Rat().Cmp(value(rate)) != 0 {
			t.Fatalf("%s is %v", rate, rate.Rat())
		}
	}
	for _, none := range []tactus.Rate{{}, tactus.Ratio(1, 0), tactus.Float(math.NaN()), tactus.Float(math.Inf(1))} {
		if none.Rat() != nil {
			t.Errorf("%s is %v, want nil", none, none.Rat())
		}
	}
}

func TestEqualRatesAreEqualValues(t *testing.T) {
	if tactus.Float(0.5) != tactus.Ratio(1, 2) || tactus.Ratio(120, 2) != tactus.Hz(60) ||
		tactus.Every(time.Second) != tactus.Hz(1) {
		t.Error("two ways to one rate are not ==")
	}
}

func TestABadRateIsRefusedWithItsValueAndTheLimits(t *testing.T) {
	for _, c := range []struct {
		rate tactus.Rate
		want string
	}{
		{tactus.Hz(0), "is 0:"}, {tactus.Hz(-60), "is -60:"}, {tactus.Rate{}, "is unset:"},
		{tactus.Float(math.NaN()), "is NaN:"}, {tactus.Float(math.Inf(1)), "is +Inf:"},
		{tactus.Hz(1<<20 + 1), "is 1048577:"}, {tactus.Ratio(1<<32, 1<<20), ""},
		{tactus.Ratio(1<<32+1, 1<<31), "is 4294967297/"}, {tactus.Ratio(1, 1<<32+1), "is 1/4294967297:"},
		{tactus.Ratio(1, 0), "is 1/0:"}, {tactus.Every(0), "is 1000000000/0:"}, {tactus.Every(-time.Second), "is -1:"},
		{tactus.Ratio(math.MinInt64, math.MinInt64), "is -9223372036854775808/-9223372036854775808:"},
	} {
		err := c.rate.Check()
		var config *tactus.ConfigError
		switch {
		case c.want == "":
			if err != nil {
				t.Errorf("%s: %v", c.rate, err)
			}
		case !errors.As(err, &config) || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: got error %v, want one with %q", c.rate, err, c.want)
		}
		if _, err := tactus.NewStepper(tactus.StepperConfig{Rate: c.rate}); (err == nil) != (c.want == "") {
			t.Errorf("NewStepper with %s: error %v", c.rate, err)
		}
	}
}

func TestTheTimeOfATickIsExactForAllThatFit(t *testing.T) {
	if got := tactus.Hz(60).TimeOf(3600); got != time.Minute {
		t.Errorf("3,600 steps at 60 Hz take %d ns, want 60,000,000,000", got)
	}
	r := rand.New(rand.NewPCG(*seedFlag, 1))
	for range 20_000 {
		rate := randomRate(r)
		n := tactus.Tick(r.Uint64()) >> r.IntN(63)
		want := new(big.Int).Mul(big.NewInt(int64(n)), value(rate).Denom())
		want.Mul(want, big.NewInt(1e9)).Div(want, value(rate).Num())
		got := rate.TimeOf(n)
		switch {
		case want.IsInt64() && int64(got) != want.Int64():
			t.Fatalf("seed %d: TimeOf(%d) at %s is %d, want %v", *seedFlag, n, rate, got, want)
		case !want.IsInt64() && got != math.MaxInt64 && got != math.MinInt64:
			t.Fatalf("seed %d: TimeOf(%d) at %s is %d, want the limit", *seedFlag, n, rate, got)
		}
		if back := rate.TickAt(got); want.IsInt64() && back != n && back != n-1 {
			t.Fatalf("seed %d: TickAt(TimeOf(%d)) at %s is %d", *seedFlag, n, rate, back)
		}
	}
}

func TestPeriodOfABadRatePanicsWithTheValue(t *testing.T) {
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "tactus: rate is 0:") {
			t.Errorf("panic %q", text)
		}
	}()
	tactus.Hz(0).Period()
}

func TestParseRateReadsWhatPeopleWrite(t *testing.T) {
	for text, want := range map[string]string{
		"60": "60", "59.94": "2997/50", "60000/1001": "60000/1001", "16ms": "125/2", "7s": "1/7", ".5": "1/2",
		"0.1": "1/10", "-2.50": "-5/2",
	} {
		r, err := tactus.ParseRate(text)
		if err != nil || r.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, r, err, want)
		}
	}
	for _, text := range []string{
		"", ".", "sixty", "1/0", "1/2/3", "0s", "1e3", "0x10", "--5", "1.-5", "12345678901234567890", "NaN",
	} {
		if r, err := tactus.ParseRate(text); err == nil {
			t.Errorf("%q: %v, want an error", text, r)
		}
	}
}

func TestParseScaleReadsScalesOnly(t *testing.T) {
	for text, want := range map[string]string{"0.5": "1/2", "1/3": "1/3", "4": "4", "0": "0"} {
		if r, err := tactus.ParseScale(text); err != nil || r.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, r, err, want)
		}
	}
	for _, text := range []string{"16ms", "", "x", "1e3", "Inf", strings.Repeat("9", 70)} {
		if r, err := tactus.ParseScale(text); err == nil || !strings.Contains(err.Error(), "scale is ") {
			t.Errorf("%q: %v, %v; want an error of the scale", text, r, err)
		}
	}
}

// FuzzNudgesAndPlacesOfAnySizeAreSafe feeds hostile corrections, instants and browser stamps.
func FuzzNudgesAndPlacesOfAnySizeAreSafe(f *testing.F) {
	f.Add(int64(1e8), int64(1), int64(20), 0.05, int64(-5), 16.7)
	f.Add(int64(math.MinInt64), int64(7), int64(7), math.NaN(), int64(math.MaxInt64), math.Inf(-1))
	f.Fuzz(func(t *testing.T, offset, num, den int64, most float64, when int64, stamp float64) {
		s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60), Cap: 50})
		if err != nil {
			t.Fatal(err)
		}
		s.Feed(0)
		s.Nudge(time.Duration(offset), tactus.Ratio(num, den))
		s.Nudge(time.Duration(offset), tactus.Float(most))
		s.Feed(tactus.InstantOfMillis(stamp))
		w := s.Window()
		tick, at := w.Locate(tactus.Instant(when))
		if tick < w.First || tick > w.First+tactus.Tick(w.Steps) || !(at >= 0 && at < 1) {
			t.Fatalf("tick %d at %v in %+v", tick, at, w.Plan)
		}
		for s.Next() {
		}
		if a := s.Alpha(); !(a >= 0 && a <= 1) {
			t.Fatalf("alpha %v", a)
		}
	})
}

func FuzzParseRateReadsBackWhatRatesWrite(f *testing.F) {
	for _, s := range []string{"60", "59.94", "60000/1001", "16ms", "-1", "", "9223372036854775807/3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := tactus.ParseRate(text)
		if err != nil {
			return
		}
		if r.Check() != nil {
			return
		}
		if again, err := tactus.ParseRate(r.String()); err != nil || again != r {
			t.Fatalf("%q gives %s, which reads back as %s, %v", text, r, again, err)
		}
	})
}

// FuzzNoConfigPanics builds steppers of any configuration: an error or one that works.
func FuzzNoConfigPanics(f *testing.F) {
	f.Add(int64(60), int64(1), 1.0, int64(0), 0, int64(0), uint8(0), int64(0), 0.0, 0.0, int64(0))
	f.Add(int64(-1), int64(0), math.NaN(), int64(-7), -7, int64(-7), uint8(200), int64(-7), -1.0, 0.9, int64(-7))
	f.Fuzz(func(t *testing.T, num, den int64, scale float64, clamp int64, cap int, budget int64, over uint8,
		carry int64, lead, hyst float64, gap int64) {
		s, err := tactus.NewStepper(tactus.StepperConfig{
			Rate: tactus.Ratio(num, den), Scale: tactus.Float(scale), Clamp: time.Duration(clamp), Cap: cap,
			Budget: time.Duration(budget), Overflow: tactus.Overflow(over), CarryMax: carry,
			Lead: tactus.Float(lead), Hysteresis: tactus.Float(hyst), GapAfter: time.Duration(gap),
		})
		if err != nil {
			return
		}
		for _, now := range []tactus.Instant{math.MinInt64, 0, 16666667, 5e9, math.MaxInt64} {
			s.Feed(now)
			for i := 0; i < 100 && s.NextAt(now); i++ {
			}
			if a := s.Alpha(); !(a >= 0 && a <= 1) {
				t.Fatalf("alpha %v", a)
			}
		}
		l := s.Total()
		if l.Real != l.Clamped+l.Gap+l.Paused+l.Fed {
			t.Fatalf("ledger %+v", l)
		}
	})
}
