package spring

// RateHz is the number of ticks a second, and Period is a tick in seconds. A swing takes 38 ticks,
// and semi-implicit Euler stays within a tenth of it of the true one.
const (
	RateHz = 120
	Period = 1.0 / RateHz
)

// A World is the game's state: the weight, in fixed steps of semi-implicit Euler.
type World struct {
	Tick int64
	Body Body
	Far  float64 // greatest distance from rest so far, in units
}

// An Input is what the player does in a tick, one byte.
type Input struct {
	Push int8 // left where negative, right where positive, always with the same force
}

// Step runs one tick.
func (w *World) Step(in Input) {
	push := 0.0
	switch {
	case in.Push > 0:
		push = 1
	case in.Push < 0:
		push = -1
	}
	w.Body.Step(SemiImplicitEuler, push, Period)
	w.Far = max(w.Far, w.Body.Pos, -w.Body.Pos)
	w.Tick++
}
