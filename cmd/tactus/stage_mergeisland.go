package main

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
)

// trailTicks is how many ticks back the trail goes: over four seconds, as long as a picture is high.
const trailTicks = 256

// islandStage shows where the island is and was. It falls faster and faster, so that height says
// little: the picture goes down by the same stretch each tick, and the trail shows the way sideways.
type islandStage struct {
	game  *mergeisland.Game
	x     interp.Pair[float64]
	trail [trailTicks]int64 // posX after tick n at n % trailTicks
	score int64
	gain  int64 // of the last tick
}

func newIslandStage(g *mergeisland.Game) *islandStage {
	s := g.State()
	return &islandStage{game: g, x: interp.NewPair(float64(s.PosX)), score: s.Score}
}

func (s *islandStage) keys() []binding { return moveKeys }

func (s *islandStage) input(in *input.State) []byte { return mergeisland.Input(move(in)) }

func (s *islandStage) stepped([]byte) {
	now := s.game.State()
	s.x.Push(float64(now.PosX))
	s.trail[now.Tick%trailTicks] = now.PosX
	s.gain, s.score = now.Score-s.score, now.Score
}

func (s *islandStage) framed(float64) {}

func (s *islandStage) scene(old scene, alpha float64) scene {
	sc, ok := old.(*islandScene)
	if !ok {
		sc = new(islandScene)
	}
	sc.state, sc.gain, sc.trail = s.game.State(), s.gain, s.trail
	sc.x, sc.alpha = s.x.At(alpha, interp.Lerp), alpha
	return sc
}

type islandScene struct {
	state mergeisland.State
	gain  int64
	trail [trailTicks]int64
	x     float64 // interpolated
	alpha float64
}

const (
	// islandScale is the units in a column: the reference run's 450 to both sides fit in 80 columns.
	islandScale = 12.0
	// islandRoom is the share of the width, to both sides of the middle, in which the island moves;
	// beyond it the picture moves with it.
	islandRoom = 0.4
	// trailRow is how many ticks are in a row of the trail.
	trailRow = 4
	// postStep is how many units lie between two posts, which show that the picture moves.
	postStep = 240
)

func (sc *islandScene) draw(a area, interpolate bool) {
	x, part := sc.x, sc.alpha
	if !interpolate {
		x, part = float64(sc.state.PosX), 0
	}
	legend := min(2, max(a.height-3, 0))
	sky := a.part(0, 0, a.width, a.height-legend)
	room := islandRoom * float64(sky.width) * islandScale
	camera := x - min(max(x, -room), room)
	column := func(at float64) int {
		return int(math.Floor((at-camera)/islandScale + float64(sky.width)/2))
	}
	sc.posts(sky, camera, column, part)
	for back := int64(1); back < min(trailTicks, sc.state.Tick); back++ {
		tick := sc.state.Tick - back
		row := sky.height - 2 - int((float64(back)+part)/trailRow)
		if row < 0 {
			break
		}
		glyph := '•'
		if back > trailTicks/8 {
			glyph = '·'
		}
		sky.put(column(float64(sc.trail[tick%trailTicks])), row, glyph, penMark)
	}
	island := column(x)
	for i, glyph := range []rune{'▟', '█', '▙'} {
		sky.put(island-1+i, sky.height-1, glyph, penRight)
	}
	sc.label(a.part(0, sky.height, a.width, legend))
}

// posts draws upright lines at fixed places, and dots between that pass as the island falls.
func (sc *islandScene) posts(a area, camera float64, column func(float64) int, part float64) {
	first := math.Ceil((camera-float64(a.width)/2*islandScale)/postStep) * postStep
	last := camera + float64(a.width)/2*islandScale
	passed := int((float64(sc.state.Tick) + part) / trailRow)
	for at := first; at <= last; at += postStep {
		for row := range a.height {
			if (row+passed)%3 == 0 {
				a.put(column(at), row, '·', penDim)
			}
		}
		a.write(column(at)+1, 0, strconv.Itoa(int(at)), penDim)
	}
}

func (sc *islandScene) label(a area) {
	s := &sc.state
	a.row(0, '─', penDim)
	a.line(1,
		piece{fmt.Sprintf("score %d", s.Score), penHead},
		piece{fmt.Sprintf("+%d", sc.gain), penGood},
		piece{fmt.Sprintf("x %d", s.PosX), penText},
		piece{fmt.Sprintf("y %d", s.PosY), penText},
		piece{fmt.Sprintf("speed %d, %d a tick", s.VelX, s.VelY), penText})
}
