package play

import (
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine/beat"
	"github.com/tactus-go/tactus/input"
)

// A Game is what a Play runs.
type Game interface {
	// Step runs one tick.
	Step(t tactus.Tick, in *input.State)
	// Over reports whether the game has come to its end; further ticks change nothing.
	Over() bool
	// Summary is the state in a line, with the game time that was dropped.
	Summary(dropped time.Duration) string
}

// A Framed game has something that moves by frames, to show what is wrong with it.
type Framed interface {
	// Frame moves it by a frame's game time, in seconds.
	Frame(seconds float64)
}

// Keys are the codes that control a Play and move in its games.
type Keys struct {
	Left, Right, Jump                     input.Code
	LeftToo, RightToo                     input.Code // second keys to move; 0 is none
	Interpolate, Pause, Step, Slow, Hitch input.Code
}

// move returns a direction: -1, 0 or 1.
func (k *Keys) move(in *input.State) (m int8) {
	if down(in, k.Left) || down(in, k.LeftToo) {
		m--
	}
	if down(in, k.Right) || down(in, k.RightToo) {
		m++
	}
	return m
}

// down reports whether a key is held in a tick; a tap within it counts.
func down(in *input.State, c input.Code) bool { return in.Held(c) || in.Pressed(c) > 0 }

// slow is the speed of slow motion, and hitch is how long the hitch key holds the loop: long enough to
// be cut by the default clamp of 250 ms, so that the ledger has something to say.
var slow = tactus.Ratio(1, 4)

const hitch = 400 * time.Millisecond

// A Play is a game on a beat, with the keys that control time.
type Play struct {
	Beat *beat.Beat
	Game Game
	Keys Keys
	// Interpolate says whether drawing mixes the last two states, or shows the last one.
	Interpolate bool
	// Stall holds the loop, for the hitch key. Nil does nothing.
	Stall func(time.Duration)

	stalling bool
}

// Frame is one Update: call it first thing, once a draw.
func (p *Play) Frame() {
	if p.stalling && p.Stall != nil {
		p.Stall(hitch)
	}
	p.stalling = false
	p.Beat.Update(p.Game.Step)
	if f, ok := p.Game.(Framed); ok && !p.Beat.Away() {
		s := p.Beat.Stepper()
		l := s.Frame()
		f.Frame((l.Credited.Float() + float64(l.Granted)) / s.Rate().Float())
	}
	for _, e := range p.Beat.Events() {
		if e.Kind == input.Press {
			p.control(e.Code)
		}
	}
}

// control does what a key asks of time; keys of the game are none of it.
func (p *Play) control(c input.Code) {
	s := p.Beat.Stepper()
	switch c {
	case 0:
	case p.Keys.Interpolate:
		p.Interpolate = !p.Interpolate
	case p.Keys.Pause:
		if s.Paused() {
			p.Beat.Resume()
		} else {
			p.Beat.Pause()
		}
	case p.Keys.Step:
		p.Beat.Pause()
		p.Beat.Step(1)
	case p.Keys.Slow:
		scale := slow
		if s.Scale() == slow {
			scale = tactus.Ratio(1, 1)
		}
		if err := s.SetScale(scale); err != nil {
			panic(err.Error()) // both are scales
		}
	case p.Keys.Hitch:
		p.stalling = true
	}
}

// Alpha returns the weight of the current state for drawing, 1 without interpolation.
func (p *Play) Alpha() float64 {
	if !p.Interpolate {
		return 1
	}
	return p.Beat.Alpha()
}

// Summary returns the game's summary.
func (p *Play) Summary() string {
	s := p.Beat.Stepper()
	return p.Game.Summary(s.Total().Dropped().At(s.Rate()))
}
