package framestats

import (
	"slices"
	"strconv"
	"time"

	"github.com/tactus-go/tactus"
)

const (
	// countDefault frames are 68 s at 60 Hz and 28 s at 144 Hz: the time is what bounds the window
	// below 410 FPS, and the count above.
	countDefault = 4096
	// countMax keeps the sum of a ring of the longest frames, 2^43 ns each, within an int64.
	countMax      = 1 << 19
	windowDefault = 10 * time.Second
	hitchDefault  = 50 * time.Millisecond
	// snapshotDefault is ten a second: as fast as figures can be read.
	snapshotDefault = 100 * time.Millisecond
	thresholdsMax   = 8
	hitchesKept     = 64
)

// thresholdsDefault are two frames of a 60 Hz display, and what is felt as a stop by most. On a run
// that is capped at 30 FPS the first counts half of all frames: choose another.
var thresholdsDefault = []time.Duration{33_333 * time.Microsecond, 50 * time.Millisecond}

// RecorderConfig sets up a Recorder. Its zero value is the default.
type RecorderConfig struct {
	// Rate is the step rate. Without one (the zero value) StepCostHigh is never raised.
	Rate tactus.Rate
	// Interval is the intended frame time: the display's period, or the pacer's. A frame whose work
	// fits in it waited and was not slow. 0 is unknown; then the timestep stands for it.
	Interval time.Duration
	// Cap is the stepper's cap, in steps: a frame that runs as many reached it, also where the
	// steps beyond it are kept. 0 is unknown; then a frame that dropped steps reached it.
	Cap int
	// Count is the most frames in the window, 1 to 2^19; 0 is 4,096.
	Count int
	// Time is the most that the frames in the window last together; 0 is 10 s.
	Time time.Duration
	// Thresholds are the frame times over which frames are counted, 1 to 8 of them; nil is 33.333 ms
	// and 50 ms.
	Thresholds []time.Duration
	// Hitch is the frame time over which a frame is a hitch, kept with its time and tag; 0 is 50 ms.
	Hitch time.Duration
	// KeepGaps and KeepPauses count gaps and paused frames as frames like any other.
	KeepGaps, KeepPauses bool
	// SnapshotEvery is how much frame time lies between two snapshots for a Reader; 0 is 100 ms, and
	// 1 (a nanosecond) makes one each frame.
	SnapshotEvery time.Duration
}

// WithStepper returns the config with Rate and Cap, where unset, from a stepper's. The automatic cap is
// left out: that it is reached shows in what is dropped.
func (c RecorderConfig) WithStepper(s tactus.StepperConfig) RecorderConfig {
	if c.Rate == (tactus.Rate{}) {
		c.Rate = s.Rate
	}
	if c.Cap == 0 {
		c.Cap = max(s.Cap, 0)
	}
	return c
}

// complete puts in the defaults and returns the first field that is out of range as a *ConfigError.
func (c *RecorderConfig) complete() error {
	if c.Rate != (tactus.Rate{}) {
		if err := c.Rate.Check(); err != nil {
			return wrong("Rate", c.Rate.String(), "a step rate, or the zero value for none")
		}
	}
	if c.Cap < 0 {
		return wrong("Cap", strconv.Itoa(c.Cap), "a number of steps over 0, or 0 for unknown")
	}
	if c.Count < 0 || c.Count > countMax {
		return wrong("Count", strconv.Itoa(c.Count), "1 to 524288 frames, or 0 for 4096")
	}
	if c.Count == 0 {
		c.Count = countDefault
	}
	for _, t := range []struct {
		field    string
		value    *time.Duration
		standard time.Duration
	}{
		{"Interval", &c.Interval, 0}, {"Time", &c.Time, windowDefault}, {"Hitch", &c.Hitch, hitchDefault},
		{"SnapshotEvery", &c.SnapshotEvery, snapshotDefault},
	} {
		if *t.value < 0 || *t.value > tactus.FrameMax {
			return wrong(t.field, t.value.String(), "a time over 0 up to "+tactus.FrameMax.String()+
				", or 0 for the default")
		}
		if *t.value == 0 {
			*t.value = t.standard
		}
	}
	if c.Thresholds == nil {
		c.Thresholds = thresholdsDefault
	}
	if len(c.Thresholds) == 0 || len(c.Thresholds) > thresholdsMax {
		return wrong("Thresholds", strconv.Itoa(len(c.Thresholds))+" times", "1 to 8, or nil for 33.333ms and 50ms")
	}
	for _, d := range c.Thresholds {
		if d <= 0 {
			return wrong("Thresholds", d.String(), "times over 0")
		}
	}
	c.Thresholds = slices.Clone(c.Thresholds)
	return nil
}

func wrong(field, value, want string) error {
	return &tactus.ConfigError{Field: "RecorderConfig." + field, Value: value, Want: want}
}
