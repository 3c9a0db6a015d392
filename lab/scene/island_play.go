package scene

import (
	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/input"
)

// moves are the inputs that there are, made once.
var moves = [...][]byte{mergeisland.Input(-1), mergeisland.Input(0), mergeisland.Input(1)}

// step runs a tick: with the reference run's input until the first key, and then with the player's.
func (s *islandScene) step(in *input.State) {
	tick := tactus.Tick(s.game.State().Tick)
	s.taken = s.taken || down(in, codeLeft)+down(in, codeRight) > 0
	move := s.scenario.Input(tick)
	if s.taken {
		move = moves[1+down(in, codeRight)-down(in, codeLeft)]
	}
	*s.out.held = 0
	if len(move) == 1 {
		*s.out.held = float64(int8(move[0]))
	}
	s.game.Step(move)
	s.recordTick(move)
	state := s.game.State()
	s.x.Push(float64(state.PosX))
	s.out.trail.add(float64(tick), float64(state.PosX))
	if tick+1 == s.scenario.Ticks && !s.taken {
		s.rested = true
		*s.out.golden = 2
		if s.hash.Of(s.game) == mergeisland.GoldenHash {
			*s.out.golden = 1
		}
	}
	if tick+1 == islandTicksMax {
		*s.out.full = 1
		s.recordFrame(s.last.Add(s.shift)) // a recording with frames ends with one
		s.end()
	}
}

// down is 1 where a key is held in a tick or was tapped in it.
func down(in *input.State, code input.Code) int8 {
	if in.Held(code) || in.Pressed(code) > 0 {
		return 1
	}
	return 0
}
