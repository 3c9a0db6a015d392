package verify

import (
	"sync/atomic"
	"time"
)

// An alarm says that a time is over. It can be asked between any two ticks of a run, of which some take
// less than to read a clock.
type alarm struct {
	every time.Duration
	rang  atomic.Bool
	timer *time.Timer
}

func setAlarm(every time.Duration) *alarm {
	a := &alarm{every: every}
	a.timer = time.AfterFunc(every, func() { a.rang.Store(true) })
	return a
}

// rings reports whether the time is over, and sets it anew then.
func (a *alarm) rings() bool {
	if !a.rang.Load() {
		return false
	}
	a.rang.Store(false)
	a.timer.Reset(a.every)
	return true
}
