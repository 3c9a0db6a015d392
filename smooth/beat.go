package smooth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/tactus-go/tactus"
)

const (
	beatFramesDefault = 10_000 // some minutes: a beat of 16 s is seen ten times
	beatFramesMax     = 1_000_000
	beatStepsMax      = 64 // steps a frame, so that the longest report takes a second or so
	cadenceMax        = 12 // frames: 60 steps on 144 Hz repeat every 12
	// evenPart is how near to a whole number of steps a frame a rate is when every frame is meant
	// to run that number.
	evenPart = 1.0 / 16
	// inStepPart is how near, in steps, a cadence is to a whole number of them when it beats so
	// slowly that it is one: 60 on 59.94 Hz is off by 1/1000, on 59 Hz by 1/59. Further off, there
	// is none.
	inStepPart = 1.0 / 32
)

// BeatConfig says what NewBeat simulates. Only the rates are needed.
type BeatConfig struct {
	// Step is the step rate, and Display the display's, exact. A frame has at most 64 steps, and
	// the display at least 1 Hz.
	Step, Display tactus.Rate
	// Frames is how many frames are simulated. 0 is 10,000; at most 1,000,000.
	Frames int
	// Jitter is how far the readings of the display's frames are off, under half its period.
	Jitter time.Duration
	// Seed makes each reading off by a random time up to Jitter, early or late. With 0 they are off
	// by Jitter alternately, the first early: the worst case for a plain stepper.
	Seed uint64
	// Hysteresis is the one that is tried, over 0 and under 1/4 of a step. The zero value is 1/20,
	// 0.8 ms at 60 Hz.
	Hysteresis tactus.Rate
}

// A Cadence counts what a viewer sees of a run of frames.
type Cadence struct {
	// Doubles is the number of frames with more steps than the rates call for: at about one step a
	// frame those with two and more, else those with more than steps a frame rounded up.
	Doubles int
	// Zeros is the number of frames with fewer: at about one step a frame those with none, else
	// those with less than steps a frame rounded down.
	Zeros int
	// Breaks is the number of frames whose steps are not those of the frame one Beat.Cadence
	// before; 0 where there is none.
	Breaks int
}

// A Beat says what a step rate does on a display. Where the two are nearly in step, each slip of
// one against the other shows as a frame of one step more or less, and they come at an even
// interval: the beat. What noise adds to them, smoothing can take away; the beat itself only a step
// rate that is the display's own.
type Beat struct {
	// StepsPerFrame is step rate over display rate.
	StepsPerFrame float64
	// Cadence is the number of frames after which the pattern of steps repeats, 1 for one step a
	// frame, 2 for 0, 1, 0, 1. It is at most 12; 0 where there is no such pattern, and then no beat
	// either.
	Cadence int
	// Period is the time between two slips; 0 where there are none, or none in the time a Duration
	// holds.
	Period time.Duration
	// Plain is a stepper without anything, Lead one with half a step of lead, Snapped one that is
	// fed by a Snapper of the display's rate and the default tolerance, Hysteresis one with that.
	Plain, Lead, Snapped, Hysteresis Cadence

	config BeatConfig
}

// NewBeat simulates a step rate on a display: real steppers, fed with the display's frames. It
// takes about 150 ns a frame where that has one step. The error is a *ConfigError that names the
// field.
func NewBeat(c BeatConfig) (Beat, error) {
	if c.Frames == 0 {
		c.Frames = beatFramesDefault
	}
	if c.Hysteresis == (tactus.Rate{}) {
		c.Hysteresis = tactus.Ratio(1, 20)
	}
	if err := c.check(); err != nil {
		return Beat{}, err
	}
	b := Beat{StepsPerFrame: c.Step.Float() / c.Display.Float(), config: c}
	b.findCadence()
	snapper, err := NewSnapper(SnapperConfig{Rate: c.Display})
	if err != nil {
		return Beat{}, err
	}
	for _, r := range []struct {
		count   *Cadence
		config  tactus.StepperConfig
		snapper *Snapper
	}{
		{&b.Plain, tactus.StepperConfig{}, nil},
		{&b.Lead, tactus.StepperConfig{Lead: tactus.Ratio(1, 2)}, nil},
		{&b.Snapped, tactus.StepperConfig{}, snapper},
		{&b.Hysteresis, tactus.StepperConfig{Hysteresis: c.Hysteresis}, nil},
	} {
		if *r.count, err = b.run(r.config, r.snapper); err != nil {
			return Beat{}, err
		}
	}
	return b, nil
}

