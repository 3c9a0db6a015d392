package input_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

const (
	ms = time.Millisecond

	jump  input.Code = 1
	fire  input.Code = 2
	stick input.Code = 3
)

// game is a loop in one hand: a stepper, a buffer, and what each tick saw.
type game struct {
	*testing.T
	*tactus.Stepper
	*input.Buffer
	now  tactus.Instant
	seen []string // per tick: letters of the events
}

func newGame(t *testing.T, c tactus.StepperConfig, size int) *game {
	t.Helper()
	if c.Rate == (tactus.Rate{}) {
		c.Rate = tactus.Hz(60)
	}
	s, err := tactus.NewStepper(c)
	if err != nil {
		t.Fatal(err)
	}
	b, err := input.NewBuffer(input.BufferConfig{Cap: size})
	if err != nil {
		t.Fatal(err)
	}
	s.Feed(0)
	return &game{T: t, Stepper: s, Buffer: b}
}

func (g *game) event(kind input.Kind, c input.Code, at time.Duration) bool {
	return g.Push(input.Event{At: tactus.Instant(at), Code: c, Kind: kind})
}
func (g *game) press(c input.Code, at time.Duration) bool   { return g.event(input.Press, c, at) }
func (g *game) release(c input.Code, at time.Duration) bool { return g.event(input.Release, c, at) }

// frame runs a frame of d and calls look with each tick's input.
func (g *game) frame(d time.Duration, look func(t tactus.Tick, in *input.State)) int {
	g.now = g.now.Add(d)
	g.Feed(g.now)
	return g.run(look)
}

func (g *game) run(look func(t tactus.Tick, in *input.State)) int {
	w := g.Window()
	n := 0
	for ; g.Next(); n++ {
		in := g.Buffer.Tick(w, g.Stepper.Tick())
		g.seen = append(g.seen, letters(in))
		if look != nil {
			look(g.Stepper.Tick(), in)
		}
	}
	return n
}

// letters writes a tick's events as P, R and A, each with its code.
func letters(in *input.State) string {
	text := ""
	for _, e := range in.Events() {
		text += string(" PRA"[e.Kind]) + string(rune('0'+e.Code))
	}
	return text
}

func (g *game) want(seen ...string) {
	g.Helper()
	if got := strings.Join(g.seen, ","); got != strings.Join(seen, ",") {
		g.Errorf("ticks see %q, want %q", got, strings.Join(seen, ","))
	}
	g.seen = nil
}

func TestAPressAtTwentyMillisecondsIsAFifthIntoTheSecondTick(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 0)
	g.press(jump, 20*ms)
	n := g.frame(33340*time.Microsecond, func(tick tactus.Tick, in *input.State) {
		if tick == 1 {
			e := in.Events()
			if len(e) != 1 || math.Abs(e[0].Offset-0.2) > 1e-9 {
				t.Errorf("the second tick sees %+v, want one press at 0.2", e)
			}
		}
	})
	if n != 2 {
		t.Fatalf("%d steps ran", n)
	}
	g.want("", "P1")
}

func TestATapInAFrameWithoutAStepIsSeenOnceLater(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 0)
	g.press(jump, 2*ms)
	g.release(jump, 4*ms)
	if n := g.frame(5*ms, nil); n != 0 {
		t.Fatalf("%d steps in 5ms", n)
	}
	look := func(tick tactus.Tick, in *input.State) {
		if p, r := in.Pressed(jump), in.Released(jump); p != 1-int(min(tick, 1)) || r != p || in.Held(jump) {
			t.Errorf("tick %d: %d presses, %d releases, held %v", tick, p, r, in.Held(jump))
		}
	}
	g.frame(5*ms, look)
	g.frame(10*ms, look)
	g.frame(40*ms, look)
	g.want("P1R1", "", "")
}

