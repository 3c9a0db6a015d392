package loop

import "github.com/tactus-go/tactus"

// RunFrame runs one frame without waiting for it.
func (l *Loop) RunFrame(now tactus.Instant) { l.frame(now) }