// check returns the first field that is out of range as a *ConfigError; rates and hysteresis are
// checked further by what takes them.
func (c *BeatConfig) check() error {
	bad := func(field, value, want string) error {
		return &tactus.ConfigError{Field: "BeatConfig." + field, Value: value, Want: want}
	}
	for _, r := range []struct {
		field string
		rate  tactus.Rate
	}{{"Step", c.Step}, {"Display", c.Display}} {
		if err := r.rate.Check(); err != nil {
			return bad(r.field, r.rate.String(), err.(*tactus.ConfigError).Want)
		}
	}
	switch {
	case c.Display.Float() < 1:
		return bad("Display", c.Display.String(), "1 Hz or more")
	case c.Step.Float() > beatStepsMax*c.Display.Float():
		return bad("Step", c.Step.String(), "at most 64 steps in each frame of the display")
	case c.Frames < 0 || c.Frames > beatFramesMax:
		return bad("Frames", strconv.Itoa(c.Frames), "1 to 1000000 frames, or 0 for 10000")
	case c.Jitter < 0 || c.Jitter >= (c.Display.Period()+1)/2:
		return bad("Jitter", c.Jitter.String(),
			"0 or more, and under half the display's period of "+c.Display.Period().String())
	case !(c.Hysteresis.Float() > 0 && c.Hysteresis.Float() < 0.25):
		return bad("Hysteresis", c.Hysteresis.String(), "over 0 and under 1/4, or unset for 1/20")
	}
	return nil
}

// findCadence finds the shortest pattern that the rates nearly keep, and how often they slip in it:
// a cadence of q frames for p steps slips |q*step - p*display| times a second.
func (b *Beat) findCadence() {
	step, display := b.config.Step.Float(), b.config.Display.Float()
	for q := 1; q <= cadenceMax; q++ {
		steps := float64(float64(q) * b.StepsPerFrame)
		p := math.Round(steps)
		if p < 1 || math.Abs(steps-p) > inStepPart {
			continue
		}
		b.Cadence = q
		slips := math.Abs(float64(float64(q)*step) - float64(p*display))
		if seconds := 1 / slips; slips > step*1e-12 && seconds < 1<<33 { // else the floats' own error
			b.Period = time.Duration(math.Round(seconds * 1e9))
		}
		return
	}
}

// run feeds a stepper with the display's frames, through a snapper where there is one.
func (b *Beat) run(config tactus.StepperConfig, snapper *Snapper) (Cadence, error) {
	c := &b.config
	config.Rate, config.Clamp, config.Cap = c.Step, tactus.NoClamp, tactus.NoCap
	s, err := tactus.NewStepper(config)
	if err != nil {
		return Cadence{}, err
	}
	fewest, most := b.usual()
	noise := rand.New(rand.NewPCG(c.Seed, 0))
	var count Cadence
	var before [cadenceMax]int64
	for k := range c.Frames + 1 {
		now := tactus.Instant(-c.Display.TimeOf(-tactus.Tick(k))) // rounded up: not before the refresh
		if k > 0 {                                                // the first reading is where time begins
			now = now.Add(c.off(k, noise))
		}
		if snapper != nil {
			now = snapper.Snap(now)
		}
		steps := s.Feed(now).Steps
		for s.Next() {
		}
		if k == 0 {
			continue
		}
		if steps > most {
			count.Doubles++
		}
		if steps < fewest {
			count.Zeros++
		}
		if b.Cadence > 0 {
			if k > b.Cadence && before[k%b.Cadence] != steps {
				count.Breaks++
			}
			before[k%b.Cadence] = steps
		}
	}
	return count, nil
}

// usual returns the fewest and the most steps that a frame should have.
func (b *Beat) usual() (fewest, most int64) {
	whole := math.Round(b.StepsPerFrame)
	if whole >= 1 && math.Abs(b.StepsPerFrame-whole) <= evenPart {
		return int64(whole), int64(whole)
	}
	return int64(math.Floor(b.StepsPerFrame)), int64(math.Ceil(b.StepsPerFrame))
}

// off returns how far the reading of frame k is off.
func (c *BeatConfig) off(k int, noise *rand.Rand) time.Duration {
	switch {
	case c.Seed != 0:
		return time.Duration(noise.Int64N(2*int64(c.Jitter)+1)) - c.Jitter
	case k%2 == 1:
		return -c.Jitter
	}
	return c.Jitter
}

// String returns the report as a table of a few lines.
func (b Beat) String() string {
	var text strings.Builder
	c := &b.config
	fmt.Fprintf(&text, "%v steps/s on a display of %v Hz: %.4g steps a frame", c.Step, c.Display, b.StepsPerFrame)
	switch {
	case b.Period > 0:
		fmt.Fprintf(&text, ", a slip every %v\n", b.Period.Round(time.Millisecond))
	case b.Cadence > 0:
		text.WriteString(", no beat\n")
	default:
		text.WriteString(", no cadence\n")
	}
	manner := "alternately early and late"
	if c.Seed != 0 {
		manner = "at random, seed " + strconv.FormatUint(c.Seed, 10)
	}
	fmt.Fprintf(&text, "%d frames, readings off by %v %s\n", c.Frames, c.Jitter, manner)
	fmt.Fprintf(&text, "%-16s %8s %8s %8s\n", "", "doubles", "zeros", "breaks")
	for _, line := range []struct {
		name string
		Cadence
	}{
		{"plain", b.Plain}, {"lead 1/2", b.Lead}, {"snapped", b.Snapped},
		{"hysteresis " + c.Hysteresis.String(), b.Hysteresis},
	} {
		fmt.Fprintf(&text, "%-16s %8d %8d %8d\n", line.name, line.Doubles, line.Zeros, line.Breaks)
	}
	return text.String()
}
