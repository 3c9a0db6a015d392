package loop

import (
	"strconv"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/pace"
)

// An Absence says what the loop does about ticks that a gap took: what clamp, cap and budget cut off a
// frame in which the loop did not run, and the time of a machine's sleep.
type Absence uint8

const (
	// Freeze runs nothing for them: the world stood still. The zero value.
	Freeze Absence = iota
	// AtMost runs up to AbsenceMax of them.
	AtMost
	// All runs all of them, for offline progress.
	All
)

const (
	idleDefault   = 10                   // frames a second: an answer to a key within 0.1 s without it
	budgetDefault = 8 * time.Millisecond // half a frame at 60 Hz, so that the picture stays alive
	absenceMax    = 1 << 40
)

// Config sets up a Loop. Only Stepper.Rate is needed.
type Config struct {
	// Stepper is how game time runs.
	Stepper tactus.StepperConfig
	// Pace is how often a frame starts. Its zero value is 60 a second, or, where Hooks.Present is
	// set, as often as that returns.
	Pace pace.Config
	// IdleRate is the frames a second while paused or without focus. The zero value is 10.
	IdleRate tactus.Rate
	// PausedRate is IdleRate while paused, with the focus or without: where nothing moves, frames are
	// only wake-ups, since Push, Post and what controls the loop start one at once. Unset is IdleRate.
	PausedRate tactus.Rate
	// Absence is what becomes of the ticks that gaps took.
	Absence Absence
	// AbsenceMax bounds AtMost, and what Owe takes, in ticks. 0 is 2^40.
	AbsenceMax int64
	// AbsenceBudget is the time that a frame spends on them, or one tick's where that is more. 0 is
	// 8 ms.
	AbsenceBudget time.Duration
	// Wall is the wall clock by which a machine's sleep is found: where it gets ahead of the loop's
	// clock by over 2 s (over Stepper.GapAfter, where that is more) in one frame, that frame is a gap
	// with cause tactus.Asleep, of the wall clock's length. A clock that is set forwards by as much
	// looks the same; one that is set back is no sleep. Nil is time.Now, or none where Pace.Now is set.
	Wall func() time.Time
	// Stats sets up the statistics. Where unset, its Rate and Cap are Stepper's, and its Interval is
	// the period of Pace; SetFrameRate changes the Interval in any case.
	Stats framestats.RecorderConfig
	// Input sets up the buffer of events.
	Input input.BufferConfig
	// Log takes each frame where it is not nil. Run closes it at its end.
	Log *framestats.Log
}

// complete puts in the defaults and returns the first field of its own that is out of range.
func (c *Config) complete() error {
	bad := func(field, value, want string) error {
		return &tactus.ConfigError{Field: "loop.Config." + field, Value: value, Want: want}
	}
	if c.IdleRate == (tactus.Rate{}) {
		c.IdleRate = tactus.Hz(idleDefault)
	}
	if c.PausedRate == (tactus.Rate{}) {
		c.PausedRate = c.IdleRate
	}
	if c.AbsenceMax == 0 {
		c.AbsenceMax = absenceMax
	}
	if c.AbsenceBudget == 0 {
		c.AbsenceBudget = budgetDefault
	}
	if c.Wall == nil && c.Pace.Now == nil {
		c.Wall = time.Now
	}
	c.Stats = c.Stats.WithStepper(c.Stepper)
	switch {
	case c.IdleRate.Check() != nil:
		return bad("IdleRate", c.IdleRate.String(), "frames a second over 0, or unset for 10")
	case c.PausedRate.Check() != nil:
		return bad("PausedRate", c.PausedRate.String(), "frames a second over 0, or unset for IdleRate")
	case c.Absence > All:
		return bad("Absence", strconv.Itoa(int(c.Absence)), "Freeze, AtMost or All")
	case c.AbsenceMax < 1 || c.AbsenceMax > absenceMax:
		return bad("AbsenceMax", strconv.FormatInt(c.AbsenceMax, 10), "1 to 2^40 ticks, or 0 for 2^40")
	case c.AbsenceBudget < 0:
		return bad("AbsenceBudget", c.AbsenceBudget.String(), "a time over 0, or 0 for 8ms")
	}
	return nil
}
