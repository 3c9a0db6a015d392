package scene

import "github.com/tactus-go/tactus"

// A Scene is what moves on one page.
type Scene interface {
	// Controls returns what can be set, by place.
	Controls() []Control
	// Set sets a control to the nearest value that it can have. It passes over a place there is not.
	Set(control int, value float64)
	// Value returns what a control is set to, 0 at a place there is not.
	Value(control int) float64
	// Actions names what Act does, by place.
	Actions() []string
	// Act does a thing once: a hitch, a jump, a pause. It passes over a place there is not.
	Act(action int)
	// Frame goes on to the time of a drawing. The first one, and the first after Leave, only begin.
	Frame(now tactus.Instant)
	// Leave says that the page is hidden: the time until the next Frame does not pass.
	Leave()
	// Board returns the numbers. It is the same always.
	Board() *Board
}

// New returns the scene of a name, or false.
func New(name string) (Scene, bool) {
	make, ok := scenes[name]
	if !ok {
		return nil, false
	}
	return make(), true
}

var scenes = map[string]func() Scene{
	"jump":    func() Scene { return newJump() },
	"choose":  func() Scene { return newChoose() },
	"spiral":  func() Scene { return newSpiral() },
	"spring":  func() Scene { return newSpring() },
	"tunnel":  func() Scene { return newTunnel() },
	"machine": func() Scene { return newMachine() },
	"island":  func() Scene { return newIsland() },
}
