package scene

import (
	"time"

	"github.com/tactus-go/tactus"
)

// The controls of the page Spiral.
const (
	spiralCost   = iota // ms a step
	spiralRender        // ms a frame
	spiralSteps
	spiralClamp
	spiralCap
	spiralBudget
	spiralOverflow
	spiralSpeed
)

// The actions of the page Spiral.
const (
	spiralPause = iota
	spiralHitch
	spiralRestart
)

const (
	capSteps    = 5                     // of the cap, where it is on
	budgetTime  = 12 * time.Millisecond // of the budget, where it is on
	displayTime = time.Second / 60      // the shortest frame: the display waits for it
	// deadAfter is the frame time at which nobody waits for the next frame any more.
	deadAfter = 2 * time.Second
)

// bandMax is how many frames the band shows, and bandWidth what is kept of each.
const (
	bandMax   = 600
	bandWidth = 7
)

// A spiralScene is a machine whose steps cost time: what a frame computes is how long it takes, and so
// what the next one has to compute.
type spiralScene struct {
	controls
	player
	board   *Board
	stepper *tactus.Stepper
	dt      float64       // of a step, in seconds
	took    time.Duration // the last frame
	dead    bool

	out struct {
		frame, frameRate, steps, load, tick, time, behind *float64
		run, carried, cap, budget, clamped, dead, worst   *float64
		paused                                            *float64
		band                                              []float64
	}
}

func newSpiral() *spiralScene {
	s := &spiralScene{player: newPlayer(), board: newBoard(), controls: newControls(
		number("cost", 0.5, 60, 0.5, 25),
		number("render", 1, 30, 0.5, 4),
		number("steps", 10, 240, 1, 60),
		toggle("clamp", true),
		toggle("cap", false),
		toggle("budget", false),
		choice("overflow", int(tactus.KeepPhase), "keepPhase", "dropAll", "carry", "catchUp", "spread"),
		number("speed", 0.05, 2, 0.05, 1),
	)}
	o, b := &s.out, s.board
	o.frame, o.frameRate, o.steps, o.load = b.one("frame"), b.one("frameRate"), b.one("steps"), b.one("load")
	o.tick, o.time, o.behind, o.run = b.one("tick"), b.one("time"), b.one("behind"), b.one("run")
	o.carried, o.cap, o.budget = b.one("carried"), b.one("droppedCap"), b.one("droppedBudget")
	o.clamped, o.dead, o.worst, o.paused = b.one("clamped"), b.one("dead"), b.one("worst"), b.one("paused")
	o.band = b.slot("band", 1+bandMax*bandWidth)
	s.restart()
	return s
}

func (s *spiralScene) Board() *Board     { return s.board }
func (s *spiralScene) Actions() []string { return []string{"pause", "hitch", "restart"} }
func (s *spiralScene) Leave()            { s.leave() }

func (s *spiralScene) Set(control int, value float64) {
	if !s.set(control, value) {
		return
	}
	switch control {
	case spiralSteps, spiralClamp, spiralCap, spiralBudget, spiralOverflow:
		s.restart()
	}
	s.tell()
}

func (s *spiralScene) Act(action int) {
	switch action {
	case spiralPause:
		s.paused = !s.paused
	case spiralHitch:
		s.hitch += 500 * time.Millisecond
	case spiralRestart:
		s.restart()
	}
	s.tell()
}

// config is what the switches say.
func (s *spiralScene) config() tactus.StepperConfig {
	c := tactus.StepperConfig{Rate: tactus.Hz(int64(s.values[spiralSteps])), Clamp: tactus.NoClamp, Cap: tactus.NoCap,
		Overflow: tactus.Overflow(s.values[spiralOverflow])}
	if s.on(spiralClamp) {
		c.Clamp = 0
	}
	if s.on(spiralCap) {
		c.Cap = capSteps
	}
	if s.on(spiralBudget) {
		c.Budget = budgetTime
	}
	return c
}

func (s *spiralScene) restart() {
	c := s.config()
	s.stepper = must(tactus.NewStepper(c))
	s.dt = 1 / c.Rate.Float()
	s.stepper.Feed(s.now)
	s.player.restart()
	s.took, s.dead = displayTime, false
	*s.out.worst, *s.out.frame, *s.out.steps = 0, 0, 0
	clear(s.out.band)
	s.tell()
}

func (s *spiralScene) Frame(now tactus.Instant) {
	if s.dead {
		s.advance(now, 0)
		return
	}
	s.frames(now, s.values[spiralSpeed], s.length, s.run)
	s.tell()
}

// length is how long the frame that is being made takes.
func (s *spiralScene) length() time.Duration { return s.took }

// run ends a frame that took d, and computes the next one.
func (s *spiralScene) run(d time.Duration) {
	if s.dead {
		return
	}
	cost := millis(s.values[spiralCost])
	s.stepper.Feed(s.now)
	at := s.now
	for s.stepper.NextAt(at) {
		at = at.Add(cost)
	}
	s.took = max(at.Sub(s.now)+millis(s.values[spiralRender]), displayTime)
	s.dead = s.took > deadAfter
	s.keep(d)
}

func millis(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// keep writes what became of a frame's time onto the band, in seconds.
func (s *spiralScene) keep(d time.Duration) {
	frame, band := s.stepper.Frame(), s.out.band
	at := 1 + bandWidth*(int(band[0])%bandMax)
	row := band[at : at+bandWidth]
	row[0] = time.Duration(s.now).Seconds()
	row[1] = d.Seconds()
	row[2] = float64(frame.Run) * s.dt
	row[3] = s.stepper.Phase().Float() * s.dt
	row[4] = frame.DroppedCap.Float() * s.dt
	row[5] = frame.DroppedBudget.Float() * s.dt
	row[6] = frame.Clamped.Seconds()
	band[0]++
	*s.out.frame, *s.out.frameRate, *s.out.steps = row[1], 1/row[1], float64(frame.Run)
	*s.out.worst = max(*s.out.worst, s.took.Seconds())
}

func (s *spiralScene) tell() {
	o, total := &s.out, s.stepper.Total()
	*o.load = s.values[spiralCost] * s.values[spiralSteps] / 1000
	*o.tick, *o.time = float64(s.stepper.Tick()), time.Duration(s.now).Seconds()
	*o.run = float64(total.Run) * s.dt
	*o.carried = s.stepper.Phase().Float() * s.dt
	*o.cap, *o.budget = total.DroppedCap.Float()*s.dt, total.DroppedBudget.Float()*s.dt
	*o.clamped = total.Clamped.Seconds()
	*o.behind = *o.cap + *o.budget + *o.clamped + *o.carried
	*o.dead, *o.paused = flag(s.dead), flag(s.paused)
}
