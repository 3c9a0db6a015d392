package pace

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A Cap decides, refresh by refresh, on which ones a loop that the display paces (vsync) draws a
// frame, so that on average it draws at the cap's rate: a cap of 60 draws 600 frames in 10 s of a
// 144 Hz display, where a limiter that waits a period since the last frame draws 480.
//
// Frame k belongs to the refresh that is nearest to floor(k*period), as far as the interval since the
// last refresh tells. So a display of the cap's own rate draws on every refresh, whatever its jitter,
// and one that is slower than the cap draws on every one too. Make one with NewCap.
type Cap struct {
	rate    tactus.Rate
	period  time.Duration
	started bool
	anchor  tactus.Instant
	next    tactus.Tick
	last    tactus.Instant
}

// NewCap returns a Cap at a rate of frames a second. The error is a *tactus.ConfigError. For no cap,
// have no Cap.
func NewCap(rate tactus.Rate) (*Cap, error) {
	if err := rate.Check(); err != nil {
		return nil, err
	}
	return &Cap{rate: rate, period: rate.Period()}, nil
}

// Present reports whether to draw on the refresh at now. Call it once for each refresh, with its time
// stamp or the reading at the frame's start. The first draws. One more than a period late, and one
// that is before the last, draws and is the first of a new count, so that nothing is made up for.
func (c *Cap) Present(now tactus.Instant) bool {
	interval := now.Sub(c.last)
	c.last = now
	if !c.started || interval < 0 {
		c.started, c.anchor, c.next = true, now, 1
		return true
	}
	late := now.Sub(c.anchor.Add(c.rate.TimeOf(c.next)))
	switch {
	case late > c.period:
		c.anchor, c.next = now, 1
		return true
	case late < -min(interval, c.period)/2:
		return false
	}
	c.next++
	return true
}

// Reset forgets the count: the next refresh draws.
func (c *Cap) Reset() { c.started = false }
