package main

import (
	"fmt"

	"github.com/tactus-go/tactus/games/tunnel"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/sim"
)

// tunnelStage shows the two ways of looking for the wall, and one by each frame's time.
type tunnelStage struct {
	world  *tunnel.World
	codec  *sim.InputCodec[tunnel.Input]
	buffer []byte

	discrete, continuous interp.Pair[float64]
	variable             tunnel.Lane
}

func newTunnelStage(w *tunnel.World) *tunnelStage {
	return &tunnelStage{world: w, codec: must(sim.NewInputCodec[tunnel.Input]()),
		discrete:   interp.NewPair(w.Discrete.Ball.Pos),
		continuous: interp.NewPair(w.Continuous.Ball.Pos)}
}

func (s *tunnelStage) keys() []binding { return actKeys("fire") }

func (s *tunnelStage) input(in *input.State) []byte {
	s.buffer = s.codec.Append(s.buffer[:0], tunnel.Input{Fire: down(in, codeAct), Push: move(in)})
	return s.buffer
}

func (s *tunnelStage) stepped([]byte) {
	if fired := s.world.Continuous.Ball.Pos < s.continuous.Current; fired {
		s.variable.Fire(s.world.Muzzle)
	}
	follow(&s.discrete, s.world.Discrete.Ball.Pos)
	follow(&s.continuous, s.world.Continuous.Ball.Pos)
}

// follow takes a ball's place after a tick. One that is farther back was fired anew.
func follow(p *interp.Pair[float64], pos float64) {
	if pos < p.Current {
		p.Teleport(pos)
		return
	}
	p.Push(pos)
}

func (s *tunnelStage) framed(gameTime float64) {
	if gameTime > 0 {
		s.variable.Step(tunnel.Discrete, gameTime)
	}
}

func (s *tunnelStage) scene(old scene, alpha float64) scene {
	sc, ok := old.(*tunnelScene)
	if !ok {
		sc = new(tunnelScene)
	}
	w := s.world
	sc.muzzle, sc.exact = w.Muzzle, [...]float64{w.Discrete.Ball.Pos, w.Continuous.Ball.Pos}
	sc.lanes = [...]tunnelLane{
		{"fixed step, looks after each step", s.discrete.At(alpha, interp.Lerp), w.Discrete, penWrong},
		{"fixed step, looks along the way", s.continuous.At(alpha, interp.Lerp), w.Continuous, penRight},
		{"variable step, looks after each step", s.variable.Ball.Pos, s.variable, penWrong},
	}
	return sc
}

type tunnelScene struct {
	lanes  [3]tunnelLane
	exact  [2]float64 // of the lanes that are interpolated
	muzzle float64
}

type tunnelLane struct {
	name string
	pos  float64 // in units
	lane tunnel.Lane
	pen  pen
}

func (sc *tunnelScene) draw(a area, interpolate bool) {
	lanes := sc.lanes
	if !interpolate {
		lanes[0].pos, lanes[1].pos = sc.exact[0], sc.exact[1]
	}
	rows := max(a.height/len(lanes), 1)
	for i, lane := range lanes {
		lane.draw(a.part(0, i*rows, a.width, min(rows, 4)), sc.muzzle)
	}
}

func (l *tunnelLane) draw(a area, muzzle float64) {
	column := func(pos float64) int { return int(pos / tunnel.RangeEnd * float64(a.width-1)) }
	row := 0
	if a.height > 1 {
		row = 1
		through := penText
		if l.lane.Through > 0 {
			through = penBad
		}
		a.line(0, piece{l.name, penText},
			piece{fmt.Sprintf("stopped %d", l.lane.Stopped), penMark},
			piece{fmt.Sprintf("through %d", l.lane.Through), through})
	}
	for x := column(muzzle) + 1; x < column(l.pos); x++ {
		a.put(x, row, '·', penDim)
	}
	for y := row; y < max(a.height-1, row+1); y++ {
		a.put(column(tunnel.WallNear)+1, y, '║', penHead)
	}
	a.put(column(muzzle), row, '▸', penText)
	if l.lane.Stopped+l.lane.Through > 0 || l.lane.Ball.Speed != 0 {
		a.put(column(l.pos), row, '●', l.pen)
	}
}
