package tactus

import "time"

// cost measures steps against the budget.
type cost struct {
	budget      time.Duration
	begun       bool // there was a reading in this frame
	first, last Instant
}

// exceeded takes a reading before a step and reports whether the step no longer fits: the time since
// the frame's first reading plus what the last step took is over the budget.
func (c *cost) exceeded(now Instant) bool {
	if c.budget == 0 {
		return false
	}
	if !c.begun {
		c.begun, c.first, c.last = true, now, now
		return false
	}
	now = max(now, c.last) // a reading that steps back is a step that cost nothing
	step := now.Sub(c.last)
	c.last = now
	return now.Sub(c.first) > c.budget-step
}
