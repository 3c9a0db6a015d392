package tactus

import "github.com/tactus-go/tactus/internal/wide"

// A Window places instants among the steps of one frame: which tick an event of the clock belongs
// to. It is a value of its frame. The frame's last tick ends where the phase that is left begins, and
// each tick before it covers one period of real time at the scale in force, so that the ticks cover
// the latest time before the reading.
type Window struct {
	Plan
	now   Instant
	gain  gain
	unit  uint64
	after span // the phase that the plan leaves
	grant bool
}

// Window returns the present frame's.
func (s *Stepper) Window() Window {
	w := Window{Plan{s.total.tick, s.left}, s.now, s.gain, s.unit, s.total.phase, s.grant}
	if !s.grant {
		w.after.whole -= s.left
	}
	return w
}

// Locate returns the tick that covers an instant and how far into it that is, from 0 to under 1. What
// is before the frame's first tick, since it came late or its own ticks were dropped, belongs to that
// tick, at 0. What is after its last, and what is not before the frame's reading, belongs to a later
// frame: the tick is First+Steps, at 0; at scale 0 that is all. In a grant all belongs to the first.
func (w Window) Locate(at Instant) (tick Tick, offset float64) {
	later := w.First + Tick(w.Steps)
	if w.Steps == 0 || w.grant {
		return w.First, 0
	}
	if at >= w.now || w.gain.scale.num == 0 {
		return later, 0
	}
	units := w.gain.sum(uint64(w.now.Sub(at)))
	if units.Cmp(wide.Uint{2: w.unit >> 2}) >= 0 { // over 2^62 steps ago
		return w.First, 0
	}
	back := spanOf(units, w.unit).sub(w.after, w.unit) // steps from the instant to the end of the last tick
	switch {
	case back.whole < 0 || back == span{}:
		return later, 0
	case back.whole > w.Steps || back.whole == w.Steps && (back.hi != 0 || back.lo != 0):
		return w.First, 0
	case back.hi == 0 && back.lo == 0:
		return later - Tick(back.whole), 0
	}
	frac := (float64(back.hi) + float64(float64(back.lo)*0x1p-64)) / float64(w.unit)
	return later - Tick(back.whole) - 1, max(1-frac, 0)
}
