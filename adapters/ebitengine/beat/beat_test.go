package beat_test

import (
	"errors"
	"image"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine/beat"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/tactustest"
)

const (
	jump input.Code = iota + 1
	hud
)

// host is a scripted window: a clock and what the next poll reports.
type host struct {
	tactustest.Clock
	next   []input.Event
	blind  bool // without the keyboard
	at     image.Rectangle
	slow   time.Duration // what a poll takes
	frames int           // of play60
	ticks  []tactus.Tick
	seen   map[tactus.Tick]int // presses of jump
	held   map[tactus.Tick]bool
}

func (h *host) Poll(_ tactus.Instant, r *beat.Report) {
	r.Events = append(r.Events, h.next...)
	r.Focused = !h.blind
	r.Bounds = h.at
	h.Advance(h.slow)
	h.next = h.next[:0]
}

func (h *host) step(t tactus.Tick, in *input.State) {
	h.ticks = append(h.ticks, t)
	h.seen[t] += in.Pressed(jump)
	h.held[t] = in.Held(jump)
}

// start returns a host and its beat, after the first Update, which counts as no time.
func start(t *testing.T, c beat.Config) (*host, *beat.Beat) {
	t.Helper()
	h := &host{seen: map[tactus.Tick]int{}, held: map[tactus.Tick]bool{}}
	c.Now, c.Source = h.Now, h
	b, err := beat.New(c)
	if err != nil {
		t.Fatal(err)
	}
	b.Update(h.step)
	return h, b
}

// frame lets time pass and runs an Update.
func (h *host) frame(b *beat.Beat, d time.Duration) {
	h.Advance(d)
	b.Update(h.step)
}

func (h *host) press(at tactus.Instant)   { h.push(at, input.Press) }
func (h *host) release(at tactus.Instant) { h.push(at, input.Release) }
func (h *host) push(at tactus.Instant, k input.Kind) {
	h.next = append(h.next, input.Event{At: at, Code: jump, Kind: k})
}

func TestTenSecondsAre600StepsOnEveryDisplay(t *testing.T) {
	for _, display := range []string{"30", "59.94", "60", "75", "144", "240", "1000/7"} {
		rate, err := tactus.ParseRate(display)
		if err != nil {
			t.Fatal(err)
		}
		h, b := start(t, beat.Config{})
		for now := range tactustest.Display(rate).From(0) {
			h.Set(now)
			b.Update(h.step)
			if now >= tactus.Instant(10*time.Second) {
				break
			}
		}
		if got := len(h.ticks); got < 600 || got > 602 {
			t.Errorf("%s Hz: %d steps in 10 s", display, got)
		}
		for i, tick := range h.ticks {
			if tick != tactus.Tick(i) {
				t.Fatalf("%s Hz: step %d is tick %d", display, i, tick)
			}
		}
	}
}

func TestAPressIsSeenByExactlyOneTick(t *testing.T) {
	for _, display := range []int64{20, 30, 60, 144, 500} {
		h, b := start(t, beat.Config{})
		for i := range 200 {
			if i%7 == 3 {
				h.press(0)
				h.release(0)
			}
			h.frame(b, tactus.Hz(display).Period())
		}
		h.frame(b, 100*time.Millisecond)
		total := 0
		for tick, n := range h.seen {
			total += n
			if h.held[tick] {
				t.Errorf("%d Hz: tick %d holds what was released", display, tick)
			}
		}
		if total != 29 {
			t.Errorf("%d Hz: 29 taps were seen %d times", display, total)
		}
	}
}

func TestAnEventWithoutATimeReachesTheFramesFirstStep(t *testing.T) {
	h, b := start(t, beat.Config{})
	h.frame(b, 17*time.Millisecond) // tick 0
	h.press(0)
	h.frame(b, 34*time.Millisecond) // ticks 1, 2
	if h.seen[1] != 1 || h.seen[2] != 0 || !h.held[1] || !h.held[2] {
		t.Errorf("seen %v, held %v: want one press, in tick 1, held from there", h.seen, h.held)
	}
}

func TestAnEventWithATimeReachesItsTick(t *testing.T) {
	for at := tactus.Instant(1); at < tactus.Instant(time.Second); at += 3_700_001 {
		for _, display := range []int64{30, 60, 144} {
			h, b := start(t, beat.Config{})
			h.press(at)
			for h.Clock.Now() < tactus.Instant(1100*time.Millisecond) {
				h.frame(b, tactus.Hz(display).Period())
			}
			want := tactus.Hz(60).TickAt(time.Duration(at))
			if h.seen[want] != 1 {
				t.Fatalf("%d Hz: a press at %d ns was seen by %v, want tick %d", display, at, h.seen, want)
			}
		}
	}
}

