package tactus

// side is hysteresis: near a whole number of steps the last decision, to run early or to hold back,
// is repeated, so that noise about the boundary makes no frame of none and no frame of two.
type side struct {
	width  Rate   // StepperConfig.Hysteresis
	near   uint64 // the same in units of the phase
	behind bool   // near a boundary, hold its step back; else run it, early too
	held   int64  // in this frame 1 step was held back, or -1 ran early
}

// decide returns how many steps are due for the fed phase.
//
// The side is kept while the phase is near a boundary, and set anew clearly away from it: in the
// quarter past a boundary its step has run, in the quarter before the next its step has not. In the
// half between them it is kept too, or a display of twice the step rate, which is there every other
// frame, would have its side set by noise. The zones do not meet since the width is under 1/4.
func (s *Stepper) decide(due int64) int64 {
	d, quarter := &s.side, s.unit/4 // the unit is a multiple of 10^9
	d.held = 0
	switch hi := s.total.phase.hi; {
	case hi < d.near:
		if d.behind && due >= 1 {
			d.held = 1
		}
	case hi >= s.unit-d.near:
		if !d.behind && due < s.limit.cap {
			d.held = -1
		}
	case hi < quarter:
		d.behind = false
	case hi >= s.unit-quarter:
		d.behind = true
	}
	return due - d.held
}
