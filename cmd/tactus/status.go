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
	line := fmt.Sprintf("%s  tick %d  %.1f s  %.1f fps  steps %d  alpha %.2f  scale %.3g  dropped %v",
		p.scenario.Name, p.ran, now.Sub(p.start).Seconds(), fps, frame.Run, p.stepper.Alpha(), p.stepper.Scale().Float(),
		p.stepper.Total().Dropped().At(p.stepper.Rate()).Round(time.Millisecond))
	if s.terminal {
		fmt.Fprint(s.c.stderr, "\r\x1b[K"+cut(line, terminalWidth(s.c.stderr)-1))
	} else {
		fmt.Fprintln(s.c.stderr, line)
	}
}

// cut shortens a line, since one that wraps cannot be overwritten in place. The lines are ASCII.
func cut(line string, columns int) string { return line[:max(min(len(line), columns), 0)] }

// done ends the line, so that what follows starts at the margin.
func (s *status) done() {
	if s.shown && s.terminal {
		fmt.Fprintln(s.c.stderr)
	}
}
