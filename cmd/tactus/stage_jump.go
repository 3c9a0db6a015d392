package main

import (
	"fmt"
	"math"

	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/sim"
)

// jumpStage shows the game beside the same body moved in the ways of games without fixed steps: lane
// by lane as [jump] explains them.
type jumpStage struct {
	world     *jump.World
	codec     *sim.InputCodec[jump.Input]
	buffer    []byte
	x, height interp.Pair[float64]

	perFrame, variable jump.Lane
	jumps              int64   // seen
	guessed            float64 // highest that extrapolation has drawn of this jump
}

func newJumpStage(w *jump.World) *jumpStage {
	return &jumpStage{world: w, codec: must(sim.NewInputCodec[jump.Input]()), perFrame: jump.Lane{PerFrame: true},
		x: interp.NewPair(w.X), height: interp.NewPair(w.Body.Height), jumps: w.Jumps}
}

func (s *jumpStage) keys() []binding { return actKeys("jump") }

func (s *jumpStage) input(in *input.State) []byte {
	s.buffer = s.codec.Append(s.buffer[:0], jump.Input{Jump: down(in, codeAct), Move: move(in)})
	return s.buffer
}

func (s *jumpStage) stepped([]byte) {
	s.x.Push(s.world.X)
	s.height.Push(s.world.Body.Height)
	if s.world.Jumps != s.jumps {
		s.jumps, s.guessed = s.world.Jumps, 0
		s.perFrame.Jump()
		s.variable.Jump()
	}
}

func (s *jumpStage) framed(gameTime float64) {
	if gameTime > 0 {
		s.perFrame.Step(gameTime)
		s.variable.Step(gameTime)
	}
}

func (s *jumpStage) scene(old scene, alpha float64) scene {
	sc, ok := old.(*jumpScene)
	if !ok {
		sc = new(jumpScene)
	}
	now := s.world.Body.Height
	guess := max(interp.Extrapolate(now, s.world.Body.Speed*jump.Period, alpha), 0)
	s.guessed = max(s.guessed, guess)
	sc.x, sc.exactX = s.x.At(alpha, interp.Lerp), s.world.X
	sc.jumps = s.jumps
	sc.lanes = [...]jumpLane{
		{"step a frame", "frame", s.perFrame.Body.Height, s.perFrame.Peak, penWrong},
		{"variable step", "variable", s.variable.Body.Height, s.variable.Peak, penWrong},
		{"fixed step", "fixed", now, s.world.Peak, penRight},
		{"interpolated", "interp", s.height.At(alpha, interp.Lerp), s.world.Peak, penRight},
		{"extrapolated", "extrap", guess, s.guessed, penGuess},
	}
	sc.exact = now
	return sc
}

// laneInterpolated is the place of the lane that the key for interpolation switches.
const laneInterpolated = 3

type jumpScene struct {
	lanes     [5]jumpLane
	exact     float64 // height after the last tick
	x, exactX float64
	jumps     int64
}

type jumpLane struct {
	name, short  string
	height, peak float64 // in units
	pen          pen
}

const (
	// jumpTop is the height of the picture, in units: over the 3 that a jump in steps of 100 ms reaches.
	jumpTop = 3.25
	// laneNarrow is the width of a lane under which it has its short name.
	laneNarrow = 14
	// markStep is how many units lie between two marks on the ground.
	markStep = 2.0
)

// draw draws the lanes side by side. The last three rows are the ground, the names and the peaks.
func (sc *jumpScene) draw(a area, interpolate bool) {
	lanes, x := sc.lanes, sc.x
	if !interpolate {
		lanes[laneInterpolated].height, x = sc.exact, sc.exactX
		lanes[laneInterpolated].name, lanes[laneInterpolated].short = "interp. off", "off"
	}
	shown := lanes[:]
	if a.width < 6*len(lanes) {
		shown = lanes[1:4] // what the game is about
	}
	if a.width < 6*len(shown) {
		shown = lanes[laneInterpolated : laneInterpolated+1]
	}
	legend := min(3, max(a.height-2, 0))
	air := a.part(0, 0, a.width, a.height-legend)
	top := jumpTop
	for _, lane := range shown {
		top = max(top, lane.peak*1.05)
	}
	if y, _ := rowOf(jump.TruePeak, top, air.height); air.height > 3 {
		air.row(y, '┄', penDim)
		air.write(0, y, fmt.Sprintf("%.1f", jump.TruePeak), penDim)
	}
	width := a.width / len(shown)
	for i, lane := range shown {
		lane.draw(air.part(i*width, 0, width, air.height), top)
		lane.label(a.part(i*width, air.height, width, legend))
	}
	if legend > 0 {
		sc.ground(a.part(0, air.height, a.width, 1), x)
	}
}

// ground draws a line with marks that pass as the body runs.
func (sc *jumpScene) ground(a area, x float64) {
	const columns = 4 // a unit
	shift := int(math.Floor(x * columns))
	for column := range a.width {
		glyph := '─'
		if every := int(markStep * columns); ((column+shift)%every+every)%every == 0 {
			glyph = '┴'
		}
		a.put(column, 0, glyph, penDim)
	}
}

// draw draws the body, two columns wide, over the mark of its peak.
func (l *jumpLane) draw(a area, top float64) {
	middle := a.width/2 - 1
	if l.peak > 0 {
		y, third := rowOf(l.peak, top, a.height)
		mark := [...]rune{'▁', '─', '▔'}[third]
		for x := max(middle-2, 0); x < min(middle+4, a.width); x++ {
			a.put(x, y, mark, penMark)
		}
	}
	// A body is a character high, and stands in one row or half in each of two.
	halves := int(math.Round(l.height / top * float64(2*a.height)))
	row := a.height - 1 - halves/2
	for x := middle; x < middle+2; x++ {
		if halves%2 == 0 || a.canvas.ascii {
			a.put(x, row, '█', l.pen)
			continue
		}
		a.put(x, row, '▀', l.pen)
		a.put(x, row-1, '▄', l.pen)
	}
}

// label writes name and peak under the ground.
func (l *jumpLane) label(a area) {
	name := l.name
	if a.width < laneNarrow {
		name = l.short
	}
	a.centre(1, name, penText)
	peak := fmt.Sprintf("peak %.2f", l.peak)
	if a.width < laneNarrow {
		peak = fmt.Sprintf("%.2f", l.peak)
	}
	a.centre(2, peak, penMark)
}

// rowOf returns the row of a height and in which third of it that is, 0 the lowest.
func rowOf(height, top float64, rows int) (row, third int) {
	thirds := int(height / top * float64(3*rows))
	return rows - 1 - thirds/3, thirds % 3
}
