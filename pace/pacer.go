package pace

import (
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tactus-go/tactus"
)

// A Pacer waits for the deadlines of a grid: deadline k is at floor(k*period) after the anchor,
// exactly, however long it runs. The first Wait sets the anchor and returns at once.
//
// A frame that begins up to a period late keeps the grid, so the frames after it make up for it; one
// that is later than that is the anchor of a new grid, so that nothing is made up in a burst.
//
// Close it when done: it holds a file descriptor on Linux and two handles on Windows.
type Pacer struct {
	config  Config
	now     func() tactus.Instant
	coarse  sleeper
	reserve sleeper // Go's timer, for when coarse has failed
	margin  margin

	anchored bool
	anchor   tactus.Instant
	next     tactus.Tick    // the deadline that the next Wait waits for, counted from the anchor
	last     tactus.Instant // the latest reading
	jitter   time.Duration
	counts   Counts

	busy   sync.Mutex // held by a Wait, and by Close when it frees the timers
	failed atomic.Bool
	woken  atomic.Bool // Wake was called and no Wait has ended by it yet
	closed atomic.Bool
	asleep atomic.Bool // a sleep is under way, so that Wake must end it

	kick  sync.Mutex // held to wake a sleeper, so that none is woken that is freed
	freed bool
}

// New returns a Pacer. The error is a *tactus.ConfigError. Where the system refuses its timer (no
// file descriptors, a sandbox), Go's own is used: see [Pacer.Timer].
func New(c Config) (*Pacer, error) {
	var coarse sleeper
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.Now == nil {
		coarse = newSystemSleeper(c.Thread)
	}
	return newPacer(c, coarse), nil
}

// newPacer returns a Pacer on a sleeper, or on Go's timer where it is nil.
func newPacer(c Config, coarse sleeper) *Pacer {
	p := &Pacer{config: c, now: c.Now, coarse: coarse, reserve: newGoTimer(), margin: newMargin(c.budget())}
	if p.now == nil {
		p.now = tactus.Monotonic
	}
	if p.coarse == nil {
		p.failed.Store(true)
	}
	return p
}

// Next returns the deadline that the next Wait waits for; 0 before the first Wait.
func (p *Pacer) Next() tactus.Instant {
	if !p.anchored {
		return 0
	}
	return p.anchor.Add(p.config.Rate.TimeOf(p.next))
}

// Jitter returns how much later than its deadline the last frame began. It is negative only where
// a wait was given up because the clock stood still.
func (p *Pacer) Jitter() time.Duration { return p.jitter }

// Margin returns how long before a deadline Hybrid asks to be woken: what it has learned so far.
func (p *Pacer) Margin() time.Duration { return p.margin.value }

// Counts returns the totals.
func (p *Pacer) Counts() Counts { return p.counts }

// Timer names the timer in use, for reports: "timerfd in Go's poller", "Go timer".
func (p *Pacer) Timer() string { return p.sleeper().name() }

// Rate returns the frames a second.
func (p *Pacer) Rate() tactus.Rate { return p.config.Rate }

// SetRate changes the frames a second: the next deadline is one new period after the last one. A bad
// rate changes nothing and is a *tactus.ConfigError.
func (p *Pacer) SetRate(rate tactus.Rate) error {
	c := p.config
	c.Rate = rate
	if err := c.check(); err != nil {
		return err
	}
	if p.next > 0 {
		p.anchor, p.next = p.anchor.Add(p.config.Rate.TimeOf(p.next-1)), 1
	}
	p.config = c
	p.margin.bound(c.budget())
	return nil
}

// Mode returns the mode in force.
func (p *Pacer) Mode() Mode { return p.config.Mode }

// SetMode changes the mode, for instance to Saver while nobody looks at the window. It panics on a
// mode that there is not.
func (p *Pacer) SetMode(mode Mode) {
	if mode > Spin {
		panic("tactus: pace.SetMode of " + strconv.Itoa(int(mode)) + ": want Hybrid, Saver or Spin")
	}
	p.config.Mode = mode
}

// Reset forgets the grid: the next Wait returns at once and sets a new anchor, as the first did. Call
// it after a pause that is no fault of the frame's, so that it is not counted as late.
func (p *Pacer) Reset() { p.anchored = false }

// Wake makes the Wait that is under way return at once, or the next one where none is: for input,
// and for the end of a context with context.AfterFunc(ctx, p.Wake). Calls before that Wait returns
// count as one. Any goroutine may call it; it does not wait for anything.
func (p *Pacer) Wake() {
	if !p.woken.Swap(true) && p.asleep.Load() {
		p.endSleep()
	}
}

// Close ends a Wait that is under way, makes all later ones return at once, and frees the timer. Any
// goroutine may call it, and more than once. The error is the system's, on freeing.
func (p *Pacer) Close() error {
	if p.closed.Swap(true) {
		return nil
	}
	p.endSleep()
	p.busy.Lock()
	defer p.busy.Unlock()
	p.kick.Lock()
	defer p.kick.Unlock()
	p.freed = true
	p.reserve.close()
	if p.coarse != nil {
		return p.coarse.close()
	}
	return nil
}

// endSleep ends a sleep that is under way.
func (p *Pacer) endSleep() {
	p.kick.Lock()
	defer p.kick.Unlock()
	if !p.freed {
		p.sleeper().wake()
	}
}

// sleeper returns the one to use.
func (p *Pacer) sleeper() sleeper {
	if p.failed.Load() {
		return p.reserve
	}
	return p.coarse
}
