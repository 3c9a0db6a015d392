package tactustest

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A Clock is a source of readings that stands still until the test moves it. Its zero value stands
// at 0. Hand its Now to what reads a clock.
type Clock struct {
	// PerRead is what each reading moves the clock on by, after it: the cost of a step where a loop
	// reads the clock between steps. 0 is none. It must not be negative.
	PerRead time.Duration

	now   tactus.Instant
	reads uint64
}

// Now returns the reading, and then moves the clock on by PerRead.
func (c *Clock) Now() tactus.Instant {
	now := c.now
	if c.PerRead != 0 {
		c.Advance(c.PerRead)
	}
	c.reads++
	return now
}

// Advance moves the clock on by d and returns where it stands then, at most the last Instant. It is
// no reading. It panics where d is negative: only StepBack goes back.
func (c *Clock) Advance(d time.Duration) tactus.Instant {
	mustTime("Clock.Advance", d)
	c.now = c.now.Add(d)
	return c.now
}

// StepBack moves the clock back by d, as a broken source does, and returns where it stands then, at
// least the first Instant. It panics where d is negative.
func (c *Clock) StepBack(d time.Duration) tactus.Instant {
	mustTime("Clock.StepBack", d)
	c.now = c.now.Add(-d)
	return c.now
}

// Set puts the clock at an instant, earlier or later.
func (c *Clock) Set(at tactus.Instant) { c.now = at }

// Reads returns how often Now was called: a loop that measures once a frame reads once a frame.
func (c *Clock) Reads() uint64 { return c.reads }

// mustTime panics where a time is negative.
func mustTime(of string, d time.Duration) {
	if d < 0 {
		panic("tactus: " + of + " of " + d.String() + ": want 0 or more")
	}
}
