package pace

import (
	"strconv"
	"time"

	"github.com/tactus-go/tactus"
)

const (
	// budgetPercentDefault is the most that is spun of each period where a Config says nothing: on a
	// quiet machine a tenth of it is used, and on a noisy one it is what bounds the cost.
	budgetPercentDefault = 5
	// budgetPercentMax keeps a frame at least half asleep; who wants more wants Spin.
	budgetPercentMax = 50
)

// A Config sets up a Pacer. Its zero value is 60 frames a second, Hybrid, at most 5 % of them spun.
type Config struct {
	// Rate is the number of frames a second. The zero value is 60.
	Rate tactus.Rate
	// Mode is what the last stretch may cost. The zero value is Hybrid.
	Mode Mode
	// BudgetPercent bounds what Hybrid spins, in percent of the period, from 1 to 50. 0 is 5.
	BudgetPercent int
	// Thread makes a wait block its thread in a system call on Linux, in place of parking the
	// goroutine in Go's poller: for a server's loop that has locked its thread, since there the way
	// through the poller costs two switches of threads. Other systems do what they always do.
	Thread bool
	// Now is the clock, for tests and for time of one's own. It must not step back and may stand still
	// for some microseconds. Nil is tactus.Monotonic. Another clock has no kernel timer that runs on
	// it, so it is waited for with Go's timers; in a testing/synctest bubble nothing else is needed.
	Now func() tactus.Instant
}

// check returns the first field that is out of range as a *tactus.ConfigError.
func (c *Config) check() error {
	if err := c.Rate.Check(); err != nil {
		return &tactus.ConfigError{Field: "pace.Config.Rate", Value: c.Rate.String(),
			Want: "frames per second over 0 and up to 1048576, as a fraction of numbers under 2^32, or unset for 60"}
	}
	if c.Mode > Spin {
		return &tactus.ConfigError{Field: "pace.Config.Mode", Value: strconv.Itoa(int(c.Mode)),
			Want: "Hybrid, Saver or Spin"}
	}
	if c.BudgetPercent < 1 || c.BudgetPercent > budgetPercentMax {
		return &tactus.ConfigError{Field: "pace.Config.BudgetPercent", Value: strconv.Itoa(c.BudgetPercent),
			Want: "from 1 to 50 percent of the period, or 0 for 5"}
	}
	return nil
}

// withDefaults returns the config with what its zero values stand for.
func (c Config) withDefaults() Config {
	if c.Rate == (tactus.Rate{}) {
		c.Rate = tactus.Hz(60)
	}
	if c.BudgetPercent == 0 {
		c.BudgetPercent = budgetPercentDefault
	}
	return c
}

// budget returns the most that one wait may spin. Division first: a period may be as long as an int64.
func (c *Config) budget() time.Duration {
	return c.Rate.Period() / 100 * time.Duration(c.BudgetPercent)
}