func TestLosingTheKeyboardIsAGapWithItsLength(t *testing.T) {
	for _, away := range []time.Duration{300 * time.Millisecond, 900 * time.Millisecond, 3 * time.Second} {
		h, b := start(t, beat.Config{})
		h.press(0)
		h.frame(b, 20*time.Millisecond)
		before := len(h.ticks)
		h.blind = true
		for passed := time.Duration(0); passed < away; passed += 10 * time.Millisecond {
			h.frame(b, 10*time.Millisecond)
		}
		if len(h.ticks) != before {
			t.Errorf("%v away: %d steps ran", away, len(h.ticks)-before)
		}
		if !b.Away() || !strings.Contains(b.Text(), "away") {
			t.Errorf("%v away: the beat does not say so", away)
		}
		h.blind = false
		h.frame(b, 10*time.Millisecond)
		l := b.Stepper().Frame()
		if want := (tactus.Gap{Length: away + 10*time.Millisecond, Cause: tactus.Unfocused}); l.Event != want {
			t.Errorf("%v away: the ledger says %v, want %v", away, l.Event, want)
		}
		if l.Clamped != 0 || l.Gap != max(0, away+10*time.Millisecond-250*time.Millisecond) {
			t.Errorf("%v away: clamped %v, gap %v", away, l.Clamped, l.Gap)
		}
		if n := len(h.ticks) - before; n > 15 {
			t.Errorf("%v away: %d steps on return, want at most the clamp's 15", away, n)
		}
		if a := b.Alpha(); a < 0 || a >= 1 {
			t.Errorf("%v away: alpha %v", away, a)
		}
		if h.held[h.ticks[len(h.ticks)-1]] {
			t.Errorf("%v away: a key stays down that nobody holds", away)
		}
		if c := b.Stats().Counts(); c.Gaps != 1 || b.Stats().Percentile(1) > 20*time.Millisecond {
			t.Errorf("%v away: %d gaps, slowest frame %v", away, c.Gaps, b.Stats().Percentile(1))
		}
		h.frame(b, 20*time.Millisecond)
		if e := b.Stepper().Frame().Event; e != (tactus.Gap{}) {
			t.Errorf("%v away: the frame after is %v too", away, e)
		}
	}
}

func TestAKeyThatIsHeldWhenTheKeyboardIsLostIsReleasedOnce(t *testing.T) {
	for _, c := range []struct {
		name  string
		run   bool // without the keyboard
		comes int  // the device's own release: with the loss 0, while away 1, on return 2, never 3
	}{
		{"with the loss", false, 0}, {"while away", false, 1}, {"on return", false, 2}, {"never", false, 3},
		{"with the loss, running on", true, 0}, {"while running on", true, 1}, {"on return, running on", true, 2},
	} {
		h, b := start(t, beat.Config{RunUnfocused: c.run})
		pressed, released := 0, 0
		frame := func(moment int) {
			if moment == c.comes {
				h.release(0)
			}
			h.Advance(20 * time.Millisecond)
			b.Update(func(_ tactus.Tick, in *input.State) {
				pressed, released = pressed+in.Pressed(jump), released+in.Released(jump)
			})
		}
		h.press(0)
		frame(-1)
		h.blind = true
		for moment := range 2 {
			frame(moment)
		}
		h.blind = false
		frame(2)
		frame(-1)
		if pressed != 1 || released != 1 {
			t.Errorf("its release comes %s: %d presses, %d releases", c.name, pressed, released)
		}
	}
}

func TestAGameMayRunWithoutTheKeyboard(t *testing.T) {
	h, b := start(t, beat.Config{RunUnfocused: true})
	h.press(0)
	h.frame(b, 20*time.Millisecond)
	h.blind = true
	for range 60 {
		h.frame(b, 20*time.Millisecond)
	}
	if len(h.ticks) != 73 || b.Stats().Counts().Gaps != 0 {
		t.Errorf("%d steps in 1.22 s, %d gaps", len(h.ticks), b.Stats().Counts().Gaps)
	}
	if h.held[70] {
		t.Error("a key stays down that nobody holds")
	}
}

func TestAWindowThatNeverHadTheKeyboardRuns(t *testing.T) {
	h := &host{seen: map[tactus.Tick]int{}, held: map[tactus.Tick]bool{}, blind: true}
	b, err := beat.New(beat.Config{Now: h.Now, Source: h})
	if err != nil {
		t.Fatal(err)
	}
	for range 61 {
		h.frame(b, 20*time.Millisecond)
	}
	if len(h.ticks) != 72 {
		t.Errorf("%d steps in 1.2 s, want 72", len(h.ticks))
	}
}