func TestAnEdgeIsSeenByExactlyOneTickAndALevelByAll(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{Rate: tactus.Hz(100)}, 0)
	g.Push(input.Event{At: 12e6, Code: fire, Kind: input.Press, Value: 700})
	g.Push(input.Event{At: 15e6, Code: stick, Kind: input.Analog, Value: -300})
	g.release(fire, 45*ms)
	levels := map[tactus.Tick][3]int32{0: {}, 1: {700, 1, -300}, 2: {700, 0, -300}, 3: {700, 0, -300},
		4: {0, 0, -300}, 5: {0, 0, -300}}
	n := g.frame(60*ms, func(tick tactus.Tick, in *input.State) {
		got := [3]int32{in.Level(fire), int32(in.Pressed(fire)), in.Level(stick)}
		if got != levels[tick] || in.Held(fire) != (got[0] != 0) || in.Held(stick) {
			t.Errorf("tick %d: %v, want %v", tick, got, levels[tick])
		}
	})
	if n != 6 {
		t.Fatalf("%d steps ran", n)
	}
	g.want("", "P2A3", "", "", "R2", "")
}

func TestThreeTapsInATickCountThree(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 0)
	for i := range 3 {
		g.press(fire, time.Duration(1+4*i)*ms)
		g.release(fire, time.Duration(3+4*i)*ms)
	}
	g.frame(20*ms, func(_ tactus.Tick, in *input.State) {
		if in.Pressed(fire) != 3 || in.Released(fire) != 3 || in.Held(fire) {
			t.Errorf("%d presses, %d releases, held %v", in.Pressed(fire), in.Released(fire), in.Held(fire))
		}
	})
	g.want("P2R2P2R2P2R2")
}

func TestWhereStepsWereDroppedTheFirstTickSeesTheEarlierInputOnceInOrder(t *testing.T) {
	for _, c := range []tactus.StepperConfig{
		{Rate: tactus.Hz(100), Cap: 3}, // 10 due, 7 dropped
		{Rate: tactus.Hz(100), Cap: 3, Overflow: tactus.DropAll},
		{Rate: tactus.Hz(100), Clamp: 30 * ms}, // 7 steps' time cut off
	} {
		g := newGame(t, c, 0)
		for i := range 9 { // the ticks that run cover 70 to 100 ms
			g.press(input.Code(1+i), time.Duration(1+i)*10*ms+ms)
		}
		g.frame(100*ms, nil)
		g.want("P1P2P3P4P5P6P7", "P8", "P9")
		g.frame(30*ms, nil)
		g.want("", "", "")
	}
}

func TestWhilePausedTheBufferIsBoundedAndCounts(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 4)
	g.press(jump, ms)
	g.frame(17*ms, nil)
	g.want("P1")
	g.Pause()
	taken := 0
	for i := range 1000 {
		if g.press(fire, time.Duration(20+i)*ms) {
			taken++
		}
		g.release(fire, time.Duration(20+i)*ms)
		g.frame(ms, nil)
	}
	if taken != 2 || g.Dropped() != 998 || g.Merged() != 998 || g.Waiting() != 5 {
		t.Errorf("%d presses taken, %d dropped, %d merged, %d wait; want 2, 998, 998 and 5",
			taken, g.Dropped(), g.Merged(), g.Waiting())
	}
	if n := g.run(nil); n != 0 {
		t.Fatalf("%d steps while paused", n)
	}
	g.Resume()
	g.frame(17*ms, nil)
	g.want("P2R2P2R2R2")
}

func TestReleasesAreNeverLost(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 2)
	g.press(jump, ms)
	g.press(fire, ms)
	g.frame(17*ms, nil)
	g.press(4, 18*ms)
	g.press(5, 18*ms) // full
	g.press(6, 18*ms) // lost
	g.Push(input.Event{At: 19e6, Code: stick, Kind: input.Analog, Value: 9})
	g.release(jump, 20*ms)
	g.release(fire, 20*ms)
	g.release(4, 20*ms)
	g.Push(input.Event{At: 21e6, Code: stick, Kind: input.Analog, Value: 0})
	if g.press(jump, 22*ms) {
		t.Error("a press went past the release that waits before it")
	}
	g.frame(17*ms, func(_ tactus.Tick, in *input.State) {
		for _, c := range []input.Code{jump, fire, 4} {
			if in.Held(c) || in.Level(c) != 0 || in.Released(c) != 1 {
				t.Errorf("code %d: held %v, level %d, %d releases", c, in.Held(c), in.Level(c), in.Released(c))
			}
		}
		if in.Level(stick) != 0 || !in.Held(5) {
			t.Errorf("stick at %d, code 5 held %v", in.Level(stick), in.Held(5))
		}
	})
	g.want("P1P2", "P4P5R1R2R4A3")
	if !g.press(jump, 35*ms) {
		t.Error("with room again a press is refused")
	}
}

