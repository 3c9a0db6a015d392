package publish_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/publish"
)

func TestNothingIsReadBeforeTheFirstPublish(t *testing.T) {
	p, r := publish.New[int]()
	if _, ok := r.Latest(); ok {
		t.Error("a state before any")
	}
	*p.Next() = 1
	if _, ok := r.Latest(); ok {
		t.Error("a state before Publish")
	}
	p.Publish(publish.Base{})
	if s, ok := r.Latest(); !ok || *s.Previous != 1 || *s.Current != 1 || s.Count != 1 {
		t.Errorf("after one state: %+v, %v: want it as both, count 1", s, ok)
	}
}

func TestTheTwoStatesAreAlwaysOneStepApart(t *testing.T) {
	p, r := publish.New[int]()
	filled := 0
	*p.Next() = filled
	for frame, steps := range []int{0, 1, 0, 2, 5, 1, 0, 8} {
		for range steps {
			filled++
			*p.Next() = filled
		}
		p.Publish(publish.Base{Tick: tactus.Tick(filled)})
		if frame%3 == 2 {
			continue // the reader misses some
		}
		s, _ := r.Latest()
		if *s.Current != filled || *s.Previous != max(filled-1, 0) || int(s.Tick) != filled || s.Count != uint64(frame+1) {
			t.Errorf("frame %d: states %d, %d at tick %d, count %d", frame, *s.Previous, *s.Current, s.Tick, s.Count)
		}
	}
}

func TestTheSameStateIsReadAgainWhileThereIsNoNewOne(t *testing.T) {
	p, r := publish.New[int]()
	*p.Next() = 3
	p.Publish(publish.Base{})
	first, _ := r.Latest()
	if second, ok := r.Latest(); !ok || second != first {
		t.Errorf("%+v, then %+v", first, second)
	}
}

func TestAReaderThatStopsKeepsItsStateAndStopsNobody(t *testing.T) {
	p, r := publish.New[int]()
	*p.Next() = 1
	*p.Next() = 2
	p.Publish(publish.Base{})
	held, _ := r.Latest()
	for i := range 1000 {
		*p.Next() = 3 + i
		if i%3 != 1 {
			p.Publish(publish.Base{})
		}
		if *held.Previous != 1 || *held.Current != 2 {
			t.Fatalf("after %d states the reader holds %d, %d", i+1, *held.Previous, *held.Current)
		}
	}
	if s, _ := r.Latest(); *s.Previous != 1001 || *s.Current != 1002 {
		t.Errorf("the last states are %d, %d", *s.Previous, *s.Current)
	}
}

