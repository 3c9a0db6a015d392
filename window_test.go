package tactus_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
)

func TestAnInstantIsPlacedInTheTickThatCoversIt(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	h.now = at(33340 * time.Microsecond)
	h.Feed(h.now)
	w := h.Window()
	for _, c := range []struct {
		at     time.Duration
		tick   tactus.Tick
		offset float64
	}{
		{20 * ms, 1, 0.2}, {0, 0, 0}, {-time.Hour, 0, 0}, {10 * ms, 0, 0.6},
		{33333334, 2, 0}, {33340 * time.Microsecond, 2, 0}, {time.Hour, 2, 0},
	} {
		tick, offset := w.Locate(at(c.at))
		if tick != c.tick || math.Abs(offset-c.offset) > 1e-9 {
			t.Errorf("%v is in tick %d at %v, want %d at %v", c.at, tick, offset, c.tick, c.offset)
		}
	}
}

func TestWhatIsNotBeforeTheReadingWaits(t *testing.T) {
	// A step that hysteresis ran early covers time after the reading; no event of that time has come.
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(100), Hysteresis: tactus.Ratio(1, 5)})
	h.now = at(9 * ms)
	if plan := h.Feed(h.now); plan.Steps != 1 {
		t.Fatalf("plan %+v, want one early step", plan)
	}
	for when, want := range map[time.Duration]tactus.Tick{500 * ms: 1, 9 * ms: 1, 9*ms - 1: 0} {
		if tick, _ := h.Window().Locate(at(when)); tick != want {
			t.Errorf("%v is in tick %d, want %d", when, tick, want)
		}
	}
	if err := h.SetScale(tactus.Ratio(0, 1)); err != nil {
		t.Fatal(err)
	}
	if tick, _ := h.Window().Locate(at(5 * ms)); tick != 1 {
		t.Errorf("at scale 0 an event is in tick %d, want 1: all wait", tick)
	}
}

func TestAnOldInstantIsInTheFirstTickAtAnyRate(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(1 << 20), Scale: tactus.Hz(1 << 19), Cap: 10})
	h.now = at(ms)
	h.Feed(h.now)
	for _, when := range []tactus.Instant{-30e15, math.MinInt64, -1} {
		if tick, offset := h.Window().Locate(when); tick != 0 || offset != 0 {
			t.Errorf("%d is in tick %d at %v, want 0 at 0", when, tick, offset)
		}
	}
}

func TestWhereStepsAreDroppedTheTicksCoverTheLatestTime(t *testing.T) {
	h := newHost(t, tactus.StepperConfig{Rate: tactus.Hz(100), Cap: 2})
	h.now = at(105 * ms) // 10.5 steps due, 2 run, 8 dropped: they cover 80-90 and 90-100 ms
	h.Feed(h.now)
	w := h.Window()
	for _, c := range []struct {
		at   time.Duration
		tick tactus.Tick
	}{{85 * ms, 0}, {95 * ms, 1}, {5 * ms, 0}, {101 * ms, 2}} {
		if tick, _ := w.Locate(at(c.at)); tick != c.tick {
			t.Errorf("%v is in tick %d, want %d", c.at, tick, c.tick)
		}
	}
}

func TestPlacesAreInOrderAndAgreeWithTheTimesOfTicks(t *testing.T) {
	t.Logf("seed %d", *seedFlag)
	r := rand.New(rand.NewPCG(*seedFlag, 4))
	rate := tactus.Ratio(60000, 1001)
	h := newHost(t, tactus.StepperConfig{Rate: rate})
	seen := 0
	for range 5000 {
		from := h.now
		h.now = h.now.Add(time.Duration(r.Int64N(int64(100 * ms))))
		h.Feed(h.now)
		w := h.Window()
		when := from.Add(time.Duration(r.Int64N(int64(h.now-from) + 1)))
		tick, offset := w.Locate(when)
		exact := rate.TickAt(time.Duration(when))
		if exact >= w.First && exact < w.First+tactus.Tick(w.Steps) {
			seen++
			if tick != exact || offset < 0 || offset >= 1 {
				t.Fatalf("%d is in tick %d at %v, want %d", when, tick, offset, exact)
			}
		}
		h.run()
	}
	if seen < 1000 {
		t.Fatalf("only %d places compared", seen)
	}
}
