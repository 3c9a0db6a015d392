package pace

import (
	"time"

	"github.com/tactus-go/tactus"
)

const (
	// sleepsMax bounds the sleeps of one wait. One is the rule; more come of a sleeper that returns
	// early, and of a clock that goes slower than the kernel's or stands still.
	sleepsMax = 16
	// stuckMax is after how many equal readings in a row a spin takes the clock for standing still
	// (some 200 us) and leaves the rest to a sleep. A finer clock moves with nearly every reading.
	stuckMax = 4096
)

// Wait returns when the next deadline is reached, or at once where it has passed, with the clock's
// reading then: the frame's start, for the stepper to be fed. It returns early after Wake and Close.
// It never returns before the deadline otherwise, unless the clock stands still, steps back or goes many
// times slower than the system's, which ends the wait instead of hanging it.
//
// It panics where another Wait is under way.
func (p *Pacer) Wait() (tactus.Instant, End) {
	if !p.busy.TryLock() {
		if p.closed.Load() {
			return p.now(), ByClose
		}
		panic("tactus: pace.Wait during a Wait: one goroutine at a time")
	}
	defer p.busy.Unlock()
	now := p.now()
	switch {
	case !p.anchored:
		p.anchored, p.anchor, p.next = true, now, 0
	case now < p.last:
		p.counts.Backward++
		p.anchor, p.next = now, 1
	}
	late := now > p.Next()
	now, end := p.until(now, p.Next())
	p.last = now
	switch end {
	case AtDeadline:
		if late {
			p.counts.Late++
		}
		p.arrive(now)
	case ByWake:
		p.counts.Woken++
	}
	return now, end
}

// arrive counts a frame and moves on to the next deadline.
func (p *Pacer) arrive(now tactus.Instant) {
	p.counts.Frames++
	p.jitter = now.Sub(p.Next())
	if period := p.config.Rate.Period(); p.jitter > period {
		p.counts.Reanchored++
		p.counts.Missed += uint64(p.jitter / max(period, 1))
		p.anchor, p.next = now, 0
	}
	p.next++
}

// until waits from now to the deadline and returns the last reading.
func (p *Pacer) until(now, deadline tactus.Instant) (tactus.Instant, End) {
	stuck := false
	for sleeps := 0; ; {
		switch end := p.interrupted(); {
		case end == ByClose:
			return now, ByClose
		case now >= deadline: // a wake asks for a frame, and this is one
			return now, AtDeadline
		case end == ByWake:
			return now, ByWake
		}
		before := now
		if left := deadline.Sub(now); !stuck && left <= p.stretch(left) {
			now, stuck = p.spin(now, deadline)
		} else if sleeps == sleepsMax {
			p.counts.Stalled++
			return now, AtDeadline
		} else {
			sleeps++
			target := deadline
			if !stuck {
				target = deadline.Add(-p.stretch(0))
			}
			now = p.sleep(now, target)
		}
		if now < before {
			p.counts.Backward++
			p.anchor, p.next = now, 0 // this frame is the new grid's first
			return now, AtDeadline
		}
	}
}

// stretch returns how long before the deadline the spin begins, where left is still to wait.
func (p *Pacer) stretch(left time.Duration) time.Duration {
	switch {
	case !canSpin || p.config.Mode == Saver:
		return 0
	case p.config.Mode == Spin:
		return left
	}
	return p.margin.value
}

// interrupted returns whether to end the wait, and why. It uses up a wake.
func (p *Pacer) interrupted() End {
	switch {
	case p.closed.Load():
		return ByClose
	case p.woken.Load():
		p.woken.Store(false)
		return ByWake
	}
	return AtDeadline
}

// sleep has the kernel wait until target, and learns from how late it wakes.
func (p *Pacer) sleep(now, target tactus.Instant) tactus.Instant {
	p.counts.Sleeps++
	s := p.sleeper()
	// Wake stores woken and then loads asleep; here it is the other way round, so one sees the other.
	p.asleep.Store(true)
	var err error
	if !p.woken.Load() && !p.closed.Load() {
		err = s.sleep(now, target, p.config.Mode == Hybrid)
	}
	p.asleep.Store(false)
	if err != nil {
		p.failed.Store(true)
	}
	now = p.now()
	if now >= target && err == nil && !p.woken.Load() && !p.closed.Load() {
		p.margin.add(now.Sub(target))
	}
	return now
}

// spin reads the clock until the deadline, and gives up where it stands still or steps back. The loop
// does not yield: who yields may be given the processor back a time slice later.
func (p *Pacer) spin(now, deadline tactus.Instant) (last tactus.Instant, stuck bool) {
	start, equal := now, 0
	for now < deadline && equal < stuckMax && !p.woken.Load() && !p.closed.Load() {
		before := now
		now = p.now()
		if now < before {
			return now, false
		}
		equal++
		if now > before {
			equal = 0
		}
	}
	p.counts.Spun += now.Sub(start)
	return now, equal == stuckMax
}
