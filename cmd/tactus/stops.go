package main

import (
	"context"
	"time"

	"github.com/tactus-go/tactus"
)

// A stopKind says whom a stop is for.
type stopKind uint8

const (
	stopSelf  stopKind = iota // this process: it was asked to by a signal
	stopGroup                 // and those that started it, as the terminal's own ctrl+z does
)

const (
	// parkGrace is how long a stop waits for the loop to take note; one that hangs is stopped as it is.
	parkGrace = 200 * time.Millisecond
	// stopGrace is how long to wait for a stop to come: a process that no shell waits for is not
	// stopped, and must not wait for ever to be continued.
	stopGrace = 250 * time.Millisecond
)

// park announces a gap to the loop and holds it until go on is called, so that no frame runs between
// the announcement and the stop.
func (l *live) park(ctx context.Context) (goOn func()) {
	parked, resumed := make(chan struct{}), make(chan struct{})
	l.keyboard.letGo()
	l.loop.Post(func() {
		l.loop.Suspend(tactus.Stopped)
		l.loop.ReleaseAll() // since the releases go to another program
		close(parked)
		select {
		case <-resumed:
		case <-ctx.Done():
		}
	})
	select {
	case <-parked:
	case <-ctx.Done():
	case <-time.After(parkGrace):
	}
	return func() { close(resumed) }
}
