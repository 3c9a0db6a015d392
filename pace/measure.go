package pace

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tactus-go/tactus"
)

// MeasureFramesMax bounds the frames of one measurement, and with them its memory (8 MB).
const MeasureFramesMax = 1 << 20

// warmUpFrames are waited for before a measurement: a Pacer learns its margin in them, as it does once
// in the life of a loop, and processors change their speed.
const warmUpFrames = 32

// A Method is a way to wait for the next frame.
type Method uint8

// The methods that Measure compares: the two that Go offers, and the Pacer's.
const (
	MethodSleep    Method = iota // time.Sleep until the deadline
	MethodTicker                 // time.Ticker with the period in whole nanoseconds
	MethodAbsolute               // Saver: the system's timer
	MethodThread                 // Saver with Config.Thread
	MethodHybrid                 // Hybrid
	MethodSpin                   // Spin
)

var methodNames = [...]string{"sleep", "ticker", "absolute", "thread", "hybrid", "spin"}

// String returns the method's name as the tables have it.
func (m Method) String() string {
	if int(m) < len(methodNames) {
		return methodNames[m]
	}
	return "method " + strconv.Itoa(int(m))
}

// Methods returns all methods, the cheap ones first.
func Methods() []Method {
	return []Method{MethodSleep, MethodTicker, MethodAbsolute, MethodThread, MethodHybrid, MethodSpin}
}

// A MeasureConfig says what to measure.
type MeasureConfig struct {
	// Method is the way to wait. The zero value is MethodSleep.
	Method Method
	// Rate is the number of frames a second. The zero value is 60.
	Rate tactus.Rate
	// Duration is how long to measure, in frames of the rate: at least 1 and at most MeasureFramesMax
	// of them. The zero value is 1 s.
	Duration time.Duration
	// Busy keeps every processor of the program computing meanwhile, as a game does that computes more
	// than there is time for, and says in Recovered how the wait is after that.
	Busy bool
}

// A Measurement is what Measure saw. The error of a wake-up is the reading after it less its deadline:
// the jitter of a frame, never negative.
type Measurement struct {
	Method Method
	Rate   tactus.Rate
	// Frames is the number of wake-ups, and Missed that of deadlines for which there was none.
	Frames, Missed int
	// P50, P99 and Max are percentiles of the error by nearest rank, and the largest.
	P50, P99, Max time.Duration
	// CPUPercent is the processor time of the whole process, in percent of one core, so keep the rest
	// of the program idle. CPUKnown is false where the system does not tell.
	CPUPercent float64
	CPUKnown   bool
	// Busy is MeasureConfig.Busy, and Recovered then the error of the first whole wait after the other
	// work has ended.
	Busy      bool
	Recovered time.Duration
	// Timer names the system's timer where the method has one: see Pacer.Timer.
	Timer string
}

// Measure waits for frames that do nothing, for c.Duration, and returns how late each wake-up was. One
// measurement is one moment of one machine, after 32 frames that are not counted: interleave the
// methods in short rounds, take the median of the rounds, and judge by ratios within one run. An error
// is ctx's, or a *tactus.ConfigError. It blocks, and allocates for its figures.
func Measure(ctx context.Context, c MeasureConfig) (Measurement, error) {
	if c.Rate == (tactus.Rate{}) {
		c.Rate = tactus.Hz(60)
	}
	if c.Duration == 0 {
		c.Duration = time.Second
	}
	if err := c.check(); err != nil {
		return Measurement{}, err
	}
	w, err := newWaiter(c)
	if err != nil {
		return Measurement{}, err
	}
	defer w.stop()
	errs := make([]time.Duration, 0, c.Rate.TickAt(c.Duration))
	for range min(warmUpFrames, cap(errs)) {
		w.wait()
	}
	uncounted := w.missed()
	idle := func() {}
	if c.Busy {
		idle = occupy()
		defer idle()
	}
	start := tactus.Monotonic()
	used, known := processorTime()
	for len(errs) < cap(errs) {
		if err := ctx.Err(); err != nil {
			return Measurement{}, err
		}
		errs = append(errs, w.wait())
	}
	now, _ := processorTime()
	elapsed := tactus.Monotonic().Sub(start)
	missed := w.missed() - uncounted
	m := Measurement{Method: c.Method, Rate: c.Rate, Frames: len(errs), Missed: missed, Busy: c.Busy, Timer: w.timer}
	if known && elapsed > 0 {
		m.CPUPercent, m.CPUKnown = 100*float64(now-used)/float64(elapsed), true
	}
	if c.Busy {
		idle()
		w.wait() // whose deadline was set while they computed
		m.Recovered = w.wait()
	}
	slices.Sort(errs)
	m.P50, m.P99, m.Max = nearestRank(errs, 0.50), nearestRank(errs, 0.99), errs[len(errs)-1]
	return m, nil
}

