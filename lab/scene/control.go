package scene

import "math"

// A Control is one thing that a page can set.
type Control struct {
	Name string  `json:"name"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
	// Step is the least change, from Min on; 0 is any.
	Step  float64 `json:"step"`
	Value float64 `json:"value"` // at first
	// Choices name the values from Min on, one a whole number; nil for a number.
	Choices []string `json:"choices,omitempty"`
}

func number(name string, low, high, step, value float64) Control {
	return Control{Name: name, Min: low, Max: high, Step: step, Value: value}
}

func choice(name string, value int, choices ...string) Control {
	return Control{Name: name, Max: float64(len(choices) - 1), Step: 1, Value: float64(value), Choices: choices}
}

func toggle(name string, on bool) Control {
	c := choice(name, 0, "off", "on")
	if on {
		c.Value = 1
	}
	return c
}

// fit returns the nearest value that the control can have: of NaN the first.
func (c *Control) fit(v float64) float64 {
	if v != v {
		return c.Value
	}
	v = min(max(v, c.Min), c.Max)
	if c.Step > 0 {
		v = min(c.Min+float64(math.Round((v-c.Min)/c.Step)*c.Step), c.Max)
	}
	return v
}

// Controls are those of a scene, by place.
type controls struct {
	specs  []Control
	values []float64
}

func newControls(specs ...Control) controls {
	c := controls{specs: specs}
	for _, s := range specs {
		c.values = append(c.values, s.Value)
	}
	return c
}

// set fits and keeps a value, and reports whether it is another than before.
func (c *controls) set(control int, value float64) bool {
	if control < 0 || control >= len(c.specs) {
		return false
	}
	value = c.specs[control].fit(value)
	changed := value != c.values[control]
	c.values[control] = value
	return changed
}

// Controls returns what can be set. It never changes.
func (c *controls) Controls() []Control { return c.specs }

// Value returns what a control is set to, 0 at a place there is not.
func (c *controls) Value(control int) float64 {
	if control < 0 || control >= len(c.values) {
		return 0
	}
	return c.values[control]
}

func (c *controls) on(control int) bool { return c.values[control] != 0 }

// The first controls of every scene with frames.
const (
	frameFPS    = iota // of the imagined machine
	frameScreen        // the screen's own frames in its place
	frameJitter
	frameControls // how many there are
)

// frameSpecs makes those controls, with more behind them.
func frameSpecs(fps float64, jitter bool, more ...Control) controls {
	return newControls(append([]Control{
		number("fps", 5, 240, 1, fps),
		toggle("screen", false),
		toggle("jitter", jitter),
	}, more...)...)
}
