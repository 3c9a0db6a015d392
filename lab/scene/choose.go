package scene

import "github.com/tactus-go/tactus"

// The controls of the calculator for a step.
const (
	chooseApart = iota // ms: two moments that must be told apart
	chooseSpeed        // units/s, of the fastest thing
	chooseThick        // units, of the thinnest
	chooseCost         // ms, of a step
	chooseShare        // %, of real time that steps may take
	chooseSwept        // collision looks along the way
)

// A chooseScene finds a step from what a game has to tell apart. Nothing moves in it.
type chooseScene struct {
	controls
	board *Board

	out struct{ apart, thick, least, most, rate, step, load, fits *float64 }
}

// stepsApart is how many steps must lie between two moments that a game tells apart: with one alone
// they fall into the same step half of the time.
const stepsApart = 2

// usualRates are those that games take, in steps a second.
var usualRates = [...]float64{10, 20, 30, 60, 120, 240, 480, 1000}

func newChoose() *chooseScene {
	s := &chooseScene{board: newBoard(), controls: newControls(
		number("apart", 1, 500, 1, 40),
		number("bodySpeed", 1, 1000, 1, 20),
		number("thick", 0.1, 20, 0.1, 1),
		number("cost", 0.05, 50, 0.05, 2),
		number("share", 5, 90, 5, 50),
		toggle("swept", false),
	)}
	o, b := &s.out, s.board
	o.apart, o.thick, o.least, o.most = b.one("apart"), b.one("thick"), b.one("least"), b.one("most")
	o.rate, o.step, o.load, o.fits = b.one("rate"), b.one("step"), b.one("load"), b.one("fits")
	s.find()
	return s
}

func (s *chooseScene) Board() *Board        { return s.board }
func (s *chooseScene) Actions() []string    { return nil }
func (s *chooseScene) Act(int)              {}
func (s *chooseScene) Leave()               {}
func (s *chooseScene) Frame(tactus.Instant) {}

func (s *chooseScene) Set(control int, value float64) {
	if s.set(control, value) {
		s.find()
	}
}

// find writes the least rate that each demand allows, the most that the cost allows, and the usual rate
// that is nearest above the least.
func (s *chooseScene) find() {
	o := &s.out
	*o.apart = stepsApart * 1000 / s.values[chooseApart]
	*o.thick = s.values[chooseSpeed] / s.values[chooseThick]
	if s.on(chooseSwept) {
		*o.thick = 0
	}
	*o.least = max(*o.apart, *o.thick)
	*o.most = 1000 / s.values[chooseCost] * s.values[chooseShare] / 100
	*o.rate = *o.least
	for _, rate := range usualRates {
		if rate >= *o.least {
			*o.rate = rate
			break
		}
	}
	*o.step = 1000 / *o.rate
	*o.load = 100 * *o.rate * s.values[chooseCost] / 1000
	*o.fits = flag(*o.rate <= *o.most)
}
