package tactus

import (
	"strconv"
	"time"
)

// An Overflow says what becomes of whole steps that are due beyond a limit (the cap or the budget).
// The three that keep steps act only under a literal cap or a budget: the automatic cap is what one
// full frame can make due, and what is beyond it is dropped as KeepPhase does.
type Overflow uint8

const (
	// KeepPhase drops them whole; the fraction stays, so alpha is continuous. After a hitch the
	// game is in real time again at once.
	KeepPhase Overflow = iota
	// DropAll drops them with the fraction: the phase goes back to the lead.
	DropAll
	// Carry keeps them for the next frame while the phase is under CarryMax steps, else drops all
	// whole steps.
	Carry
	// CatchUp keeps them, up to CarryMax: for servers, with the clamp off too.
	CatchUp
	// Spread keeps them as CatchUp does and works them off by at most one extra step a frame.
	Spread
)

// Settings that switch a protection off, where the zero value is a default.
const (
	// NoClamp feeds each frame's time whole, up to FrameMax.
	NoClamp time.Duration = -1
	// NoCap lets a frame run every due step.
	NoCap = -1
)

// StepperConfig sets up a Stepper. Only Rate is needed.
type StepperConfig struct {
	// Rate is the number of steps a second of game time.
	Rate Rate
	// Scale is game time per real time. The zero value is 1; to start standing still, pause.
	Scale Rate
	// Clamp is the most that one frame feeds, before the scale; the rest is lost and counted.
	// 0 is 250 ms, under which a frame rate of 4 fps still runs in real time; NoClamp is none.
	Clamp time.Duration
	// Cap is the most steps in one frame, literally. 0 is automatic: what one full clamp can make
	// due, max(5, ceil(rate*clamp*max(1, scale))), with one second for the clamp where it is off,
	// plus what a nudge adds, at most 10,000. NoCap is none.
	Cap int
	// Budget ends a frame's steps when the time spent on them and the last one's cost together pass
	// it; at least one due step runs. It needs NextAt. 0 is none.
	Budget time.Duration
	// Overflow is what becomes of whole steps beyond cap or budget.
	Overflow Overflow
	// CarryMax bounds, in steps, what is kept: Carry keeps a phase under it (0 is 2), CatchUp and
	// Spread keep up to it (0 is 2^20). At most 2^40.
	CarryMax int64
	// Lead is the phase at the start, from 0 (the zero value) to under 1. Ratio(1, 2) keeps a
	// display of the step rate at one step a frame through jitter, and drawing trails real time by
	// half a step instead of one. It is rounded down to the phase's unit (1 ns of the rate's
	// denominator).
	Lead Rate
	// Hysteresis is how near to a whole step, in steps, the last decision is repeated, from 0 (the
	// zero value: off) to under 1/4. It is rounded down to the phase's unit.
	Hysteresis Rate
	// GapAfter is the frame time over which a frame is a gap, also unannounced. 0 is 1 s.
	GapAfter time.Duration
}

// check returns the first field that is out of range as a *ConfigError.
func (c *StepperConfig) check() error {
	bad := func(field, value, want string) error {
		return &ConfigError{Field: "StepperConfig." + field, Value: value, Want: want}
	}
	if !c.Rate.isStep() {
		return bad("Rate", c.Rate.String(), c.Rate.Check().(*ConfigError).Want)
	}
	if err := c.Scale.checkScale("StepperConfig.Scale"); err != nil {
		return err
	}
	switch {
	case c.Clamp < 0 && c.Clamp != NoClamp:
		return bad("Clamp", c.Clamp.String(), "a time over 0, 0 for 250ms, or NoClamp")
	case c.Cap < 0 && c.Cap != NoCap:
		return bad("Cap", strconv.Itoa(c.Cap), "1 step or more, 0 for automatic, or NoCap")
	case c.Budget < 0:
		return bad("Budget", c.Budget.String(), "a time over 0, or 0 for none")
	case c.Overflow > Spread:
		return bad("Overflow", strconv.Itoa(int(c.Overflow)), "KeepPhase, DropAll, Carry, CatchUp or Spread")
	case c.CarryMax < 0 || c.CarryMax > carryMost:
		return bad("CarryMax", strconv.FormatInt(c.CarryMax, 10), "0 for the default, or up to 2^40 steps")
	case !c.Lead.isPart(Ratio(1, 1)):
		return bad("Lead", c.Lead.String(), "0 or more and under 1")
	case !c.Hysteresis.isPart(Ratio(1, 4)):
		return bad("Hysteresis", c.Hysteresis.String(), "0 or more and under 1/4")
	case c.GapAfter < 0:
		return bad("GapAfter", c.GapAfter.String(), "a time over 0, or 0 for 1s")
	}
	return nil
}

// isPart reports whether r is from 0, also unset, to under most, a power of two.
func (r Rate) isPart(most Rate) bool {
	if r == (Rate{}) {
		return true
	}
	if r.checkScale("") != nil || r.shift > 62 {
		return false
	}
	if r.shift < most.shift {
		return r.num<<(most.shift-r.shift) < r.den
	}
	return r.num>>(r.shift-most.shift) < r.den
}