func TestWhatMovedBeforeAMergedReleaseStandsAtZeroAfterIt(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 1)
	g.press(jump, ms)
	g.Push(input.Event{At: 1e6, Code: fire, Kind: input.Analog, Value: 50})
	g.release(fire, 2*ms)
	g.Push(input.Event{At: 3e6, Code: stick, Kind: input.Analog, Value: 50})
	g.release(stick, 4*ms)
	g.Push(input.Event{At: 5e6, Code: stick, Kind: input.Analog, Value: 70})
	g.frame(17*ms, func(_ tactus.Tick, in *input.State) {
		if in.Level(fire) != 0 || in.Level(stick) != 70 {
			t.Errorf("levels %d and %d, want 0 and 70", in.Level(fire), in.Level(stick))
		}
	})
	g.want("P1R2R3A3")
}

func TestAGrantSeesAllThatWaits(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 0)
	g.frame(20*ms, nil)
	g.Pause()
	g.press(jump, 5*ms)
	g.press(fire, 25*ms) // after the last reading, as a debugger's keys are
	g.frame(3*ms, nil)
	g.Grant(2)
	g.run(nil)
	g.want("", "P1P2", "")
}

func TestWhatIsStampedInTheFutureWaits(t *testing.T) {
	for _, c := range []tactus.StepperConfig{{}, {Lead: tactus.Ratio(1, 2)},
		{Hysteresis: tactus.Ratio(1, 5)}, {Cap: 1, Overflow: tactus.CatchUp}} {
		g := newGame(t, c, 0)
		g.press(jump, 500*ms)
		g.frame(15*ms, nil) // with hysteresis the first step runs early
		for at := 15 * ms; at < 485*ms; at += 15 * ms {
			g.frame(15*ms, func(tick tactus.Tick, in *input.State) {
				if in.Pressed(jump) != 0 {
					t.Errorf("tick %d at %v sees a press at 500ms", tick, at)
				}
			})
		}
		seen := 0
		for range 4 {
			g.frame(15*ms, func(_ tactus.Tick, in *input.State) { seen += in.Pressed(jump) })
		}
		if seen != 1 {
			t.Errorf("the press at 500ms is seen %d times", seen)
		}
	}
}

func TestLateStampsAreSortedByTimeAndNeverTurnACodeAround(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 0)
	g.press(fire, 10*ms)
	g.press(jump, 5*ms)    // late, from a slower device
	g.press(stick, 10*ms)  // of equal time: after what came before it
	g.release(fire, 7*ms)  // late: not before its press, and after what is as old
	g.release(jump, 16*ms) // in order
	g.frame(20*ms, func(_ tactus.Tick, in *input.State) {
		for i, at := range []tactus.Instant{5e6, 10e6, 10e6, 10e6, 16e6} {
			if e := in.Events()[i]; e.At != at {
				t.Errorf("event %d at %d, want %d", i, e.At, at)
			}
		}
	})
	g.want("P1P2P3R2R1")
	g.press(jump, 8*ms) // before what a tick has seen: at the start of the next
	g.press(fire, 30*ms)
	g.frame(20*ms, func(_ tactus.Tick, in *input.State) {
		if e := in.Events()[0]; e.Code != jump || e.Offset != 0 {
			t.Errorf("the late press is %+v", e)
		}
	})
	g.want("P1P2")
}

func TestNothingIsLostByALoopThatBreaks(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{Rate: tactus.Hz(100), Cap: 4, Overflow: tactus.CatchUp}, 0)
	for i := range 4 {
		g.press(input.Code(1+i), time.Duration(i)*10*ms+ms)
	}
	g.now = g.now.Add(40 * ms)
	g.Feed(g.now)
	w := g.Window()
	g.Next()
	g.seen = append(g.seen, letters(g.Buffer.Tick(w, g.Stepper.Tick()))) // and break: three steps stay due
	g.frame(10*ms, nil)
	g.want("P1", "P2", "P3", "P4", "")
	g.press(jump, 51*ms)
	g.press(fire, 61*ms)
	g.now = g.now.Add(20 * ms)
	g.Feed(g.now)
	w = g.Window()
	g.Next() // a tick that does not ask
	g.Next()
	g.seen = append(g.seen, letters(g.Buffer.Tick(w, g.Stepper.Tick())))
	g.want("P1P2")
}

