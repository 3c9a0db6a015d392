package main

import (
	"fmt"
	"math"

	"github.com/tactus-go/tactus/games/spring"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/sim"
)

// springStage shows the weight beside two that are moved by each frame's time.
type springStage struct {
	world  *spring.World
	codec  *sim.InputCodec[spring.Input]
	buffer []byte
	pos    interp.Pair[float64]
	push   float64 // the last tick's

	explicit, implicit spring.Lane
	swings             [3]swing
}

// A swing is how far a weight went of late: its greatest distance, which fades so that the end of a
// swing is seen.
type swing struct{ far float64 }

func (s *swing) see(pos, gameTime float64) {
	const fade = 2.0 // falls to an eighth in a second of game time
	s.far = max(math.Abs(pos), s.far*math.Exp(-fade*gameTime))
}

func newSpringStage(w *spring.World) *springStage {
	return &springStage{world: w, codec: must(sim.NewInputCodec[spring.Input]()),
		implicit: spring.Lane{Method: spring.SemiImplicitEuler}, pos: interp.NewPair(w.Body.Pos)}
}

func (s *springStage) keys() []binding { return moveKeys }

func (s *springStage) input(in *input.State) []byte {
	s.buffer = s.codec.Append(s.buffer[:0], spring.Input{Push: move(in)})
	return s.buffer
}

func (s *springStage) stepped(input []byte) {
	s.push = float64(s.codec.Decode(input).Push)
	s.pos.Push(s.world.Body.Pos)
}

func (s *springStage) framed(gameTime float64) {
	if gameTime <= 0 {
		return
	}
	for _, lane := range []*spring.Lane{&s.explicit, &s.implicit} {
		if !lane.Lost() {
			lane.Step(s.push, gameTime)
		}
	}
	s.swings[0].see(s.explicit.Body.Pos, gameTime)
	s.swings[1].see(s.implicit.Body.Pos, gameTime)
	s.swings[2].see(s.world.Body.Pos, gameTime)
}

func (s *springStage) scene(old scene, alpha float64) scene {
	sc, ok := old.(*springScene)
	if !ok {
		sc = new(springScene)
	}
	sc.exact = s.world.Body.Pos
	sc.lanes = [...]springLane{
		{"variable step, explicit Euler", s.explicit.Body.Pos, s.swings[0].far, penWrong, s.explicit.Lost()},
		{"variable step, semi-implicit Euler", s.implicit.Body.Pos, s.swings[1].far, penWrong, s.implicit.Lost()},
		{"fixed step", s.pos.At(alpha, interp.Lerp), s.swings[2].far, penRight, false},
	}
	return sc
}

type springScene struct {
	lanes [3]springLane
	exact float64
}

type springLane struct {
	name     string
	pos, far float64 // in units
	pen      pen
	lost     bool
}

// springHalf is the distance from rest at the picture's edges, in units: a push swings to 0.7.
const springHalf = 1.2

func (sc *springScene) draw(a area, interpolate bool) {
	lanes := sc.lanes
	if !interpolate {
		lanes[2].pos = sc.exact
	}
	rows := max(a.height/len(lanes), 1)
	for i, lane := range lanes {
		lane.draw(a.part(0, i*rows, a.width, min(rows, 5)))
	}
}

func (l *springLane) draw(a area) {
	column := func(pos float64) int {
		return int(math.Round((min(max(pos, -springHalf), springHalf)/springHalf + 1) / 2 * float64(a.width-1)))
	}
	amplitude := fmt.Sprintf("amplitude %.3f", l.far)
	if l.lost {
		amplitude = "blown up"
	}
	middle := min(1, a.height-1)
	if a.height > 1 {
		a.line(0, piece{l.name, penText}, piece{amplitude, penMark})
	}
	a.put(column(0), middle, '┼', penDim)
	if l.lost {
		a.centre(middle, "× lost ×", penBad)
		return
	}
	at := column(l.pos)
	for x := 1; x < at; x++ {
		a.put(x, middle, []rune{'╱', '╲'}[x%2], penDim)
	}
	a.put(0, middle, '▌', penText)
	a.put(at, middle, '█', l.pen)
	a.put(at+1, middle, '█', l.pen)
	if a.height > 2 {
		for x := column(-l.far); x <= column(l.far); x++ {
			a.put(x, middle+1, '▔', penMark)
		}
	}
}
