package tactus

import (
	"math"
	"time"

	"github.com/tactus-go/tactus/internal/wide"
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

// cost measures steps against the budget.
type cost struct {
	budget      time.Duration
	first, last Instant
}

// exceeded takes a reading before a step and reports whether the step no longer fits: the time since
// the frame's first reading plus what the last step took is over the budget.
func (c *cost) exceeded(now Instant, first bool) bool {
	if c.budget == 0 {
		return false
	}
	if first {
		c.first, c.last = now, now
		return false
	}
	now = max(now, c.last) // a reading that steps back is a step that cost nothing
	step := now.Sub(c.last)
	c.last = now
	return now.Sub(c.first) > c.budget-step
}

// nudge is a correction under way.
type nudge struct {
	left span // how much is still to come, in steps, without its sign
	back bool
	most Rate   // the share of the credited steps that may be added; zero where no nudge is under way
	rest uint64 // of a unit, over most's denominator
}

// adds returns the steps that a nudge forward may add to a frame of full steps, rounded up.
func (n *nudge) adds(full int64) int64 {
	if n.most == (Rate{}) || n.back {
		return 0
	}
	sum, rest := wide.Of(0, uint64(full)).Mul(uint64(n.most.num)).Div(uint64(n.most.den << n.most.shift))
	if rest != 0 {
		sum[0]++
	}
	return int64(sum[0])
}

// Nudge spreads a correction of game time over the frames to come: forward or back by offset, in each
// frame by at most the share maxRate of the steps credited. With Ratio(1, 20), 100 ms take 2 s. A new
// nudge replaces what is left of the last; offset 0 ends it. It stands still while paused, and what a
// cap drops is not tried again. At a change of rate what is left keeps its number of steps.
//
// offset is at most FrameMax either way; maxRate is over 0 and at most 1, so that time never runs
// backwards, as a fraction or a float over 2^-10. Otherwise nothing changes and the error is a
// *ConfigError.
func (s *Stepper) Nudge(offset time.Duration, maxRate Rate) error {
	if offset > FrameMax || offset < -FrameMax {
		return &ConfigError{Field: "nudge offset", Value: offset.String(),
			Want: "at most " + FrameMax.String() + " either way"}
	}
	if maxRate.checkScale("") != nil || maxRate.num == 0 || !maxRate.within(1) || maxRate.shift > 62 {
		return &ConfigError{Field: "nudge maxRate", Value: maxRate.String(),
			Want: "over 0 and at most 1, as a fraction or a float over 2^-10"}
	}
	units := wide.Of(0, uint64(abs(int64(offset)))).Mul(s.gain.num).Lsh(64)
	s.nudge = nudge{left: spanOf(units, s.unit), back: offset < 0, most: maxRate}
	if offset == 0 {
		s.nudge = nudge{}
	}
	s.refit()
	return nil
}

// applyNudge adds to the phase what a frame's credit allows.
func (s *Stepper) applyNudge(credited wide.Uint) {
	n := &s.nudge
	units, rest := credited.Mul(uint64(n.most.num)).Add(wide.Of(0, n.rest)).Div(uint64(n.most.den << n.most.shift))
	n.rest = rest
	extra := spanOf(units, s.unit)
	ends := !extra.less(n.left)
	if ends {
		extra = n.left
	}
	n.left = n.left.sub(extra, s.unit)
	move := span.add
	if n.back {
		move = span.sub
	}
	s.total.phase = move(s.total.phase, extra, s.unit)
	s.total.nudged = move(s.total.nudged, extra, s.unit)
	if ends {
		s.nudge = nudge{}
		s.refit()
	}
}
