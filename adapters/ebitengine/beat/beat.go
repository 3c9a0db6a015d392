package beat

import (
	"image"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/smooth"
)

// A Beat runs a game's steps from an engine's Update. Make one with New, call Update once a draw, and
// draw with Alpha.
type Beat struct {
	config   Config
	stepper  *tactus.Stepper
	buffer   *input.Buffer
	smoother *smooth.Smoother // nil where readings are fed as they are
	recorder *framestats.Recorder
	report   Report
	bounds   image.Rectangle // where the window was last known to be
	last     tactus.Instant  // reading of the last Update
	started  bool
	focused  bool // the window had the keyboard at the last Update
	away     bool // it has lost it, and the game is frozen
	grants   int  // single steps that the next Update runs
	overlay  overlay
}

// New returns a beat at tick 0 whose first Update counts as no time. The error is a
// *tactus.ConfigError.
func New(c Config) (*Beat, error) {
	c.complete()
	b := &Beat{config: c, overlay: overlay{shown: c.Overlay}}
	var err error
	if b.stepper, err = tactus.NewStepper(c.Stepper); err != nil {
		return nil, err
	}
	if b.buffer, err = input.NewBuffer(c.Input); err != nil {
		return nil, err
	}
	if c.Smooth {
		if b.smoother, err = smooth.NewSmoother(smooth.EstimatorConfig{}); err != nil {
			return nil, err
		}
	}
	b.recorder, err = framestats.NewRecorder(c.Stats)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Update is one frame: it measures, gathers input and calls step for each tick that is due, in order,
// with that tick's input. in holds until step returns. Call it first thing in the engine's Update, and
// once a draw. While the window is away from the keyboard it runs nothing, unless RunUnfocused is set.
func (b *Beat) Update(step func(t tactus.Tick, in *input.State)) {
	now := b.config.Now()
	b.gather(now)
	b.last, b.started = now, true
	if b.away {
		return
	}
	fed := now
	if b.smoother != nil {
		fed = b.smoother.Smooth(now)
	}
	b.stepper.Feed(fed)
	b.run(step, now)
	if b.grants > 0 {
		b.stepper.Grant(b.grants)
		b.grants = 0
		b.run(step, now)
	}
}

// run runs the plan's steps and records them as a frame.
func (b *Beat) run(step func(t tactus.Tick, in *input.State), now tactus.Instant) {
	w := b.stepper.Window()
	var cost time.Duration
	if w.Steps > 0 {
		cost = b.steps(step, w)
	}
	l := b.stepper.Frame()
	f := framestats.FrameOf(now, &l, b.stepper.Rate())
	f.Alpha, f.Cost = b.stepper.Alpha(), cost
	b.recorder.Record(&f)
	if b.config.Log != nil {
		b.config.Log.Record(&f)
	}
}

// steps runs the steps of a window and returns what they cost: the time since a reading taken just
// before them, so that no source and no smoothing is in it.
func (b *Beat) steps(step func(t tactus.Tick, in *input.State), w tactus.Window) time.Duration {
	start := b.config.Now()
	for b.next() {
		t := b.stepper.Tick()
		step(t, b.buffer.Tick(w, t))
	}
	return b.config.Now().Sub(start)
}

// next begins the plan's next step; where there is a budget it takes a reading for it.
func (b *Beat) next() bool {
	if b.config.Stepper.Budget > 0 {
		return b.stepper.NextAt(b.config.Now())
	}
	return b.stepper.Next()
}

// Alpha returns the weight of the current state for drawing: previous*(1-alpha) + current*alpha.
func (b *Beat) Alpha() float64 { return b.stepper.Alpha() }

// Events returns what the source reported in this frame, for menus and what else is no part of the
// game: it comes in a pause too. The slice holds until the next Update.
func (b *Beat) Events() []input.Event { return b.report.Events }

// Away reports whether the game is frozen because the window has lost the keyboard: Update then fed and
// ran nothing.
func (b *Beat) Away() bool { return b.away }

// Pause stops game time; draws and Events go on.
func (b *Beat) Pause() { b.stepper.Pause() }

// Resume ends a pause. The pause is not caught up, and no tick sees what was pressed in it; what is
// held down is held.
func (b *Beat) Resume() {
	if b.stepper.Paused() {
		b.buffer.Flush()
	}
	b.stepper.Resume()
}

// Step makes the next Update run n single steps, paused or not; no time passes in them. n under 1 is
// none. Steps asked for before that Update add up, to the cap's largest, 10,000.
func (b *Beat) Step(n int) { b.grants = min(b.grants+max(n, 0), grantsMax) }

// grantsMax bounds a frame of single steps by what an automatic cap allows at most.
const grantsMax = 10_000

// Suspend announces that the loop will not run for a while and why, where the host knows: before a
// file dialog, in a breakpoint's hook. The next frame is then a gap, however long it is.
func (b *Beat) Suspend(cause tactus.Cause) { b.stepper.Suspend(cause) }

// SetRate changes the step rate, of the stepper and of what health is judged by. A bad one changes
// nothing and is a *tactus.ConfigError.
func (b *Beat) SetRate(rate tactus.Rate) error {
	if err := b.stepper.SetRate(rate); err != nil {
		return err
	}
	return b.recorder.SetRate(rate)
}

// Stepper returns the stepper, for its scale, nudge and ledger. Do not feed it, and change its rate
// through SetRate of the Beat alone: the statistics would go on judging steps by the old one.
func (b *Beat) Stepper() *tactus.Stepper { return b.stepper }

// Stats returns the figures of the frames so far.
func (b *Beat) Stats() *framestats.Stats { return &b.recorder.Stats }

// Input returns the buffer, to count what it dropped.
func (b *Beat) Input() *input.Buffer { return b.buffer }
