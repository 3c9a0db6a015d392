package loop

import (
	"time"

	"github.com/tactus-go/tactus"
)

// sleepMin is the least by which the wall clock must get ahead of the loop's in one frame for a sleep. A
// leap second, and nearly all corrections of a clock that is kept by NTP, are one second at most, and
// a machine takes longer than that to fall asleep and wake.
const sleepMin = 2 * time.Second

// sleep finds a machine's sleep, for which most monotonic clocks stand still: the wall clock went on.
type sleep struct {
	wall  func() time.Time // nil: not looked for
	after time.Duration    // the limit

	begun     bool
	last      time.Time
	now       tactus.Instant
	announced tactus.Cause // by Suspend, for the gap to come

	length time.Duration // of the frame's sleep by the wall clock, 0 where it is none
	unseen time.Duration // what of it the loop's clock did not see and game time missed

	measured, whole tactus.Gap // the last sleep as the stepper has it, and with its length
}

// feed begins the stepper's frame, as a gap where the machine slept in it.
func (l *Loop) feed(now tactus.Instant) {
	s := &l.sleep
	if s.wall != nil {
		s.look(now, s.wall())
	}
	if s.length > 0 {
		if s.announced == 0 {
			l.stepper.Suspend(tactus.Asleep)
		}
		if l.stepper.Paused() {
			s.unseen = 0 // as the rest of a pause it is not game time
		}
	}
	l.stepper.Feed(now)
}

// look takes both clocks' readings.
func (s *sleep) look(now tactus.Instant, wall time.Time) {
	wall = wall.Round(0) // without its monotonic reading, which Sub would use
	now = max(now, s.now)
	s.length, s.unseen = 0, 0
	if went, ran := wall.Sub(s.last), now.Sub(s.now); s.begun && went-ran > s.after {
		s.length, s.unseen = went, went-ran
	}
	s.begun, s.last, s.now = true, wall, now
}

// correct puts the sleep's length into a frame's ledger.
func (s *sleep) correct(l *tactus.Ledger) {
	if l.Event.Cause == 0 {
		return
	}
	s.announced = 0
	if s.length > 0 {
		s.measured = l.Event
		l.Event.Length = s.length
		s.whole = l.Event
	}
}

// Suspend announces that the loop will not run for a while and why; see tactus.Stepper.Suspend.
func (l *Loop) Suspend(cause tactus.Cause) {
	l.sleep.announced = cause
	l.stepper.Suspend(cause)
}

// Total returns the stepper's ledger since the start. Its Event has the whole length of a sleep, of
// which Real has what the loop's clock saw.
func (l *Loop) Total() tactus.Ledger {
	t := l.stepper.Total()
	if s := &l.sleep; s.whole.Cause != 0 && t.Event == s.measured {
		t.Event = s.whole
	}
	return t
}
