package loop

import (
	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// RunFrame runs one frame without waiting for it.
func (l *Loop) RunFrame(now tactus.Instant) { l.frame(now) }

// LooksForSleep reports whether the loop reads a wall clock.
func LooksForSleep(l *Loop) bool { return l.sleep.wall != nil }

// Freed reports whether the loop's timer is given back: then a wait ends at once.
func Freed(l *Loop) bool {
	_, end := l.pacer.Wait()
	return end == pace.ByClose
}
