package jump

// RateHz is the number of ticks a second, and Period is a tick in seconds. 60 is what most games
// take; at it the peak is under the true one by 0.083 units of 2.5, always, on every machine.
const (
	RateHz = 60
	Period = 1.0 / RateHz
)

// runSpeed is the speed along the ground, in units/s: a jump covers four units.
const runSpeed = 4.0

// A World is the game's state: a body that runs along a line and jumps, in fixed steps of
// semi-implicit Euler.
type World struct {
	Tick  int64
	X     float64 // along the ground, in units
	Body  Body
	Held  bool    // the jump button was down in the last tick
	Jumps int64   // so far
	Peak  float64 // greatest height of the last jump, in units
}

// An Input is what the player does in a tick, two bytes.
type Input struct {
	Jump bool // the button is down; a jump starts in the tick in which it goes down
	Move int8 // left where negative, right where positive
}

// Step runs one tick.
func (w *World) Step(in Input) {
	if in.Jump && !w.Held && w.Body.Jump() {
		w.Jumps++
		w.Peak = 0
	}
	w.Held = in.Jump
	switch {
	case in.Move > 0:
		w.X += runSpeed * Period // one constant, so there is nothing to fuse
	case in.Move < 0:
		w.X -= runSpeed * Period
	}
	w.Body.Step(SemiImplicitEuler, Period)
	w.Peak = max(w.Peak, w.Body.Height)
	w.Tick++
}