func TestADragIsTold(t *testing.T) {
	here, there := image.Rect(0, 0, 640, 480), image.Rect(90, 20, 730, 500)
	for _, c := range []struct {
		name  string
		moved image.Rectangle
		long  time.Duration
		want  tactus.Cause
	}{
		{"held for 300 ms and elsewhere", there, 300 * time.Millisecond, tactus.Dragged},
		{"held for 3 s and elsewhere", there, 3 * time.Second, tactus.Dragged},
		{"a slow frame in place", here, 300 * time.Millisecond, 0},
		{"a long frame in place", here, 3 * time.Second, tactus.Unannounced},
		{"moved without holding the loop", there, 16 * time.Millisecond, 0},
		{"bounds unknown", image.Rectangle{}, 300 * time.Millisecond, 0},
	} {
		h, b := start(t, beat.Config{})
		if c.moved != (image.Rectangle{}) {
			h.at = here
		}
		h.frame(b, 20*time.Millisecond)
		h.at = c.moved
		h.frame(b, c.long)
		if got := b.Stepper().Frame().Event.Cause; got != c.want {
			t.Errorf("%s: cause %v, want %v", c.name, got, c.want)
		}
	}
}

func TestTheHostCanAnnounceAGap(t *testing.T) {
	h, b := start(t, beat.Config{})
	b.Suspend(tactus.Debugged)
	h.frame(b, 900*time.Millisecond)
	if e := b.Stepper().Frame().Event; e.Cause != tactus.Debugged {
		t.Errorf("the ledger says %v", e)
	}
}

func TestAPauseKeepsAlphaAndStepsRunOneByOne(t *testing.T) {
	h, b := start(t, beat.Config{})
	h.frame(b, 20*time.Millisecond)
	alpha := b.Alpha()
	b.Pause()
	for range 10 {
		h.press(0)
		h.release(0)
		h.frame(b, 20*time.Millisecond)
		if len(b.Events()) != 2 {
			t.Fatalf("a menu sees %d events in the pause, want 2", len(b.Events()))
		}
	}
	if len(h.ticks) != 1 || b.Alpha() != alpha {
		t.Errorf("%d steps, alpha %v after the pause: want 1, %v", len(h.ticks), b.Alpha(), alpha)
	}
	b.Step(1)
	b.Step(2)
	b.Step(-5)
	h.frame(b, 20*time.Millisecond)
	if len(h.ticks) != 4 || b.Alpha() != alpha || h.seen[1] != 10 {
		t.Errorf("%d steps, alpha %v, tick 1 saw %d presses: want 4, %v, 10", len(h.ticks), b.Alpha(), h.seen[1], alpha)
	}
	h.press(0)
	h.frame(b, 20*time.Millisecond)
	b.Resume()
	h.frame(b, 20*time.Millisecond)
	if len(h.ticks) != 5 || h.seen[4] != 0 || !h.held[4] {
		t.Errorf("%d steps, tick 4 saw %d presses, held %v: want 5, none of the pause, held",
			len(h.ticks), h.seen[4], h.held[4])
	}
}

func TestABudgetEndsAFramesSteps(t *testing.T) {
	h, b := start(t, beat.Config{Stepper: tactus.StepperConfig{Budget: 10 * time.Millisecond}})
	h.Advance(134 * time.Millisecond)
	b.Update(func(tick tactus.Tick, in *input.State) {
		h.step(tick, in)
		h.Advance(4 * time.Millisecond)
	})
	if len(h.ticks) != 2 {
		t.Errorf("%d steps of 4 ms in a budget of 10 ms, want 2", len(h.ticks))
	}
	if lost := b.Stats().Lost().Budget; lost.Round(time.Millisecond) != 100*time.Millisecond {
		t.Errorf("lost %v by budget, want six steps, 100 ms", lost)
	}
}

func TestTheCostOfStepsIsTheirsAlone(t *testing.T) {
	for _, budget := range []time.Duration{0, 100 * time.Millisecond} {
		h, b := start(t, beat.Config{Smooth: true, Stepper: tactus.StepperConfig{Budget: budget}})
		h.slow = 10 * time.Millisecond
		for range 100 {
			h.frame(b, 40*time.Millisecond) // with the poll 50 ms: three steps
			if c := b.Stats().Last().Cost; c != 0 {
				t.Fatalf("steps that take no time cost %v where a poll takes 10 ms", c)
			}
		}
		h.Advance(40 * time.Millisecond)
		b.Update(func(tick tactus.Tick, in *input.State) { h.Advance(2 * time.Millisecond) })
		if f := b.Stats().Last(); f.Steps != 3 || f.Cost != 6*time.Millisecond {
			t.Errorf("%d steps of 2 ms cost %v, want 3 and 6 ms", f.Steps, f.Cost)
		}
	}
}

