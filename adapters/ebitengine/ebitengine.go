package ebitengine

import (
	"github.com/hajimehoshi/ebiten/v2"

	"github.com/tactus-go/tactus/adapters/ebitengine/beat"
)

// A Config sets up a Beat: see [beat.Config]. Its zero value is 60 steps a second, with the window's
// keyboard, mouse and gamepads.
type Config = beat.Config

// A Beat runs a game's steps from Ebitengine's Update. Its methods are those of [beat.Beat] and
// Overlay. Make one with New.
type Beat struct{ *beat.Beat }

// New returns a beat at tick 0, and makes Ebitengine call Update once a picture, as
// ebiten.SetTPS(ebiten.SyncWithFPS) does. The error is a *tactus.ConfigError.
func New(c Config) (*Beat, error) {
	if c.Source == nil {
		c.Source = NewWindow()
	}
	b, err := beat.New(c)
	if err != nil {
		return nil, err
	}
	ebiten.SetTPS(ebiten.SyncWithFPS)
	return &Beat{b}, nil
}

// MustNew is New for a config that is written in the program; it panics where that is wrong.
func MustNew(c Config) *Beat {
	b, err := New(c)
	if err != nil {
		panic(err.Error())
	}
	return b
}
