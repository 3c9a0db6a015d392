package wazerohost

// A Ceiling bounds what any recording can make a [Verifier] spend: a recording sets its own limits, up
// to 10^15 instructions a tick. What a run needs above it is a limit hit, and no fault of the recording.
// The longest run is [replay.Options.TicksMax]. The zero value of each field stands for its default.
type Ceiling struct {
	// Fuel is the most that a tick may cost: 10^9 instructions by default, some seconds. As with
	// [Limits.Fuel], a start may cost 20 times as much and every other call twice.
	Fuel uint64
	// Total is what a run may cost in all, as a [Budget] counts it: 10^12 by default, which is ten minutes
	// at 10^7 instructions a tick, and some 20 minutes of work.
	Total uint64
}

const (
	ceilingFuel  = 1_000_000_000
	ceilingTotal = 1_000_000_000_000
)

func (c Ceiling) filled() Ceiling {
	if c.Fuel == 0 {
		c.Fuel = ceilingFuel
	}
	if c.Total == 0 {
		c.Total = ceilingTotal
	}
	return c
}
