package loop

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/pace"
)

// logGrace is how long the end of Run waits for the frame log's last rows: a disk that hangs must not
// keep a terminal in the wrong mode.
const logGrace = time.Second

// A Loop runs a game. Make one with New, and Run it once; one that shall not run wants Close.
type Loop struct {
	config  Config
	hooks   Hooks
	stepper *tactus.Stepper
	buffer  *input.Buffer
	stats   *framestats.Recorder
	pacer   *pace.Pacer
	clock   func() tactus.Instant
	none    input.State // the input of an absence's ticks

	unpaced bool // frames start as often as Present returns
	mail    mailbox
	grants  int
	absence absence
	sleep   sleep
	now     tactus.Instant // the frame's reading
	blurred bool
	idling  atomic.Bool // paused or without focus: Push wakes the wait
	stopped atomic.Bool
	ran     bool

	shown  Frame
	record framestats.Frame
}

// New returns a loop that has not begun. The error is a *tactus.ConfigError. It panics where
// Hooks.Step is nil.
func New(c Config, h Hooks) (*Loop, error) {
	if h.Step == nil {
		panic("tactus: loop.Hooks.Step is nil")
	}
	if err := c.complete(); err != nil {
		return nil, err
	}
	l := &Loop{config: c, hooks: h, clock: c.Pace.Now}
	l.unpaced = h.Present != nil && c.Pace.Rate == (tactus.Rate{})
	if l.clock == nil {
		l.clock = tactus.Monotonic
	}
	var err error
	if l.stepper, err = tactus.NewStepper(c.Stepper); err != nil {
		return nil, err
	}
	if l.buffer, err = input.NewBuffer(c.Input); err != nil {
		return nil, err
	}
	if l.stats, err = framestats.NewRecorder(c.Stats); err != nil {
		return nil, err
	}
	if l.pacer, err = pace.New(c.Pace); err != nil {
		return nil, err
	}
	l.config.Pace.Rate = l.pacer.Rate()
	l.sleep = sleep{wall: c.Wall, after: max(c.Stepper.GapAfter, sleepMin)}
	if c.Stats.Interval == 0 && !l.unpaced {
		l.suitInterval()
	}
	return l, nil
}

// Run plays until the context ends or Stop is called, and returns the context's error or nil. A panic
// in a hook goes through it, after everything is restored. It panics when it is called twice.
func (l *Loop) Run(ctx context.Context) error {
	if l.ran {
		panic("tactus: loop.Run called twice: make a new Loop")
	}
	l.ran = true
	defer l.close()
	defer context.AfterFunc(ctx, l.pacer.Wake)()
	for {
		now := l.wait()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case l.stopped.Load():
			return nil
		}
		l.frame(now)
	}
}

// Stop ends Run after the frame under way. Any goroutine may call it.
func (l *Loop) Stop() {
	l.stopped.Store(true)
	l.pacer.Wake()
}

// Close ends Run as Stop does, and frees what a loop holds that never runs: a timer of the system. Its
// Log is the caller's to close then. Any goroutine may call it, also after Run.
func (l *Loop) Close() {
	l.stopped.Store(true)
	l.pacer.Close() // an error of the system on freeing is nothing to act on
}

// close restores everything, also on the way of a panic.
func (l *Loop) close() {
	if l.hooks.Close != nil {
		defer l.hooks.Close()
	}
	if l.config.Log != nil {
		ctx, cancel := context.WithTimeout(context.Background(), logGrace)
		defer cancel()
		l.config.Log.Close(ctx) // its error is the log's own to tell
	}
	l.pacer.Close()
}

// wait waits for the next frame's start, where the display does not, and returns its reading.
func (l *Loop) wait() tactus.Instant {
	if l.unpaced && !l.idling.Load() {
		return l.clock()
	}
	now, _ := l.pacer.Wait()
	return now
}

