package tactus

import (
	"time"

	"github.com/tactus-go/tactus/internal/wide"
)

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