func TestNothingIsLostWhereABudgetStopsTheSteps(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{Rate: tactus.Hz(100), Budget: 10 * ms}, 0)
	for i := range 8 {
		g.press(input.Code(1+i), time.Duration(i)*10*ms+ms)
	}
	g.now = g.now.Add(80 * ms)
	g.Feed(g.now)
	w, cost := g.Window(), g.now
	for ; g.NextAt(cost); cost = cost.Add(4 * ms) {
		g.seen = append(g.seen, letters(g.Buffer.Tick(w, g.Stepper.Tick())))
	}
	g.want("P1", "P2")
	g.frame(20*ms, nil) // six steps were dropped
	g.want("P3P4P5P6P7P8", "")
}

func TestReleaseAllReleasesWhatIsDown(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 3)
	g.press(jump, ms)
	g.press(fire, ms)
	g.release(jump, 2*ms)
	g.press(input.CodeMax, 3*ms) // lost: full
	g.frame(17*ms, nil)
	g.press(input.CodeMax, 18*ms)
	g.ReleaseAll(19e6)
	g.ReleaseAll(20e6) // nothing is down any more
	g.frame(17*ms, func(_ tactus.Tick, in *input.State) {
		if len(in.Events()) != 3 || in.Held(fire) || in.Held(input.CodeMax) || in.Released(fire) != 1 {
			t.Errorf("after ReleaseAll: %+v", in.Events())
		}
	})
}

func TestAReleaseIsSeenOnceWhereReleaseAllCameBeforeIt(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 0)
	want := func(what string, pressed, released int) {
		t.Helper()
		g.frame(17*ms, func(_ tactus.Tick, in *input.State) {
			if in.Pressed(fire) != pressed || in.Released(fire) != released || in.Held(fire) || in.Level(fire) != 0 {
				t.Errorf("%s: %d presses, %d releases, held %v, level %d; want %d, %d, up", what,
					in.Pressed(fire), in.Released(fire), in.Held(fire), in.Level(fire), pressed, released)
			}
		})
	}
	g.press(fire, ms)
	g.ReleaseAll(2e6)
	g.ReleaseAll(3e6)
	want("let go", 1, 1)
	if !g.release(fire, 18*ms) || g.Waiting() != 0 || g.Dropped() != 0 {
		t.Errorf("%d wait, %d were dropped", g.Waiting(), g.Dropped())
	}
	want("its own release comes after all", 0, 0)
	g.press(fire, 35*ms)
	g.release(fire, 36*ms)
	want("the next tap", 1, 1)
	g.release(fire, 52*ms)
	want("a release without a press", 0, 1)
	g.press(fire, 69*ms)
	g.ReleaseAll(70e6)
	g.press(fire, 71*ms)
	g.release(fire, 72*ms)
	want("pressed again after it was let go", 2, 2)
	g.press(fire, 86*ms)
	g.ReleaseAll(87e6)
	g.Push(input.Event{At: 88e6, Code: fire, Kind: input.Analog, Value: 9})
	g.release(fire, 89*ms)
	want("moved after it was let go", 1, 2)
}

func TestFlushKeepsLevelsAndForgetsEdges(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 3)
	g.press(jump, ms)
	g.frame(17*ms, nil)
	g.Pause()
	g.press(fire, 18*ms)
	g.release(jump, 19*ms)
	g.press(stick, 19*ms)
	g.release(stick, 20*ms) // merged
	if n := g.Flush(); n != 4 || g.Waiting() != 0 {
		t.Errorf("flushed %d, %d wait", n, g.Waiting())
	}
	g.Resume()
	g.seen = nil
	g.frame(17*ms, func(_ tactus.Tick, in *input.State) {
		if in.Held(jump) || !in.Held(fire) || in.Held(stick) || in.Pressed(fire) != 0 {
			t.Errorf("jump %v, fire %v, stick %v, %d presses", in.Held(jump), in.Held(fire), in.Held(stick), in.Pressed(fire))
		}
	})
	g.want("")
}

