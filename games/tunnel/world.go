package tunnel

// RateHz is the number of ticks a second, and Period is a tick in seconds: a ball moves 8.3 units
// in it, eight times the wall.
const (
	RateHz = 60
	Period = 1.0 / RateHz
)

// The muzzle slides over more than a step of the ball, so that every way of meeting the wall comes
// up. An eighth of a unit is exact in binary: the same places come back.
const (
	muzzleMax  = 10.0
	muzzleStep = 1.0 / 8
)

// A World is the game's state: a gun that slides, and its shots in two lanes.
type World struct {
	Tick       int64
	Muzzle     float64 // where shots begin, in units, 0 to 10
	Discrete   Lane
	Continuous Lane
}

// An Input is what the player does in a tick, two bytes.
type Input struct {
	Fire bool // a shot, if both balls lie
	Push int8 // slides the gun back where negative, forward where positive
}

// Step runs one tick.
func (w *World) Step(in Input) {
	switch {
	case in.Push > 0:
		w.Muzzle = min(w.Muzzle+muzzleStep, muzzleMax)
	case in.Push < 0:
		w.Muzzle = max(w.Muzzle-muzzleStep, 0)
	}
	if in.Fire && w.Discrete.Ball.Speed == 0 && w.Continuous.Fire(w.Muzzle) {
		w.Discrete.Fire(w.Muzzle)
	}
	w.Discrete.Step(Discrete, Period)
	w.Continuous.Step(Continuous, Period)
	w.Tick++
}
