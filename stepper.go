package tactus

import (
	"cmp"
	"iter"
	"time"
)

// A Stepper turns measured time into whole steps of one constant length. Each frame the caller feeds
// it the clock's reading and runs the steps that it says; it calls nothing itself.
//
// The model: time fed, after clamp and scale, is added to the phase (the field also says accumulator
// or overstep), counted in steps; whole steps are due, and what is left is alpha, the weight for
// drawing between the last two states. The phase is an integer of a unit that divides a nanosecond
// of every rate and scale in force, so no time is ever rounded away: over ten days at 60 Hz in
// frames of 250 ms there are exactly 51,840,000 steps and the phase is 0.
//
// Make one with NewStepper. It must not be copied once used.
type Stepper struct {
	rate  Rate
	gain  gain   // of rate and scale
	mul   uint64 // num*scale where the short way is open: a small whole scale and no nudge; else 0
	unit  uint64 // the rate's denominator times 10^9: the phase's hi is under it
	clamp time.Duration
	short time.Duration // frames up to this may go Feed's short way; under 0 none

	total account // since the start
	start account // total as it was before this frame
	first span    // phase at the start, on today's grid
	stale bool    // start lacks what is rare in total

	in     intake
	event  Gap   // of this frame
	latest Gap   // of any
	left   int64 // steps of the plan that have not run
	inStep bool
	grant  bool // the plan is a grant: its steps take nothing from the phase
	paused bool

	limit limits
	lead  span
	asked Rate // StepperConfig.Lead
	side  side
	nudge nudge
	cost  cost
	now   Instant // the frame's reading
}

