package prove_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/sim"
)

// The games of this file are broken on purpose, each in one way, at one tick. Each must be caught, and
// the report must name that tick and the field.

// faultTick is where the faults of the broken games begin.
const faultTick = 37

type world struct {
	Tick  int64
	X, V  int64
	Score [3]int64
}

func (w *world) step(in int8) {
	w.V += int64(in)
	w.X += w.V
	w.Score[w.Tick%3] += w.X & 7
	w.Tick++
}

// faulty reports whether the fault's tick, or a later one, is the one that has just run.
func (w *world) faulty() bool { return w.Tick > faultTick }

type clockReader struct{ world }

func (w *clockReader) Step(in int8) {
	w.step(in)
	if w.faulty() {
		w.Score[1] = time.Now().UnixNano()
	}
}

type mapOrder struct{ world }

func (w *mapOrder) Step(in int8) {
	w.step(in)
	if !w.faulty() {
		return
	}
	units := map[int64]int64{}
	for i := range int64(64) {
		units[i] = i
	}
	for id := range units { // the last one wins, and which is last changes from run to run
		w.X = id
	}
}

type globalState struct{ world }

var drawn int64 // survives a rollback and is shared by all games

func (w *globalState) Step(in int8) {
	w.step(in)
	if w.faulty() {
		drawn++
		w.V += drawn
	}
}

// frameBound polls its input once a frame, when it is drawn, as a game does that asks the keyboard.
type frameBound struct {
	world
	polled int8
}

func (w *frameBound) Step(in int8) {
	if w.Tick < faultTick {
		w.polled = in
	}
	w.step(w.polled)
}

func (w *frameBound) Draw(float64) {
	if w.Tick >= faultTick {
		w.polled = 5
	}
}

// unsaved leaves one field out of Save, which is 0 until the fault's tick.
type unsaved struct {
	world
	Late int64
}

func (w *unsaved) Step(in int8) {
	w.step(in)
	if w.faulty() {
		w.Late++
	}
}

func (w *unsaved) Save(image []byte) []byte {
	return fmt.Appendf(image, "%d %d %d %d %d %d", w.Tick, w.X, w.V, w.Score[0], w.Score[1], w.Score[2])
}

func (w *unsaved) Load(image []byte) error {
	var n unsaved
	_, err := fmt.Sscan(string(image), &n.Tick, &n.X, &n.V, &n.Score[0], &n.Score[1], &n.Score[2])
	if err == nil {
		*w = n
	}
	return err
}

// heals differs for ten ticks and is itself again.
type heals struct{ world }

func (w *heals) Step(in int8) {
	w.step(in)
	switch w.Tick {
	case faultTick + 1:
		w.Score[0] += time.Now().UnixNano() << 8
	case faultTick + 11:
		w.Score[0] &= 7
	}
	if w.Tick < faultTick+1 {
		w.Score[0] &= 7
	}
}

// randomHash is sound, but for a Hash that writes what is no state.
type randomHash struct{ world }

func (w *randomHash) Step(in int8) { w.step(in) }

func (w *randomHash) Hash(h *sim.Hash) {
	h.Int("Tick", w.Tick)
	h.Int("X", w.X)
	if w.faulty() {
		h.Uint("noise", rand.Uint64())
	}
}

// shuffledHash writes its fields in no fixed order.
type shuffledHash struct{ world }

func (w *shuffledHash) Step(in int8) { w.step(in) }

func (w *shuffledHash) Hash(h *sim.Hash) {
	h.Int("Tick", w.Tick)
	fields := map[string]int64{"X": w.X, "V": w.V, "S": w.Score[0] + 100}
	for name, v := range fields {
		h.Int(name, v)
	}
}

// stale keeps a field of the future when it is loaded, as a game does that forgets to reset a cache.
type stale struct {
	world
	Best int64
}

func (w *stale) Step(in int8) {
	w.step(in)
	if w.faulty() {
		w.Best++
	}
}

func (w *stale) Save(image []byte) []byte {
	return fmt.Appendf(image, "%d %d %d %d %d %d", w.Tick, w.X, w.V, w.Score[0], w.Score[1], w.Score[2])
}

