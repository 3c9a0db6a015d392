package stages

import (
	"runtime"
	"sync/atomic"
)

const (
	// spinRounds times spinLoads looks, with a chance for other goroutines after each round, are
	// about 50 us: what waking a sleeper can cost, so that spinning at most doubles the price. At 60
	// steps a second it is 0.3 % of a core.
	spinRounds = 200
	// spinLoads looks take about as long as the call of the scheduler after them.
	spinLoads = 100
)

// A sleeper is a goroutine that waits for a word to change: it spins for a while and then sleeps.
// Whoever changes the word rouses it afterwards. Either the sleeper sees the new word when it looks
// once more after it has said that it sleeps, or the rouser sees that it said so.
type sleeper struct {
	_      [cacheLine]byte
	asleep atomic.Bool
	ran    int64 // jobs run and not yet accounted
	wake   chan struct{}
	_      [cacheLine]byte
}

// sleepUntil returns when ready does.
func (s *sleeper) sleepUntil(rounds int, ready func() bool) {
	for {
		for range rounds {
			for range spinLoads {
				if ready() {
					return
				}
			}
			runtime.Gosched()
		}
		s.asleep.Store(true)
		if !ready() || !s.asleep.CompareAndSwap(true, false) {
			<-s.wake // one is there or on its way
		}
		if ready() {
			return
		}
	}
}

// rouse wakes the sleeper where it sleeps.
func (s *sleeper) rouse() {
	if s.asleep.Load() && s.asleep.CompareAndSwap(true, false) {
		s.wake <- struct{}{} // room for one: who set asleep takes it before setting it again
	}
}
