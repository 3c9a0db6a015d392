package main

import (
	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/games/spring"
	"github.com/tactus-go/tactus/games/tunnel"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/sim"
)

// A stage is a game as the terminal plays it. All of it runs on the loop's goroutine, but for keys.
type stage interface {
	// keys lists the game's keys.
	keys() []binding
	// input returns what the player does in a tick, good until the next call.
	input(in *input.State) []byte
	// stepped follows a tick of the game, with the input that it had.
	stepped(input []byte)
	// framed follows a frame's ticks with the game time that the frame brought, in seconds: what a
	// game without fixed steps would move by.
	framed(gameTime float64)
	// scene returns what there is to see, drawn over an earlier scene of this stage where there is one.
	scene(old scene, alpha float64) scene
}

// A scene is a moment of a game. It is values alone, so that another goroutine can draw it.
type scene interface {
	// draw draws it into an area of any size, interpolated or as the last tick left it.
	draw(a area, interpolate bool)
}

// A binding is a key of a game.
type binding struct {
	key  string // as the terminal library calls it
	code input.Code
	does string // for the help; keys that do the same have it once
}

// The codes of the games' keys.
const (
	codeLeft input.Code = iota + 1
	codeRight
	codeAct
)

var moveKeys = []binding{
	{"left", codeLeft, "left"}, {"a", codeLeft, ""}, {"right", codeRight, "right"}, {"d", codeRight, ""},
}

// actKeys are the moves and a button.
func actKeys(does string) []binding {
	keys := []binding{{"space", codeAct, does}, {"up", codeAct, ""}, {"w", codeAct, ""}}
	return append(keys, moveKeys...)
}

// down reports whether a key is held in a tick or was tapped in it.
func down(in *input.State, code input.Code) bool { return in.Held(code) || in.Pressed(code) > 0 }

// move returns -1 for left, 1 for right, 0 for both and none.
func move(in *input.State) (m int8) {
	if down(in, codeLeft) {
		m--
	}
	if down(in, codeRight) {
		m++
	}
	return m
}

// stageOf returns the stage of a game; a game that has none of its own is played without a picture.
func stageOf(game sim.Sim) stage {
	if g, ok := game.(*mergeisland.Game); ok {
		return newIslandStage(g)
	}
	if w, ok := sim.StateOf[jump.World](game); ok {
		return newJumpStage(w)
	}
	if w, ok := sim.StateOf[spring.World](game); ok {
		return newSpringStage(w)
	}
	if w, ok := sim.StateOf[tunnel.World](game); ok {
		return newTunnelStage(w)
	}
	return bareStage{}
}

// bareStage is the stage of a game without a picture.
type bareStage struct{}

func (bareStage) keys() []binding               { return nil }
func (bareStage) input(*input.State) []byte     { return nil }
func (bareStage) stepped([]byte)                {}
func (bareStage) framed(float64)                {}
func (bareStage) scene(scene, float64) scene    { return bareStage{} }
func (bareStage) draw(a area, interpolate bool) { a.centre(a.height/2, "no picture", penDim) }

// must is for settings and types of the tool's own, which are within their limits.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
