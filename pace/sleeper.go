package pace

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A sleeper is the coarse part of a wait: the kernel's, late by what the margin learns.
type sleeper interface {
	// sleep returns at until, or a little later; earlier where wake is called during it, and now and
	// then for no reason. now is the clock's latest reading, for timers that take a span. fine permits
	// what disturbs other programs. An error means that this sleeper is of no more use.
	sleep(now, until tactus.Instant, fine bool) error
	// wake ends a sleep that is under way; one that has just ended may make the next one end early.
	wake()
	// close frees what the sleeper holds. No sleep is under way and no wake comes after it.
	close() error
	// name says in a few words which timer it is.
	name() string
}

// A goTimer sleeps with a timer of the Go runtime: portable, on any clock, and in a bubble of
// testing/synctest. On an idle Linux machine it is late by up to 1 ms, since the runtime's poller
// counts in whole milliseconds.
type goTimer struct {
	timer *time.Timer
	woken chan struct{}
}

func newGoTimer() *goTimer {
	t := &goTimer{timer: time.NewTimer(time.Hour), woken: make(chan struct{}, 1)}
	t.timer.Stop()
	return t
}

func (t *goTimer) sleep(now, until tactus.Instant, _ bool) error {
	t.timer.Reset(until.Sub(now))
	select {
	case <-t.timer.C:
	case <-t.woken:
		t.timer.Stop() // and nothing stays in the channel, since Go 1.23
	}
	return nil
}

func (t *goTimer) wake() {
	select {
	case t.woken <- struct{}{}:
	default: // one is enough
	}
}

func (t *goTimer) close() error {
	t.timer.Stop()
	return nil
}

func (t *goTimer) name() string { return "Go timer" }