// occupy makes every processor of the program compute until the returned function is called, which waits
// for the end of it.
func occupy() (end func()) {
	var over atomic.Bool
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for !over.Load() {
				if runtime.GOARCH == "wasm" { // where nobody takes the one processor from a goroutine
					runtime.Gosched()
				}
			}
		})
	}
	return func() {
		over.Store(true)
		all.Wait()
	}
}

// check returns the first field that is out of range as a *tactus.ConfigError.
func (c *MeasureConfig) check() error {
	if int(c.Method) >= len(methodNames) {
		return &tactus.ConfigError{Field: "pace.MeasureConfig.Method", Value: strconv.Itoa(int(c.Method)),
			Want: "one that Methods returns"}
	}
	if err := c.Rate.Check(); err != nil {
		return err
	}
	if n := c.Rate.TickAt(c.Duration); n < 1 || n > MeasureFramesMax {
		return &tactus.ConfigError{Field: "pace.MeasureConfig.Duration", Value: c.Duration.String(),
			Want: "a time in which 1 to 1048576 frames fit, or 0 for 1s"}
	}
	return nil
}

// nearestRank returns the smallest value that at least the share p of the sorted values do not exceed.
func nearestRank(sorted []time.Duration, p float64) time.Duration {
	return sorted[max(int(math.Ceil(p*float64(len(sorted))))-1, 0)]
}

// A waiter waits for the next frame and returns how late the wake-up was.
type waiter struct {
	wait   func() time.Duration
	missed func() int
	stop   func()
	timer  string
}

func newWaiter(c MeasureConfig) (waiter, error) {
	switch c.Method {
	case MethodSleep:
		return sleepWaiter(c.Rate), nil
	case MethodTicker:
		return tickerWaiter(c.Rate), nil
	}
	config := Config{Rate: c.Rate, Mode: Saver, Thread: c.Method == MethodThread}
	switch c.Method {
	case MethodHybrid:
		config.Mode = Hybrid
	case MethodSpin:
		config.Mode = Spin
	}
	p, err := New(config)
	if err != nil {
		return waiter{}, err
	}
	p.Wait() // the anchor
	return waiter{
		wait:   func() time.Duration { p.Wait(); return p.Jitter() },
		missed: func() int { return int(p.Counts().Missed) },
		stop:   func() { p.Close() },
		timer:  p.Timer(),
	}, nil
}

// sleepWaiter sleeps until the deadlines of the exact grid and leaves out those that have passed.
func sleepWaiter(rate tactus.Rate) waiter {
	anchor, k, missed := tactus.Monotonic(), tactus.Tick(0), 0
	return waiter{
		wait: func() time.Duration {
			k++
			now := tactus.Monotonic()
			if passed := rate.TickAt(now.Sub(anchor)); passed >= k {
				missed += int(passed - k + 1)
				k = passed + 1
			}
			deadline := anchor.Add(rate.TimeOf(k))
			time.Sleep(deadline.Sub(now))
			return tactus.Monotonic().Sub(deadline)
		},
		missed: func() int { return missed },
		stop:   func() {},
		timer:  "Go timer",
	}
}

// tickerWaiter receives ticks. The ticker's grid starts between the two readings around its making,
// and the earlier is taken, so that no error is negative.
func tickerWaiter(rate tactus.Rate) waiter {
	period := max(rate.Period(), 1)
	anchor := tactus.Monotonic()
	ticker := time.NewTicker(period)
	k, missed := time.Duration(0), 0
	return waiter{
		wait: func() time.Duration {
			<-ticker.C
			since := tactus.Monotonic().Sub(anchor)
			if tick := since / period; tick > k {
				missed += int(tick - k - 1)
				k = tick
			}
			return since - k*period
		},
		missed: func() int { return missed },
		stop:   ticker.Stop,
		timer:  "Go timer",
	}
}
