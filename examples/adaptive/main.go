// Shows a game that stays playable on a machine that is too slow for it: told by framestats, it draws
// less, and where its steps cost too much it runs fewer of them.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/loop"
	"github.com/tactus-go/tactus/pace"
)

const (
	frameHz  = 60
	stepHz   = 60 // at best
	stepLow  = 30 // where that is too much
	speed    = 4  // units a second
	duration = 30 * time.Second
)

// A Load is what the machine takes for a step, and for a picture at each level of detail.
type Load struct {
	Step time.Duration
	Draw [3]time.Duration // plain, with shadows, with reflections too
}

// A Game is a walker. Its step is a part of a second that the game sets, never a measured time, so
// that it depends on ticks alone. A recording of it must hold when the rate changed.
type Game struct {
	Hz int64
	X  float64 // units
}

// Step is one tick.
func (g *Game) Step() { g.X += speed / float64(g.Hz) }

// A Program is a game with a loop around it.
type Program struct {
	Game   Game
	Detail int // of the pictures, 0 to 2
	loop   *loop.Loop
	load   func(now tactus.Instant) Load
	out    io.Writer
}

// NewProgram returns a program whose load is a function of time, on a clock; nil is the machine's.
func NewProgram(out io.Writer, clock func() tactus.Instant, load func(tactus.Instant) Load) (*Program, error) {
	p := &Program{Game: Game{Hz: stepHz}, Detail: 2, load: load, out: out}
	var err error
	now := tactus.Instant(0)
	p.loop, err = loop.New(loop.Config{
		Stepper: tactus.StepperConfig{Rate: tactus.Hz(stepHz)},
		Pace:    pace.Config{Rate: tactus.Hz(frameHz), Now: clock},
		Stats:   framestats.RecorderConfig{Interval: time.Second / frameHz},
	}, loop.Hooks{
		Input: func(at tactus.Instant, _ *input.Buffer) { now = at },
		Step: func(tactus.Tick, *input.State) {
			p.Game.Step()
			time.Sleep(p.load(now).Step) // in place of the work that a real game has
		},
		Draw:  func(*loop.Frame) { time.Sleep(p.load(now).Draw[p.Detail]) },
		Event: p.event,
	})
	return p, err
}

// event acts on health. It never goes back up: that a condition ended says that the present level
// fits, and not that the one before does. A game tries that where it does not hurt, between scenes.
func (p *Program) event(e loop.Event) {
	if e.Kind != loop.HealthChanged {
		return
	}
	done := ""
	switch h := e.Health; {
	case !h.Raised:
		done = "fits now"
	case h.Health == framestats.RunningSlowly && p.Detail > 0:
		p.Detail--
		done = fmt.Sprintf("drawing at detail %d", p.Detail)
	case h.Health == framestats.StepCostHigh && p.Game.Hz > stepLow:
		if err := p.loop.SetRate(tactus.Hz(stepLow)); err != nil {
			panic(err) // a constant
		}
		p.Game.Hz = stepLow
		done = fmt.Sprintf("%d steps a second", p.Game.Hz)
	default:
		done = "nothing left to lower"
	}
	fmt.Fprintf(p.out, "%v: %s\n", e.Health, done)
}

// Run plays until the context ends, and says how it went.
func (p *Program) Run(ctx context.Context) {
	reader := p.loop.Reader()
	p.loop.Run(ctx) // its error is the context's
	if s, ok := reader.Latest(); ok {
		fmt.Fprintf(p.out, "%.1f FPS, a step costs %v\n", s.FPS(), s.RecentStepCost().Round(time.Millisecond))
	}
	l := p.loop.Total()
	fmt.Fprintf(p.out, "walked %.1f units in %v; lost %v and %v steps\n",
		p.Game.X, l.Real.Round(100*time.Millisecond), l.Clamped, l.Dropped())
}

// slow is a machine that takes long for pictures, and from 10 s on for steps too.
func slow(now tactus.Instant) Load {
	load := Load{Step: 2 * time.Millisecond,
		Draw: [3]time.Duration{2 * time.Millisecond, 8 * time.Millisecond, 24 * time.Millisecond}}
	if now.Sub(0) > 10*time.Second {
		load.Step = 15 * time.Millisecond
	}
	return load
}

func main() {
	start := time.Now()
	clock := func() tactus.Instant { return tactus.Instant(time.Since(start)) }
	p, err := NewProgram(os.Stdout, clock, slow)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	p.Run(ctx)
}