// NewStepper returns a stepper at tick 0 whose first reading will count as no time. The error is a
// *ConfigError that names the field.
func NewStepper(c StepperConfig) (*Stepper, error) {
	if c.Scale == (Rate{}) {
		c.Scale = Ratio(1, 1)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Stepper{rate: c.Rate, clamp: FrameMax, limit: limitsOf(c), asked: c.Lead,
		side: side{width: c.Hysteresis}, cost: cost{budget: c.Budget}}
	if c.Clamp != NoClamp {
		s.clamp = min(cmp.Or(c.Clamp, clampDefault), FrameMax)
	}
	s.in.gapAfter = cmp.Or(c.GapAfter, gapAfterDefault)
	s.gain.scale = c.Scale
	s.regrid()
	s.first, s.total.phase = s.lead, s.lead
	s.start = s.total
	return s, nil
}

// A Plan is what a frame is going to run: ticks First to First+Steps-1.
type Plan struct {
	First Tick
	Steps int64
}

// Feed begins a frame: it takes the time since the last reading and returns the steps that it makes
// due, which the caller then runs by Next. Steps of the last plan that the caller did not take stay
// due. A reading before an earlier one counts as no time, and is counted; the clock goes on from the
// latest. While paused the whole frame counts as paused.
func (s *Stepper) Feed(now Instant) Plan {
	s.begin(now)
	d := time.Duration(now - s.in.high)
	if now < s.in.high || d < 0 || d > s.short { // d is under 0 where the difference is over an int64
		return s.feed(now)
	}
	s.in.high = now
	s.in.real += d
	s.total.real = s.in.real
	s.total.fed += d
	p := &s.total.phase
	p.hi += uint64(d) * s.mul // under 2^62 + 2^31*2^32
	if p.hi >= s.unit {
		p.whole++
		if p.hi -= s.unit; p.hi >= s.unit {
			p.whole += int64(p.hi / s.unit)
			p.hi %= s.unit
		}
	}
	s.left = p.whole
	if s.left > s.limit.cap {
		s.left = s.limitSteps(s.left, 0)
	}
	return Plan{s.total.tick, s.left}
}

// begin ends the last frame: from here on Frame counts anew.
func (s *Stepper) begin(now Instant) {
	s.start.often = s.total.often
	if s.stale {
		s.start.rare = s.total.rare
		s.stale = false
	}
	s.total.frames++
	s.event.Cause = 0
	s.now, s.left, s.inStep, s.grant, s.cost.begun = now, 0, false, false, false
}

// shortMax bounds the frames of the short way, so that its product stays within 64 bits.
const shortMax = 1<<31 - 1

// fitShort works out up to what frame time Feed may go the short way, on which the frame is neither
// clamped nor a gap, the credit is one 64-bit product, and the plan is what is due; under 0 none may.
func (s *Stepper) fitShort() {
	s.short = min(s.clamp, s.in.gapAfter, shortMax)
	switch {
	case s.mul == 0, s.paused, s.in.suspend != 0, s.side.width != (Rate{}), s.limit.spread:
		s.short = -1
	case !s.in.started, Instant(s.in.real) > s.in.high: // a clock from below 0, whose times can pass an int64
		s.short = -1
	}
}

// feed is Feed the long way.
func (s *Stepper) feed(now Instant) Plan {
	s.stale = true
	d := s.in.take(now)
	s.total.real, s.total.backward = s.in.real, s.in.backward
	if gap := s.in.gap(d); gap.Cause != 0 {
		s.event, s.latest = gap, gap
	}
	s.fitShort()
	if s.paused {
		s.total.paused += d
		return Plan{First: s.total.tick}
	}
	if d > s.clamp {
		d = s.cut(d)
	}
	s.total.fed += d
	carried := s.total.phase.whole - s.side.held
	s.credit(d)
	due := s.total.phase.whole
	if s.side.width != (Rate{}) {
		due = s.decide(due)
	}
	s.left = s.limitSteps(due, carried)
	return Plan{s.total.tick, s.left}
}

// cut clamps a frame and says what the rest was.
func (s *Stepper) cut(d time.Duration) time.Duration {
	if s.event.Cause != 0 && s.event.Cause != Unannounced {
		s.total.gap += d - s.clamp
	} else {
		s.total.clamped += d - s.clamp
	}
	return s.clamp
}

// credit adds to the phase what d gives at the scale and rate in force.
func (s *Stepper) credit(d time.Duration) {
	credited := s.gain.take(uint64(d), &s.total.rest)
	s.total.phase = s.total.phase.add(spanOf(credited, s.unit), s.unit)
	if s.nudge.most != (Rate{}) {
		s.applyNudge(credited)
	}
}

// Next begins the plan's next step, and reports false when there is none left: for s.Next() { ... }.
func (s *Stepper) Next() bool {
	if s.left == 0 {
		s.inStep = false
		return false
	}
	s.left--
	s.inStep = true
	s.total.tick++
	if s.grant {
		s.total.granted++
	} else {
		s.total.phase.whole--
	}
	return true
}

// NextAt is Next for a stepper with a budget: now is a reading taken just before the call, of the
// same clock as Feed's. It ends the plan when the time since its first reading plus the last step's
// cost passes the budget; one due step always runs. Granted steps have no budget.
func (s *Stepper) NextAt(now Instant) bool {
	if s.left > 0 && !s.grant && s.cost.exceeded(now) {
		s.left = 0
		s.overflow(0, byBudget)
	}
	return s.Next()
}

// Tick returns the tick that is being run, from a Next that reported true to the call after it; at
// other times the next tick to run.
func (s *Stepper) Tick() Tick {
	if s.inStep {
		return s.total.tick - 1
	}
	return s.total.tick
}

// Ticks feeds now and returns the ticks to run: for t := range s.Ticks(now) { game.Step(t) }.
func (s *Stepper) Ticks(now Instant) iter.Seq[Tick] {
	s.Feed(now)
	return func(yield func(Tick) bool) {
		for s.Next() && yield(s.Tick()) {
		}
	}
}

// Alpha returns how far the phase is on its way to the next step, for drawing: previous*(1-alpha) +
// current*alpha. Read it after the frame's steps. It is at least 0 and under 1, and exactly 1 where
// whole steps are carried or held back. Converted to a float32 it may round up to 1.
func (s *Stepper) Alpha() float64 {
	p := &s.total.phase
	switch {
	case p.whole >= 1:
		return 1
	case p.whole < 0:
		return 0 // a step that hysteresis ran early
	}
	units := float64(int64(p.hi))
	if p.lo != 0 {
		units += float64(float64(p.lo) * 0x1p-64)
	}
	if a := units / float64(int64(s.unit)); a < 1 {
		return a
	}
	return 1 - 1.0/(1<<53) // a unit over 2^53 rounds to 1 just below it
}

// Phase returns the game time fed and not yet turned into steps, in steps, exact.
func (s *Stepper) Phase() Steps { return s.steps(s.total.phase, s.total.rest, 0) }

// Frame returns the ledger of the frame: since the last Feed or Grant. Read it after the steps.
func (s *Stepper) Frame() Ledger {
	l := s.ledger(s.start)
	if s.event.Cause != 0 {
		l.Event = s.event
	}
	return l
}

// Total returns the ledger since the start.
func (s *Stepper) Total() Ledger {
	l := s.ledger(account{often: often{phase: s.first}})
	l.Event = s.latest
	return l
}

// Pause stops game time for what is fed after it; phase and alpha stay. Steps of this frame's plan
// still run. Pausing twice is pausing once.
func (s *Stepper) Pause() {
	s.paused = true
	s.fitShort()
}

// Resume ends a pause for what is fed after it; the time of the pause is not caught up. Call it after a
// Feed, as a frame's steps are: before one, the time since the last Feed would no longer be paused.
func (s *Stepper) Resume() {
	s.paused = false
	s.fitShort()
}

// Paused reports whether game time is stopped by Pause.
func (s *Stepper) Paused() bool { return s.paused }

// Grant begins a frame of its own of exactly n steps, paused or not: single steps for a debugger,
// n steps for a host that counts itself. No cap or budget holds, no time passes, the phase stays. n
// under 1 is none.
func (s *Stepper) Grant(n int) Plan {
	s.begin(s.now)
	s.stale, s.grant = true, true
	s.left = int64(max(n, 0))
	return Plan{s.total.tick, s.left}
}

// Suspend announces that the loop will not run for a while and why; the frame that Feed takes next is
// then a gap, however long it is; before the first reading it is the second. Cause 0 takes the
// announcement back.
func (s *Stepper) Suspend(cause Cause) {
	s.in.suspend = cause
	s.fitShort()
}
