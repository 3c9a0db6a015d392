package main

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
)

// status is the live line: on a terminal it is overwritten in place, elsewhere a line a second.
type status struct {
	c        *console
	terminal bool
	every    time.Duration
	last     tactus.Instant
	frames   int
	shown    bool
}

func newStatus(c *console) *status {
	s := &status{c: c, terminal: isTerminal(c.stderr), every: time.Second}
	if s.terminal {
		s.every = 100 * time.Millisecond // often enough to be live, rarely enough to be read
	}
	return s
}

func (s *status) show(p *play, now tactus.Instant) {
	s.frames++
	since := now.Sub(max(s.last, p.start))
	if since < s.every {
		return
	}
	fps := float64(s.frames) / since.Seconds()
	s.last, s.frames, s.shown = now, 0, true
	frame := p.stepper.Frame()
	line := fmt.Sprintf("%s  tick %d  %.1f s  %.1f fps  %d steps/frame  alpha %.2f  scale %s  dropped %v",
		p.scenario.Name, p.ran, now.Sub(p.start).Seconds(), fps, frame.Run, p.stepper.Alpha(), p.stepper.Scale(),
		p.stepper.Total().Dropped().At(p.stepper.Rate()).Round(time.Millisecond))
	if s.terminal {
		fmt.Fprint(s.c.stderr, "\r\x1b[K"+line)
	} else {
		fmt.Fprintln(s.c.stderr, line)
	}
}

// done ends the line, so that what follows starts at the margin.
func (s *status) done() {
	if s.shown && s.terminal {
		fmt.Fprintln(s.c.stderr)
	}
}