func (w *stale) Load(image []byte) error {
	n := *w // Best stays
	_, err := fmt.Sscan(string(image), &n.Tick, &n.X, &n.V, &n.Score[0], &n.Score[1], &n.Score[2])
	if err == nil {
		*w = n
	}
	return err
}

// maker returns a function that makes games of one type.
func maker[W any, P interface {
	*W
	Step(in int8)
}]() func() sim.Sim {
	return func() sim.Sim { return sim.MustOf[int8](P(new(W))) }
}

func testInputs(n int) [][]byte {
	moves := make([]int8, n)
	for i := range moves {
		moves[i] = int8(i%5 - 2)
	}
	return sim.Inputs(moves...)
}

// catcher is a T that keeps what a test would have failed with.
type catcher struct{ failed, logged string }

func (c *catcher) Helper()                           {}
func (c *catcher) Logf(format string, args ...any)   { c.logged += fmt.Sprintf(format, args...) }
func (c *catcher) Fatalf(format string, args ...any) { c.failed += fmt.Sprintf(format, args...) }

func TestEveryBrokenGameIsCaughtAtItsTickAndField(t *testing.T) {
	for _, c := range []struct {
		name    string
		newGame func() sim.Sim
		want    []string
	}{
		{"clock read", maker[clockReader](), []string{"tick 37", "Score[1]:"}},
		{"map order", maker[mapOrder](), []string{"tick 37", "X:"}},
		{"global state", maker[globalState](), []string{"tick 37", "V:"}},
		{"frame-bound input", maker[frameBound](), []string{"tick 37", "V:", "fps"}},
		{"random hash", maker[randomHash](), []string{"tick 37", "noise:"}},
		{"shuffled hash", maker[shuffledHash](), []string{"no field differs", "no fixed order"}},
		{"field left out of Save", maker[unsaved](), []string{"tick 37", "Late:", "saved and loaded"}},
		{"field left by Load", maker[stale](), []string{"tick 37", "Best:"}},
		{"difference that heals", maker[heals](), []string{"tick 37", "Score[0]:", "healed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got catcher
			prove.Test(&got, c.newGame, testInputs(100))
			for _, want := range c.want {
				if !strings.Contains(got.failed, want) {
					t.Errorf("the report lacks %q:\n%s", want, got.failed)
				}
			}
		})
	}
}

type sound struct{ world }

func (w *sound) Step(in int8) { w.step(in) }

func TestASoundGamePasses(t *testing.T) {
	var got catcher
	prove.Test(&got, maker[sound](), testInputs(100))
	if got.failed != "" || !strings.Contains(got.logged, "equal in 100 ticks, 1800 hashes") {
		t.Errorf("failed %q, logged %q", got.failed, got.logged)
	}
}

type frozen struct{ X int64 }

func (*frozen) Step(int8) {}

type deaf struct{ X int64 }

func (w *deaf) Step(int8) { w.X++ }

func TestAProofThatProvesNothingFailsLoudly(t *testing.T) {
	newSound := maker[sound]()
	for _, c := range []struct {
		name    string
		newGame func() sim.Sim
		inputs  [][]byte
		want    string
	}{
		{"no ticks", newSound, nil, "no tick was run"},
		{"a state that never changes", maker[frozen](), testInputs(50), "the state never changed in 50 ticks"},
		{"inputs all zero", newSound, sim.Inputs(make([]int8, 50)...), "every input was empty or zero"},
		{"no inputs", newSound, make([][]byte, 50), "every input was empty or zero"},
		{"inputs that change nothing", maker[deaf](), testInputs(50), "the inputs changed nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got catcher
			prove.Test(&got, c.newGame, c.inputs)
			if !strings.Contains(got.failed, "vacuous") || !strings.Contains(got.failed, c.want) {
				t.Errorf("got %q, want vacuous with %q", got.failed, c.want)
			}
		})
	}
}

func TestALongRunsFieldsAreNamedFromASecondRun(t *testing.T) {
	// More fields than are kept: 30,000 ticks of 6. The fault lies beyond what is kept.
	inputs := testInputs(30_000)
	var got catcher
	prove.Test(&got, maker[lateClock](), inputs)
	for _, want := range []string{"tick 29000", "X:"} {
		if !strings.Contains(got.failed, want) {
			t.Errorf("the report lacks %q:\n%.2000s", want, got.failed)
		}
	}
	if strings.Contains(got.failed, "does not repeat") {
		t.Errorf("a fault at a fixed tick is called unsteady:\n%.2000s", got.failed)
	}
}

