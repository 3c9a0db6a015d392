package loop

import (
	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// RunFrame runs one frame without waiting for it.
func (l *Loop) RunFrame(now tactus.Instant) { l.frame(now) }

// Freed reports whether the loop's timer is given back: then a wait ends at once.
func Freed(l *Loop) bool {
	_, end := l.pacer.Wait()
	return end == pace.ByClose
}
