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
	"github.com/tactus-go/tactus/tactustest"
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
		{"frame-bound input", maker[frameBound](), []string{"tick 37", "V:", "16 ms"}},
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
	if got.failed != "" || !strings.Contains(got.logged, "equal in 100 ticks, 2100 hashes") {
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

func TestALongRunsFieldsAreNamedAsTheyWere(t *testing.T) {
	// More fields than are kept as texts: 30,000 ticks of 6. The faults lie beyond them.
	inputs := testInputs(30_000)
	for name, c := range map[string]struct {
		newGame func() sim.Sim
		want    []string
	}{
		"clock":            {maker[lateClock](), []string{"tick 29000", "X:"}},
		"package variable": {maker[oneShot](), []string{"tick 25000", "V:"}},
		"unsaved field":    {maker[lateUnsaved](), []string{"tick 29000", "its fields are not known"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got catcher
			prove.Test(&got, c.newGame, inputs)
			for _, want := range c.want {
				if !strings.Contains(got.failed, want) {
					t.Errorf("the report lacks %q:\n%.2000s", want, got.failed)
				}
			}
		})
	}
}

// oneShot faults once in the life of the process: no second run shows it again.
type oneShot struct{ world }

var fired bool

func (w *oneShot) Step(in int8) {
	if w.step(in); w.Tick == 25_001 && !fired {
		fired = true
		w.V += 77
	}
}

// lateUnsaved leaves a field out of Save that the clock has set.
type lateUnsaved struct {
	world
	Seen int64
}

func (w *lateUnsaved) Step(in int8) {
	if w.step(in); w.Tick == 29_001 {
		w.Seen = time.Now().UnixNano()
	}
}

func (w *lateUnsaved) Save(image []byte) []byte {
	return fmt.Appendf(image, "%d %d %d %d %d %d", w.Tick, w.X, w.V, w.Score[0], w.Score[1], w.Score[2])
}

func (w *lateUnsaved) Load(image []byte) error {
	var n lateUnsaved
	_, err := fmt.Sscan(string(image), &n.Tick, &n.X, &n.V, &n.Score[0], &n.Score[1], &n.Score[2])
	if err == nil {
		*w = n
	}
	return err
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
	still := tactustest.Recorded([]time.Duration{0}).Take(1)
	short := tactustest.Steady(50 * time.Millisecond).Take(2)
	for want, schedule := range map[string]prove.Schedule{
		"stands still at tick 0 of 10":                 {Name: "still", Frames: still},
		"ends or stands still at tick 6 of 10":         {Name: "short", Frames: short},
		`schedule 0, "none": Frames is nil`:            {Name: "none"},
		"StepperConfig.Cap is -7":                      {Name: "bad", Frames: tactustest.Steady(1), Config: badCap},
		"stands still at tick 0 of 10, after 100001 f": {Name: "paused", Frames: tactustest.Steady(1e7), Before: pauseAll},
	} {
		_, err := prove.Run(good, []prove.Schedule{schedule}, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("schedule %q: %v, want %q", schedule.Name, err, want)
		}
	}
	none := good
	none.New = func() sim.Sim { return nil }
	if _, err := prove.Run(none, nil, nil); err == nil || !strings.Contains(err.Error(), "returns nil") {
		t.Errorf("a game that is nil: %v", err)
	}
}

func badCap(c *tactus.StepperConfig) { c.Cap = -7 }

func pauseAll(_ int, s *tactus.Stepper) { s.Pause() }

// crashes panics at a tick.
type crashes struct{ world }

func (w *crashes) Step(in int8) {
	if w.step(in); w.Tick == 41 {
		panic("out of fuel")
	}
}

func TestAGamesPanicSaysWhereItWas(t *testing.T) {
	defer func() {
		text, _ := recover().(string)
		if !strings.Contains(text, `under "plain", at tick 40: out of fuel`) {
			t.Errorf("panic %q", text)
		}
	}()
	prove.Test(new(catcher), maker[crashes](), testInputs(100))
	t.Error("no panic")
}

// later faults at a tick that depends on which game of the process it is: the second one at 60, the
// others at 20.
type later struct {
	world
	at int64
}

var made int

func (w *later) Step(in int8) {
	if w.step(in); w.Tick == w.at {
		w.V += 1000
	}
}

func (w *later) Hash(h *sim.Hash) {
	h.Int("Tick", w.Tick)
	h.Int("X", w.X)
	h.Int("V", w.V)
}

func (w *later) Save(image []byte) []byte { return fmt.Appendf(image, "%d %d %d", w.Tick, w.X, w.V) }

func (w *later) Load(image []byte) error {
	n := *w // at is no state
	_, err := fmt.Sscan(string(image), &n.Tick, &n.X, &n.V)
	if err == nil {
		*w = n
	}
	return err
}

func TestTheEarliestDifferenceIsTheOneReported(t *testing.T) {
	made = 0
	var got catcher
	prove.Test(&got, func() sim.Sim {
		made++
		at := int64(21)
		switch {
		case made <= 2: // the one of check, and the reference
			at = 1000
		case made == 3:
			at = 61
		}
		return sim.MustOf[int8](&later{at: at})
	}, testInputs(100))
	if !strings.Contains(got.failed, "first difference at tick 20") ||
		!strings.Contains(got.failed, "plain, again (tick 60)") {
		t.Errorf("report:\n%s", got.failed)
	}
}

// schedules returns the standard set by name.
func schedules() map[string]prove.Schedule {
	all := map[string]prove.Schedule{}
	for _, s := range prove.Schedules(7) {
		all[s.Name] = s
	}
	return all
}

func TestEveryScheduleIsWhatItsNameSays(t *testing.T) {
	all := schedules()
	if len(all) != 18 || len(prove.Schedules(7)) != 18 {
		t.Fatalf("%d schedules, want 18 of different names", len(all))
	}
	const us = time.Microsecond
	for name, want := range map[string][]time.Duration{
		"16 ms": {16000 * us, 16000 * us}, "32 ms": {32000 * us}, "33 ms": {33000 * us}, "33.3 ms": {33300 * us, 33300 * us},
		"6.9 ms": {6900 * us}, "7 ms": {7000 * us, 7000 * us},
		"3/7/13/29/48 ms":          {3000 * us, 7000 * us, 13000 * us, 29000 * us, 48000 * us, 3000 * us},
		"30 fps":                   {33333333, 33333333, 33333334},
		"60 fps":                   {16666666, 16666667, 16666667, 16666666},
		"144 fps":                  {6944444, 6944444, 6944445},
		"60 fps, slow motion 1/3":  {16666666, 16666667},
		"60 fps, fast forward 4x":  {16666666, 16666667},
		"60 fps, pause and resume": {16666666, 16666667},
	} {
		if got := all[name].Frames.Frames(len(want)); !slices.Equal(got, want) {
			t.Errorf("%s: frames %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]struct {
		n     int
		frame time.Duration
		every int
	}{
		"60 fps, 500 ms hitch":       {31, 500 * time.Millisecond, 1000},
		"144 fps, hitches of 120 ms": {19, 120 * time.Millisecond, 19},
		"cap of 2, caught up":        {9, 90 * time.Millisecond, 9},
		"cap of 2, spread":           {11, 90 * time.Millisecond, 11},
	} {
		for i, d := range all[name].Frames.Frames(100) {
			if hitch := d >= 90*time.Millisecond; hitch != ((i+1-want.n)%want.every == 0) || hitch && d != want.frame {
				t.Errorf("%s: frame %d takes %v", name, i, d)
			}
		}
	}
	jitter := all["60 fps, jitter 0.4-1.6x (seed 7)"].Frames.Frames(5000)
	low, high := slices.Min(jitter), slices.Max(jitter)
	if low < 6666*us || low > 6800*us || high > 26667*us || high < 26500*us {
		t.Errorf("jitter from %v to %v, want 6.67 ms to 26.67 ms", low, high)
	}
}

func TestASchedulesScalePauseAndCapAreInForce(t *testing.T) {
	s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		t.Fatal(err)
	}
	all := schedules()
	for name, want := range map[string]tactus.Rate{
		"60 fps, slow motion 1/3": tactus.Ratio(1, 3), "60 fps, fast forward 4x": tactus.Hz(4),
	} {
		if all[name].Before(0, s); s.Scale() != want {
			t.Errorf("%s: scale %s", name, s.Scale())
		}
	}
	for frame := range 90 {
		all["60 fps, pause and resume"].Before(frame, s)
		if want := frame%30 >= 20; s.Paused() != want {
			t.Errorf("frame %d: paused %t", frame, s.Paused())
		}
	}
	for name, want := range map[string]tactus.Overflow{
		"cap of 2, caught up": tactus.CatchUp, "cap of 2, spread": tactus.Spread,
	} {
		c := tactus.StepperConfig{Overflow: tactus.DropAll, CarryMax: 7}
		if all[name].Config(&c); c.Cap != 2 || c.Overflow != want || c.CarryMax != 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// burst faults when it is drawn while steps are carried.
type burst struct{ world }

func (w *burst) Step(in int8) { w.step(in) }

func (w *burst) Draw(alpha float64) {
	if alpha == 1 {
		w.V++
	}
}

func TestAFaultThatShowsOnlyWhereStepsAreCarriedIsCaught(t *testing.T) {
	var got catcher
	prove.Test(&got, maker[burst](), testInputs(100))
	if !strings.Contains(got.failed, "V:") || !strings.Contains(got.failed, "cap of 2") {
		t.Errorf("report:\n%s", got.failed)
	}
}
