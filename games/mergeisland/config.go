package mergeisland

import (
	_ "embed"
	"strconv"
	"time"

	"github.com/tactus-go/tactus"
)

// A Config holds the constants of the game, all whole numbers. The ranges keep every run of
// [TicksMax] ticks within 64 bits.
type Config struct {
	Seed             int64 // where the random numbers start, 0 to 2^32-1
	StepMs           int64 // timestep in milliseconds, 1 to 1,000
	Accel            int64 // speed that an input adds, in units a tick, 1 to 10,000
	FrictionNum      int64 // part of the speed that a tick leaves, FrictionNum / FrictionDen:
	FrictionDen      int64 // 0 to FrictionDen, over 1 to 1,000,000; speed must not grow by itself
	MaxStepsPerFrame int64 // cap, 1 to 10,000
	RNGMultiplier    int64 // of the generator, 0 to 2^32-1
	RNGIncrement     int64 // of the generator, 0 to 2^32-1
	Note             string
}

// fileName is how messages and users call the file below.
const fileName = "merge-island.json"

//go:embed merge-island.json
var configFile string

// ConfigFile returns the text of merge-island.json: what a host hands to a guest, and what other
// languages read.
func ConfigFile() string { return configFile }

// DefaultConfig returns the config of the reference run, from merge-island.json.
func DefaultConfig() Config {
	c, err := ParseConfig(fileName, []byte(configFile))
	if err != nil {
		panic(err.Error()) // the file is part of this package, and a test reads it
	}
	return c
}

// Check returns nil, or a [*tactus.ConfigError] for the first number out of its range.
func (c Config) Check() error {
	for _, n := range c.numbers() {
		if err := n.check(*n.value); err != nil {
			return err
		}
	}
	if err := c.checkFriction(); err != nil {
		return err
	}
	return nil
}

// checkFriction holds the two numbers of the friction against each other.
func (c Config) checkFriction() *tactus.ConfigError {
	if c.FrictionNum <= c.FrictionDen {
		return nil
	}
	return wrong("frictionNum", strconv.FormatInt(c.FrictionNum, 10),
		"at most frictionDen, "+strconv.FormatInt(c.FrictionDen, 10))
}

// Stepper returns how the game's time runs: one step each StepMs, the clamp off, at most
// MaxStepsPerFrame steps in a frame, and what is due beyond them dropped with the phase.
func (c Config) Stepper() tactus.StepperConfig {
	return tactus.StepperConfig{
		Rate:     tactus.Every(time.Duration(c.StepMs) * time.Millisecond),
		Clamp:    tactus.NoClamp,
		Cap:      int(c.MaxStepsPerFrame),
		Overflow: tactus.DropAll,
	}
}

// A number is one numeric field of the file.
type number struct {
	name      string
	value     *int64
	low, high int64
}

// numbers lists the numeric fields of the file in its order, with where they go.
func (c *Config) numbers() []number {
	const word = 1<<32 - 1
	return []number{
		{"seed", &c.Seed, 0, word},
		{"stepMs", &c.StepMs, 1, 1000},
		{"accel", &c.Accel, 1, 10_000},
		{"frictionNum", &c.FrictionNum, 0, 1_000_000},
		{"frictionDen", &c.FrictionDen, 1, 1_000_000},
		{"maxStepsPerFrame", &c.MaxStepsPerFrame, 1, 10_000},
		{"rngMultiplier", &c.RNGMultiplier, 0, word},
		{"rngIncrement", &c.RNGIncrement, 0, word},
	}
}

func (n number) check(v int64) error {
	if v >= n.low && v <= n.high {
		return nil
	}
	return wrong(n.name, strconv.FormatInt(v, 10), n.want())
}

func (n number) want() string { return "a whole number " + span(n.low, n.high) }

// span says a range in words.
func span(low, high int64) string {
	if low == high {
		return strconv.FormatInt(low, 10)
	}
	return "from " + strconv.FormatInt(low, 10) + " to " + strconv.FormatInt(high, 10)
}