type lateClock struct{ world }

func (w *lateClock) Step(in int8) {
	w.step(in)
	if w.Tick == 29_001 {
		w.X = time.Now().UnixNano()
	}
}

func TestAFaultAtARandomTickAndFieldIsNamed(t *testing.T) {
	const seed = 1
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		tick, field := r.Int64N(100), r.IntN(5)
		var got catcher
		newGame := func() sim.Sim { return sim.MustOf[int8](&anywhere{tick: tick, field: int64(field)}) }
		prove.Test(&got, newGame, testInputs(100))
		name := []string{"X", "V", "Score[0]", "Score[1]", "Score[2]"}[field]
		if !strings.Contains(got.failed, fmt.Sprintf("tick %d,", tick)) || !strings.Contains(got.failed, name+":") {
			t.Fatalf("a fault at tick %d in %s is reported as:\n%s", tick, name, got.failed)
		}
	}
}

type anywhere struct {
	world
	tick, field int64
}

func (w *anywhere) Step(in int8) {
	w.step(in)
	if w.Tick != w.tick+1 {
		return
	}
	noise := time.Now().UnixNano()
	*[]*int64{&w.X, &w.V, &w.Score[0], &w.Score[1], &w.Score[2]}[w.field] += noise
}

// refuses saves what it does not load.
type refuses struct{ world }

func (w *refuses) Step(in int8)             { w.step(in) }
func (w *refuses) Save(image []byte) []byte { return append(image, 1) }
func (w *refuses) Load([]byte) error        { return fmt.Errorf("version 2 is not known") }

func TestAGameThatRefusesWhatItSavedIsAnError(t *testing.T) {
	var got catcher
	prove.Test(&got, maker[refuses](), testInputs(10))
	for _, want := range []string{"saved and loaded each tick", "tick 0", "refuses to load", "version 2 is not known"} {
		if !strings.Contains(got.failed, want) {
			t.Errorf("the error lacks %q: %s", want, got.failed)
		}
	}
}

func TestABadScenarioIsAnError(t *testing.T) {
	good := sim.Scenario{
		Name: "x", Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)}, Ticks: 10,
		New:   maker[sound](),
		Input: func(tactus.Tick) []byte { return []byte{1} },
	}
	for want, change := range map[string]func(s *sim.Scenario){
		"Scenario.New is nil":         func(s *sim.Scenario) { s.New = nil },
		"Scenario.Input is nil":       func(s *sim.Scenario) { s.Input = nil },
		"Scenario.Ticks is -1":        func(s *sim.Scenario) { s.Ticks = -1 },
		"StepperConfig.Rate is unset": func(s *sim.Scenario) { s.Stepper.Rate = tactus.Rate{} },
	} {
		s := good
		change(&s)
		if _, err := prove.Run(s, prove.Schedules(1), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	stuck := prove.Schedule{Name: "stuck", Frames: func(yield func(prove.Frame) bool) {
		for yield(prove.Frame{}) {
		}
	}}
	_, err := prove.Run(good, []prove.Schedule{stuck}, nil)
	if err == nil || !strings.Contains(err.Error(), "does not get on") {
		t.Errorf("a schedule without time: %v", err)
	}
}

func TestEverySchedulesTotalTimeIsWhatItSays(t *testing.T) {
	names := []string{}
	for _, s := range prove.Schedules(7) {
		names = append(names, s.Name)
		var sum time.Duration
		n := 0
		for f := range s.Frames {
			if f.Time < 0 {
				t.Errorf("%s: a frame of %v", s.Name, f.Time)
			}
			if sum += f.Time; n == 1000 {
				break
			}
			n++
		}
		if sum < 6*time.Second || sum > 40*time.Second {
			t.Errorf("%s: 1,001 frames take %v", s.Name, sum)
		}
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != 15 {
		t.Errorf("schedules %q, want 15 of different names", names)
	}
}
