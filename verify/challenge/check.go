package challenge

import (
	"fmt"
	"math"
	"math/bits"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// An Answer is the recording that came back with a challenge.
type Answer struct {
	Tenant, Player string // who sent it
	Header         *replay.Header
	Module         verify.Digest // that it is to be judged on; zero for a native run
	Ticks          tactus.Tick
	Received       time.Time
}

// A Pace says how much game time fits into real time.
type Pace struct {
	// Slack is what a recording may be longer than the time that has passed, since clocks and games are
	// not that exact. Under 0 is as 0.
	Slack time.Duration
	// Scale is how fast the game may run, 1 for real time. 0 and what is no number are 1.
	Scale float64
}

// Check says whether an answer is to the challenge: "" where it is, else one of verify.Stolen, Expired
// and TooFast with what it rests on. What came back before the challenge was given is stolen: it is an
// answer to something else.
func (c *Challenge) Check(a Answer, p Pace) (outcome replay.Outcome, reason string) {
	if reason := c.other(a); reason != "" {
		return verify.Stolen, reason
	}
	passed := a.Received.Sub(c.Issued)
	switch {
	case passed < -max(p.Slack, 0):
		return verify.Stolen, fmt.Sprintf("it came %v before the challenge was given", -passed)
	case a.Received.After(c.Expires):
		return verify.Expired, fmt.Sprintf("it came %v after the challenge's end", a.Received.Sub(c.Expires))
	}
	most := p.ticks(passed, a.Header)
	if uint64(max(a.Ticks, 0)) > most {
		return verify.TooFast, fmt.Sprintf("it has %d ticks, and since the challenge there was time for %d", a.Ticks, most)
	}
	return "", ""
}

// other says how an answer is to another challenge.
func (c *Challenge) other(a Answer) string {
	switch {
	case a.Tenant != c.Tenant:
		return "the challenge was given by another tenant"
	case a.Player != c.Player:
		return "the challenge was given to another player"
	case a.Header.Game != c.Game:
		return fmt.Sprintf("the recording is of the game %s, the challenge of %s", a.Header.Game, c.Game)
	case c.Seed != nil && a.Header.Seed != *c.Seed:
		return fmt.Sprintf("the recording has the seed %d, the challenge %d", a.Header.Seed, *c.Seed)
	case !c.Module.IsZero() && a.Module != c.Module:
		return fmt.Sprintf("the recording is of the module %v, the challenge of %v", a.Module, c.Module)
	case !c.Config.IsZero() && verify.DigestOf(a.Header.Config) != c.Config:
		return fmt.Sprintf("the recording has the config %v, the challenge %v", verify.DigestOf(a.Header.Config), c.Config)
	}
	return ""
}

// ticks returns how many ticks fit into the time that has passed and the slack, rounded up.
func (p Pace) ticks(passed time.Duration, h *replay.Header) uint64 {
	scale := p.Scale
	if !(scale > 0) {
		scale = 1
	}
	span := float64(max(passed, 0))*scale + float64(max(p.Slack, 0))
	if !(span < math.MaxInt64) {
		return math.MaxUint64
	}
	// whole numbers from here on: ticks = ceil(ns * num / (den * 10^9))
	high, low := bits.Mul64(uint64(math.Ceil(span)), uint64(h.RateNum))
	per := uint64(max(h.RateDen, 1)) * uint64(time.Second)
	if high >= per {
		return math.MaxUint64
	}
	whole, rest := bits.Div64(high, low, per)
	if rest > 0 {
		whole++
	}
	return whole
}