// frame runs one frame.
func (l *Loop) frame(now tactus.Instant) {
	l.now = now
	l.feed(now)
	l.mail.deliver(l) // after the feed, so that a resume does not make the pause before it game time
	if l.hooks.Input != nil {
		l.hooks.Input(now, l.buffer)
	}
	start := l.clock()
	l.steps(start)
	ledger := l.stepper.Frame()
	l.sleep.correct(&ledger)
	granted := l.grantSteps()
	ledger.Run, ledger.Granted = ledger.Run+granted, ledger.Granted+granted
	cost := l.clock().Sub(start)
	l.shown = Frame{Now: now, Alpha: l.stepper.Alpha(), Ledger: ledger, Stats: &l.stats.Stats}
	l.notice()
	l.shown.Owed = l.absence.owed
	if l.hooks.Draw != nil {
		l.hooks.Draw(&l.shown)
	}
	caught := l.catchUp()
	l.measure(cost, caught)
	l.tell()
	l.progress(caught)
	l.adjust()
	if l.hooks.Present != nil {
		l.hooks.Present()
	}
}

// steps runs the plan, each step with its tick's input.
func (l *Loop) steps(reading tactus.Instant) {
	w := l.stepper.Window()
	budget := l.config.Stepper.Budget > 0
	for {
		if budget && !l.stepper.NextAt(reading) || !budget && !l.stepper.Next() {
			return
		}
		tick := l.stepper.Tick()
		l.hooks.Step(tick, l.buffer.Tick(w, tick))
		if budget {
			reading = l.clock()
		}
	}
}

// grantSteps runs the single steps that were asked for, and returns how many. They are a frame of
// their own to the stepper, and part of this one to the loop.
func (l *Loop) grantSteps() int64 {
	if l.grants == 0 {
		return 0
	}
	n := l.stepper.Grant(l.grants).Steps
	l.grants = 0
	w := l.stepper.Window()
	for l.stepper.Next() {
		tick := l.stepper.Tick()
		l.hooks.Step(tick, l.buffer.Tick(w, tick))
	}
	return n
}

// measure records the frame, with the ticks that were caught up in it.
func (l *Loop) measure(cost time.Duration, caught int64) {
	r := &l.record
	tag := r.Tag
	*r = framestats.FrameOf(l.now, &l.shown.Ledger, l.stepper.Rate())
	r.Tag, r.Alpha, r.Work, r.Idle = tag, l.shown.Alpha, l.clock().Sub(l.now), l.idling.Load()
	r.Steps, r.Granted, r.Cost = r.Steps+caught, r.Granted+caught, cost+l.absence.spent
	if !l.unpaced && !r.Idle {
		r.Intended = l.now.Add(-l.pacer.Jitter())
	}
	l.stats.Record(r)
	if l.config.Log != nil {
		l.config.Log.Record(r)
	}
}

// tell hands the frame's events to the hook.
func (l *Loop) tell() {
	told := l.hooks.Event != nil
	if gap := l.shown.Ledger.Event; gap.Cause != 0 && told && !l.rested(gap) {
		l.hooks.Event(Event{Kind: GapEnded, Gap: gap})
	}
	for e, ok := l.stats.Poll(); ok; e, ok = l.stats.Poll() {
		if told {
			l.hooks.Event(Event{Kind: HealthChanged, Health: e})
		}
	}
}

// rested reports whether the gap is only what an idle loop waited for. A wait that was ended late by as
// much again is a gap.
func (l *Loop) rested(gap tactus.Gap) bool {
	return gap.Cause == tactus.Unannounced && l.idling.Load() && gap.Length/2 <= l.pacer.Rate().Period()
}

// adjust lets the loop idle where nothing moves, and ends that.
func (l *Loop) adjust() {
	rate, mode, idle := l.config.Pace.Rate, l.config.Pace.Mode, true
	switch {
	case l.stepper.Paused():
		rate, mode = l.config.PausedRate, pace.Saver
	case l.blurred:
		rate, mode = l.config.IdleRate, pace.Saver
	default:
		idle = false
	}
	was := l.idling.Swap(idle)
	if idle {
		l.stats.Publish() // the next frame may be long in coming
	}
	if idle == was && (!idle || rate == l.pacer.Rate()) {
		return // by SetFrameRate, which sets the pacer itself, the rate of a loop that does not idle changes
	}
	if err := l.pacer.SetRate(rate); err != nil {
		panic(err) // all were checked by New
	}
	l.pacer.SetMode(mode)
	switch {
	case !idle:
		l.pacer.Reset() // that the idle rate's deadlines were not met is nobody's lateness
	case l.mail.waiting():
		l.pacer.Wake() // who sent it before idling was set has woken nobody
	}
}
