package tactus

import (
	"math"
	"time"
)

const (
	clampDefault   = 250 * time.Millisecond
	capLeast       = 5      // a frame may always run this many under the automatic cap
	capMost        = 10_000 // and never more than this
	carryDefault   = 2
	backlogDefault = 1 << 20
	carryMost      = 1 << 40
)

// limits is how many steps a frame may run and what becomes of the others.
type limits struct {
	config   int // StepperConfig.Cap
	overflow Overflow
	carryMax int64
	spread   bool // Spread is in force, so that every frame must look at its backlog
	cap      int64
}

func limitsOf(c StepperConfig) limits {
	l := limits{config: c.Cap, overflow: c.Overflow, carryMax: c.CarryMax}
	if c.Cap <= 0 && c.Budget <= 0 && c.Overflow >= Carry {
		l.overflow = KeepPhase // what the automatic cap drops was never meant to be kept
	}
	l.spread = l.overflow == Spread
	switch {
	case c.CarryMax != 0:
	case c.Overflow == Carry:
		l.carryMax = carryDefault
	default:
		l.carryMax = backlogDefault
	}
	return l
}

// fitCap works out the cap for the rate, scale and nudge in force.
func (s *Stepper) fitCap() {
	switch {
	case s.limit.config > 0:
		s.limit.cap = int64(s.limit.config)
	case s.limit.config < 0:
		s.limit.cap = math.MaxInt64
	default:
		full := min(max(s.fullFrame(), capLeast), capMost)
		s.limit.cap = min(full+s.nudge.adds(full), capMost)
	}
}

// fullFrame returns how many steps one full clamp can make due, rounded up: rate * clamp * max(1,
// scale). Without a clamp one second stands in for it.
func (s *Stepper) fullFrame() int64 {
	clamp := s.clamp
	if clamp == FrameMax {
		clamp = time.Second
	}
	g := s.gain
	if g.scale.under(1) {
		g.scale = Ratio(1, 1)
	}
	n, rest := g.units(uint64(clamp)).Div(uint64(g.scale.den))
	steps := spanOf(n, s.unit)
	if steps.hi != 0 || steps.lo != 0 || rest != 0 {
		steps.whole++
	}
	return steps.whole
}

// limitSteps returns how many of the due steps this frame runs, and sees to the others. carried is
// how many whole steps there were before the frame.
func (s *Stepper) limitSteps(due, carried int64) int64 {
	plan := due
	if s.limit.spread && carried > 0 {
		plan = min(plan, due-carried+1)
	}
	plan = max(min(plan, s.limit.cap), 0)
	s.overflow(plan, byCap)
	return plan
}

// overflow sees to the whole steps that are due beyond the next plan steps.
func (s *Stepper) overflow(plan int64, by int) {
	p := &s.total.phase
	over := p.whole - plan - max(s.side.held, 0)
	if over <= 0 {
		return
	}
	s.stale = true
	drop := over
	switch s.limit.overflow {
	case DropAll:
		was := *p
		*p = s.lead
		p.whole += plan
		s.total.dropped[by] = s.total.dropped[by].add(was.sub(*p, s.unit), s.unit)
		s.side.held, s.side.behind = 0, false
		return
	case Carry:
		if over < s.limit.carryMax {
			drop = 0
		}
	case CatchUp, Spread:
		drop = max(over-s.limit.carryMax, 0)
	}
	p.whole -= drop
	s.total.dropped[by].whole += drop
}