func TestSmoothingTakesOutJitter(t *testing.T) {
	seed := tactustest.Seed(t)
	spread := func(smooth bool) float64 {
		h, b := start(t, beat.Config{Smooth: smooth})
		low, high, before := 9.0, 0.0, -1.0
		i := 0
		for now := range tactustest.Display(tactus.Hz(144)).Noisy(400*time.Microsecond, seed).From(0) {
			h.Set(now)
			b.Update(h.step)
			at := float64(len(h.ticks)) + b.Alpha()
			if i++; i > 500 {
				low, high = min(low, at-before), max(high, at-before)
			}
			before = at
			if i == 2000 {
				break
			}
		}
		return (high - low) / (60.0 / 144)
	}
	plain, smooth := spread(false), spread(true)
	t.Logf("game time from draw to draw varies by %.2f %% plain, %.2f %% smoothed", 100*plain, 100*smooth)
	if plain < 0.05 || smooth > 0.01 {
		t.Errorf("spread %v plain, %v smoothed: want over 5 %% and under 1 %%", plain, smooth)
	}
}

func TestTheOverlayTellsTheLedger(t *testing.T) {
	h, b := start(t, beat.Config{OverlayKey: hud})
	if b.OverlayShown() {
		t.Error("shown from the start")
	}
	h.next = append(h.next, input.Event{Code: hud, Kind: input.Press})
	for range 240 {
		h.frame(b, 6_944_444)
	}
	if !b.OverlayShown() {
		t.Error("its key does not show it")
	}
	h.frame(b, 400*time.Millisecond)
	text := b.Text()
	for _, part := range []string{"1 % low (mean)", "p99 frame time", "CPU ", "steps a frame", "alpha 0.99", "tick 114",
		"60 steps/s at 1x", "clamp 150 ms", "cap 0 ms", "budget 0 ms", "no gap"} {
		if !strings.Contains(text, part) {
			t.Errorf("the overlay lacks %q:\n%s", part, text)
		}
	}
	h.frame(b, 50*time.Millisecond)
	if b.Text() != text {
		t.Error("the text changes within 100 ms")
	}
	b.Suspend(tactus.Dragged)
	h.frame(b, 60*time.Millisecond)
	b.Pause()
	h.frame(b, 50*time.Millisecond)
	if text = b.Text(); !strings.Contains(text, "paused") || !strings.Contains(text, "1 gap, last dragged 0.06 s") {
		t.Errorf("the overlay does not say what happened:\n%s", text)
	}
	b.ShowOverlay(false)
	if b.OverlayShown() {
		t.Error("cannot be hidden")
	}
}

func TestABadConfigIsRefused(t *testing.T) {
	for name, c := range map[string]beat.Config{
		"stepper": {Stepper: tactus.StepperConfig{Cap: -7}},
		"input":   {Input: input.BufferConfig{Cap: -1}},
		"stats":   {Stats: framestats.RecorderConfig{Count: -1}},
	} {
		b, err := beat.New(c)
		var config *tactus.ConfigError
		if !errors.As(err, &config) || b != nil {
			t.Errorf("%s: error %v, a beat %v, want a *tactus.ConfigError and none", name, err, b != nil)
		}
	}
}

func TestTheZeroConfigRunsOnTheSystemsClock(t *testing.T) {
	b, err := beat.New(beat.Config{})
	if err != nil {
		t.Fatal(err)
	}
	b.Update(func(tactus.Tick, *input.State) { t.Error("the first Update counts time") })
	if b.Stepper().Rate() != tactus.Hz(60) || b.Input().Waiting() != 0 {
		t.Errorf("rate %v, %d events", b.Stepper().Rate(), b.Input().Waiting())
	}
}

func TestUpdateDoesNotAllocate(t *testing.T) {
	clock := &tactustest.Clock{}
	h := &host{next: make([]input.Event, 0, 4)}
	log, err := framestats.NewLog(io.Discard, framestats.LogConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close(t.Context())
	b, err := beat.New(beat.Config{Now: clock.Now, Source: h, Smooth: true, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	step := func(tactus.Tick, *input.State) {}
	if n := testing.AllocsPerRun(1000, func() {
		clock.Advance(6_944_444)
		h.press(0)
		h.release(0)
		b.Update(step)
	}); n != 0 {
		t.Errorf("%v allocations an Update", n)
	}
}

func BenchmarkUpdate(b *testing.B) {
	step := func(tactus.Tick, *input.State) {}
	b.Run("beat", func(b *testing.B) {
		clock := &tactustest.Clock{PerRead: 6_944_444}
		m, err := beat.New(beat.Config{Now: clock.Now})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			m.Update(step)
		}
	})
	b.Run("baseline: a bare stepper", func(b *testing.B) {
		s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
		if err != nil {
			b.Fatal(err)
		}
		at := tactus.Instant(0)
		for b.Loop() {
			at += 6_944_444
			s.Feed(at)
			for s.Next() {
			}
		}
	})
}