func TestSlicesOfAStateAreUsedAgain(t *testing.T) {
	p, r := publish.New[[]int]()
	fill := func(v int) {
		s := p.Next()
		*s = append((*s)[:0], v, v, v, v)
	}
	for i := range 50 { // each of the six states gets its memory
		fill(i)
		p.Publish(publish.Base{})
		r.Latest()
	}
	if n := testing.AllocsPerRun(100, func() {
		fill(1)
		fill(2)
		p.Publish(publish.Base{})
		r.Latest()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestNeitherSideAllocates(t *testing.T) {
	p, r := publish.New[[1000]int]()
	s := newStepper(t, tactus.StepperConfig{Rate: tactus.Hz(60)})
	now, sum := tactus.Instant(0), 0.0
	if n := testing.AllocsPerRun(100, func() {
		now = now.Add(16 * time.Millisecond)
		s.Feed(now)
		for s.Next() {
			p.Next()[0]++
		}
		p.Next()
		p.Publish(publish.BaseOf(s, now))
		state, _ := r.Latest()
		sum += state.Alpha(now)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestPublishWithoutAStatePanics(t *testing.T) {
	defer func() {
		want := "tactus: Publish with 0 states filled: call Next and fill what it returns"
		if got := recover(); got != want {
			t.Errorf("panicked with %v, want %q", got, want)
		}
	}()
	p, _ := publish.New[int]()
	p.Publish(publish.Base{})
}

func newStepper(t testing.TB, c tactus.StepperConfig) *tactus.Stepper {
	t.Helper()
	s, err := tactus.NewStepper(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTheReadersAlphaIsTheSteppers feeds a second stepper, in the same state, the very instant at
// which the reader draws: before the next step is due, and after.
func TestTheReadersAlphaIsTheSteppers(t *testing.T) {
	const seed = 20
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	rates := []tactus.Rate{tactus.Hz(60), tactus.Ratio(60000, 1001), tactus.Hz(1000), tactus.Hz(20),
		tactus.Every(16 * time.Millisecond)}
	scales := []tactus.Rate{{}, tactus.Ratio(1, 3), tactus.Float(0.1), tactus.Hz(3), tactus.Ratio(0, 1)}
	before, after := 0, 0
	for range 20000 {
		c := tactus.StepperConfig{Rate: rates[rng.IntN(len(rates))], Scale: scales[rng.IntN(len(scales))]}
		s, twin := newStepper(t, c), newStepper(t, c)
		now := tactus.Instant(rng.Int64N(1 << 40))
		for range 4 {
			for _, one := range []*tactus.Stepper{s, twin} {
				one.Feed(now)
				for one.Next() {
				}
			}
			now = now.Add(time.Duration(rng.Int64N(40e6)))
		}
		s.Feed(now)
		for s.Next() {
		}
		base := publish.BaseOf(s, now)
		if got := base.Alpha(now); got != s.Alpha() {
			t.Fatalf("at its own instant: %v, the stepper %v", got, s.Alpha())
		}
		twin.Feed(now)
		for twin.Next() {
		}
		later := now.Add(time.Duration(rng.Int64N(60e6)))
		want, steps := 1.0, twin.Feed(later).Steps // a step is due and its state has not come: 1
		if steps == 0 {
			want = twin.Alpha()
			before++
		} else {
			after++
		}
		if got := base.Alpha(later); math.Abs(got-want) > 0x1p-50 {
			t.Fatalf("%v later at %v Hz times %v: %v, the stepper %v", later.Sub(now), c.Rate, c.Scale, got, want)
		}
	}
	if before < 1000 || after < 1000 {
		t.Errorf("%d draws before the next step and %d after: too few of one", before, after)
	}
}

func TestAlphaStaysWithinItsTwoStates(t *testing.T) {
	sixty := tactus.Hz(60)
	period := time.Second / 60
	for _, c := range []struct {
		name string
		base publish.Base
		at   time.Duration
		want float64
	}{
		{"the zero value", publish.Base{}, time.Hour, 0},
		{"at its instant", publish.Base{Phase: 0.25, Rate: sixty}, 0, 0.25},
		{"half a second at 1 Hz", publish.Base{Rate: tactus.Hz(1)}, time.Second / 2, 0.5},
		{"a late writer", publish.Base{Phase: 0.25, Rate: sixty}, period, 1},
		{"a writer that is gone for 292 years", publish.Base{At: math.MinInt64, Rate: sixty}, math.MaxInt64, 1},
		{"before its instant", publish.Base{Phase: 0.75, Rate: tactus.Hz(1)}, -time.Second / 2, 0.25},
		{"long before its instant", publish.Base{Phase: 0.75, Rate: sixty}, -time.Hour, 0},
		{"paused", publish.Base{Phase: 0.75, Rate: sixty, Paused: true}, time.Hour, 0.75},
		{"at a third", publish.Base{Rate: tactus.Hz(1), Scale: tactus.Ratio(1, 4)}, time.Second, 0.25},
		{"standing still", publish.Base{Phase: 0.5, Rate: sixty, Scale: tactus.Ratio(0, 1)}, time.Hour, 0.5},
		{"steps carried", publish.Base{Phase: 2.5, Rate: sixty}, 0, 1},
		{"a step that ran early", publish.Base{Phase: -0.5, Rate: tactus.Hz(1)}, time.Second / 4, 0},
		{"and then was due", publish.Base{Phase: -0.5, Rate: tactus.Hz(1)}, time.Second, 0.5},
		{"no number", publish.Base{Phase: math.NaN()}, 0, 1},
	} {
		if got := c.base.Alpha(c.base.At.Add(c.at)); got != c.want {
			t.Errorf("%s: alpha %v, want %v", c.name, got, c.want)
		}
	}
}

func TestAPausedStepperGivesAPausedBase(t *testing.T) {
	s := newStepper(t, tactus.StepperConfig{Rate: tactus.Hz(10)})
	s.Feed(0)
	s.Feed(tactus.Instant(50 * time.Millisecond))
	s.Pause()
	base := publish.BaseOf(s, tactus.Instant(50*time.Millisecond))
	if got := base.Alpha(tactus.Instant(time.Hour)); got != 0.5 || !base.Paused {
		t.Errorf("alpha %v after an hour of pause, want 0.5", got)
	}
	if err := s.SetScale(tactus.Ratio(1, 2)); err != nil {
		t.Fatal(err)
	}
	s.Resume()
	base = publish.BaseOf(s, 0)
	if got := base.Alpha(tactus.Instant(50 * time.Millisecond)); got != 0.75 {
		t.Errorf("alpha %v at half speed, want 0.75", got)
	}
}

// Shows one frame of the simulation's goroutine and one of the drawing goroutine, which run when
// they like.
func Example() {
	stepper, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(10)})
	if err != nil {
		fmt.Println(err)
		return
	}
	position := 0.0 // the game
	publisher, reader := publish.New[float64]()
	*publisher.Next() = position

	simulate := func(now tactus.Instant) {
		stepper.Feed(now)
		for stepper.Next() {
			position += 100
			*publisher.Next() = position
		}
		publisher.Publish(publish.BaseOf(stepper, now))
	}
	draw := func(now tactus.Instant) {
		state, ok := reader.Latest()
		if !ok {
			return
		}
		alpha := state.Alpha(now)
		fmt.Printf("tick %d, alpha %.2f: %.0f\n", state.Tick, alpha,
			*state.Previous*(1-alpha)+*state.Current*alpha)
	}

	simulate(0)
	simulate(tactus.Instant(120 * time.Millisecond))
	draw(tactus.Instant(130 * time.Millisecond))
	draw(tactus.Instant(160 * time.Millisecond))
	draw(tactus.Instant(210 * time.Millisecond)) // the simulation is late
	simulate(tactus.Instant(215 * time.Millisecond))
	draw(tactus.Instant(220 * time.Millisecond))
	// Output:
	// tick 1, alpha 0.30: 30
	// tick 1, alpha 0.60: 60
	// tick 1, alpha 1.00: 100
	// tick 2, alpha 0.20: 120
}