func TestAtScaleZeroInputWaits(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{Cap: 1, Overflow: tactus.CatchUp}, 0)
	g.frame(60*ms, nil) // two steps are carried
	if err := g.SetScale(tactus.Hz(0)); err != nil {
		t.Fatal(err)
	}
	g.press(jump, 65*ms)
	g.frame(20*ms, nil)
	if err := g.SetScale(tactus.Hz(1)); err != nil {
		t.Fatal(err)
	}
	g.frame(17*ms, nil)
	g.frame(17*ms, nil)
	g.frame(17*ms, nil)
	if got := strings.Join(g.seen, ""); got != "P1" {
		t.Errorf("ticks see %q", g.seen)
	}
	if g.seen[1] != "" {
		t.Errorf("the tick at scale 0 sees %q", g.seen[1])
	}
}

func TestBadSettingsAreRefusedWithWhatIsAllowed(t *testing.T) {
	for _, size := range []int{-1, 65537, math.MinInt, math.MaxInt} {
		b, err := input.NewBuffer(input.BufferConfig{Cap: size})
		var bad *tactus.ConfigError
		if b != nil || !errors.As(err, &bad) || bad.Field != "BufferConfig.Cap" || !strings.Contains(bad.Want, "65536") {
			t.Errorf("cap %d: %v", size, err)
		}
	}
	for _, size := range []int{0, 1, 65536} {
		if _, err := input.NewBuffer(input.BufferConfig{Cap: size}); err != nil {
			t.Errorf("cap %d: %v", size, err)
		}
	}
}

func TestTheDefaultBufferHoldsWhatItSays(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 0)
	n := 0
	for g.press(jump, ms) {
		n++
	}
	if n != 1024 || g.Waiting() != 1024 {
		t.Errorf("%d events fit, want 1024", n)
	}
}

func TestMistakesPanicWithTheValue(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 0)
	g.Feed(40e6)
	w := g.Window()
	g.Next()
	g.Next()
	in := g.Buffer.Tick(w, 1)
	if in.Pressed(0) != 0 || in.Released(0) != 0 || in.Held(0) || in.Level(0) != 0 {
		t.Error("code 0 is something")
	}
	for want, mistake := range map[string]func(){
		"code is 0":            func() { g.Push(input.Event{Kind: input.Press}) },
		"code is 512":          func() { g.Push(input.Event{Kind: input.Press, Code: 512}) },
		"kind is 0":            func() { g.Push(input.Event{Code: 1}) },
		"kind is 4":            func() { g.Push(input.Event{Code: 1, Kind: 4}) },
		"code is 513":          func() { in.Pressed(513) },
		"code is 514":          func() { in.Released(514) },
		"code is 515":          func() { in.Held(515) },
		"code is 65535":        func() { in.Level(65535) },
		"tick 2 in a window":   func() { g.Buffer.Tick(w, 2) },
		"tick -1 in a window":  func() { g.Buffer.Tick(w, -1) },
		"tick 1 in a window":   func() { g.Buffer.Tick(g.Window(), 1) }, // taken after the steps
		"0 from tick 2: want ": func() { g.Buffer.Tick(g.Window(), 2) },
	} {
		func() {
			defer func() {
				text, _ := recover().(string)
				if !strings.HasPrefix(text, "tactus: ") || !strings.Contains(text, want) {
					t.Errorf("panic %q, want one with %q", text, want)
				}
			}()
			mistake()
		}()
	}
}

func TestKindsHaveNames(t *testing.T) {
	for k, want := range map[input.Kind]string{0: "none", input.Press: "press", input.Release: "release",
		input.Analog: "analog", 9: "unknown"} {
		if k.String() != want {
			t.Errorf("kind %d is %q", k, k)
		}
	}
}

func TestATickDoesNotAllocate(t *testing.T) {
	g := newGame(t, tactus.StepperConfig{}, 8)
	n := testing.AllocsPerRun(1000, func() {
		g.now = g.now.Add(20 * ms)
		for i := range 6 { // and some that are merged
			at := g.now.Add(-time.Duration(i) * 2 * ms)
			g.Push(input.Event{At: at, Code: input.Code(1 + i), Kind: input.Press})
			g.Push(input.Event{At: at.Add(ms), Code: input.Code(1 + i), Kind: input.Release})
			g.Push(input.Event{At: at, Code: stick, Kind: input.Analog, Value: int32(i)})
		}
		g.Feed(g.now)
		w := g.Window()
		for g.Next() {
			g.Buffer.Tick(w, g.Stepper.Tick())
		}
		g.ReleaseAll(g.now)
		g.Flush()
	})
	if n != 0 {
		t.Errorf("a tick allocates %v times", n)
	}
}
