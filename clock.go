package tactus

import (
	"cmp"
	"math"
	"strconv"
	"time"

	"github.com/tactus-go/tactus/internal/wide"
)

// clockChildrenMax bounds the clocks under one parent.
const clockChildrenMax = 256

// ClockConfig sets up a Clock. Its zero value is a real clock: no clamp, scale 1.
type ClockConfig struct {
	// Clamp bounds what one of the parent's advances brings, before the scale. 0 and NoClamp are none.
	Clamp time.Duration
	// Scale is this clock's time per its parent's. The zero value is 1.
	Scale Rate
	// GapAfter is the advance over which a root clock reports a gap. 0 is 1 s. Children have no gaps.
	GapAfter time.Duration
}

// A Clock is one line of time in a tree. The root is real time, which menus and fades use: the loop
// advances it by its source's readings. Under it hang clocks with a scale and a pause of their own:
// game time (with the clamp), a slow-motion layer, a hit-stopped fighter. A child's time is an exact
// total, floor(parent's time since * scale), not a sum of rounded deltas, so it does not drift.
//
// Make a root with NewClock and children with NewChild.
type Clock struct {
	root     bool
	in       intake
	wall     time.Time
	gap      Gap
	clamp    time.Duration
	gain     gain
	rest, lo uint64 // of 2^-64 ns, and of 1 ns in units of 2^-64
	paused   bool
	hold     int
	delta    time.Duration
	elapsed  time.Duration
	children []*Clock
}

// NewClock returns a root clock whose first reading counts as no time. The error is a *ConfigError.
func NewClock(c ClockConfig) (*Clock, error) {
	k, err := newClock(c)
	if err != nil {
		return nil, err
	}
	k.root = true
	k.in.gapAfter = cmp.Or(c.GapAfter, gapAfterDefault)
	return k, nil
}

func newClock(c ClockConfig) (*Clock, error) {
	if c.Scale == (Rate{}) {
		c.Scale = Ratio(1, 1)
	}
	if err := c.Scale.checkScale("ClockConfig.Scale"); err != nil {
		return nil, err
	}
	if c.Clamp < 0 && c.Clamp != NoClamp {
		return nil, &ConfigError{Field: "ClockConfig.Clamp", Value: c.Clamp.String(),
			Want: "a time over 0, or 0 or NoClamp for none"}
	}
	if c.GapAfter < 0 {
		return nil, &ConfigError{Field: "ClockConfig.GapAfter", Value: c.GapAfter.String(),
			Want: "a time over 0, or 0 for 1s"}
	}
	if c.Clamp <= 0 {
		c.Clamp = math.MaxInt64
	}
	return &Clock{clamp: c.Clamp, gain: gain{num: 1, scale: c.Scale}}, nil
}

// NewChild returns a clock under c, at 0. A clock has at most 256 children. It allocates.
func (c *Clock) NewChild(config ClockConfig) (*Clock, error) {
	if len(c.children) == clockChildrenMax {
		return nil, &ConfigError{Field: "clock children", Value: strconv.Itoa(clockChildrenMax + 1), Want: "at most 256"}
	}
	k, err := newClock(config)
	if err != nil {
		return nil, err
	}
	c.children = append(c.children, k)
	return k, nil
}

// Advance takes a reading and moves the clock and all under it. It panics on a child, whose parent
// moves it.
func (c *Clock) Advance(now Instant) { c.AdvanceWall(now, time.Time{}) }

// AdvanceWall is Advance with the wall clock's reading beside it, which tells a machine that slept:
// where the wall went on more than a gap further than the source did, that is a gap of the wall's
// length with cause Asleep. Sources that go on during sleep, as Windows' do, show the same gap as a
// long advance. A wall clock set by hand shows a gap too; it changes no time.
func (c *Clock) AdvanceWall(now Instant, wall time.Time) {
	if !c.root {
		panic("tactus: Advance on a child clock: advance the root")
	}
	d := c.in.take(now)
	c.gap = c.in.gap(d)
	if !wall.IsZero() {
		wall = wall.Round(0) // without its monotonic reading, which Sub would use
		if slept := wall.Sub(c.wall); !c.wall.IsZero() && slept-d > c.in.gapAfter && c.gap.Cause <= Unannounced {
			c.gap = Gap{slept, Asleep}
		}
		c.wall = wall
	}
	c.move(d)
}

// move advances a clock by d of its parent's time.
func (c *Clock) move(d time.Duration) {
	switch {
	case c.paused:
		d = 0
	case c.hold > 0:
		c.hold--
		d = 0
	}
	units := c.gain.take(uint64(min(d, c.clamp)), &c.rest).Add(wide.Of(0, c.lo))
	c.lo = units[0]
	left := uint64(math.MaxInt64 - c.elapsed) // an int64 of nanoseconds ends after 292 years
	c.delta = time.Duration(min(units[1], left))
	if units[2] != 0 {
		c.delta = time.Duration(left)
	}
	c.elapsed += c.delta
	for _, k := range c.children {
		k.move(c.delta)
	}
}

// Delta returns this clock's time in the last advance.
func (c *Clock) Delta() time.Duration { return c.delta }

// Elapsed returns this clock's time since it was made.
func (c *Clock) Elapsed() time.Duration { return c.elapsed }

// Now returns Elapsed as an Instant of this clock: what to feed a Stepper or a Timer that shall run
// on its time.
func (c *Clock) Now() Instant { return Instant(c.elapsed) }

// Pause stops this clock and all under it.
func (c *Clock) Pause() { c.paused = true }

// Resume ends a pause.
func (c *Clock) Resume() { c.paused = false }

// Paused reports whether this clock itself is paused.
func (c *Clock) Paused() bool { return c.paused }

// Hold stops the clock for its parent's next n advances, a hit-stop: n ticks where the parent is
// advanced once a tick. A new hold replaces the rest of the last; paused advances do not count.
func (c *Clock) Hold(n int) { c.hold = max(n, 0) }

// Scale returns the scale in force.
func (c *Clock) Scale() Rate { return c.gain.scale }

// SetScale changes the scale for time after the call. A bad scale changes nothing and is a *ConfigError.
func (c *Clock) SetScale(scale Rate) error {
	if err := scale.checkScale("scale"); err != nil {
		return err
	}
	c.gain.scale, c.rest = scale, 0
	return nil
}

// Suspend announces that the loop will not run for a while and why: a root clock's next advance is
// then a gap, however long; before the first reading it is the second. Cause 0 takes the announcement
// back.
func (c *Clock) Suspend(cause Cause) { c.in.suspend = cause }

// Gap returns the gap that the last advance was; its Cause is 0 where it was none.
func (c *Clock) Gap() Gap { return c.gap }

// Backward returns the number of a root's readings before an earlier one.
func (c *Clock) Backward() uint64 { return c.in.backward }
