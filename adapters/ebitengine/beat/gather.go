package beat

import (
	"image"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

// gather asks the source what happened, hands its events to the buffer, and announces the gaps that
// it can tell.
func (b *Beat) gather(now tactus.Instant) {
	had := b.focused
	b.report.Events = b.report.Events[:0]
	b.report.Focused = true
	if b.config.Source != nil {
		b.config.Source.Poll(now, &b.report)
	}
	since := b.last
	if !b.started {
		since = now
	}
	for i := range b.report.Events {
		e := &b.report.Events[i]
		if e.At == 0 {
			e.At = since
		}
		b.buffer.Push(*e)
		if e.Kind == input.Press && e.Code == b.config.OverlayKey {
			b.overlay.shown = !b.overlay.shown
		}
	}
	b.focused = b.report.Focused
	moved := b.moved()
	switch {
	case b.away && b.focused: // the gap was announced when it began
		b.away = false
	case had && !b.focused:
		b.buffer.ReleaseAll(since) // the system keeps the releases to itself
		if !b.config.RunUnfocused {
			b.away = true
			b.stepper.Suspend(tactus.Unfocused)
		}
	case moved && now.Sub(since) > draggedAfter:
		b.stepper.Suspend(tactus.Dragged)
	}
}

// moved reports whether the window is elsewhere, or of another size, than it was last.
func (b *Beat) moved() bool {
	was := b.bounds
	b.bounds = b.report.Bounds
	return was != (image.Rectangle{}) && was != b.bounds
}
