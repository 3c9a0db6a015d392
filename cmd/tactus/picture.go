package main

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A picture is what the screen shows of one frame, apart from the statistics, which the screen reads
// on its own.
type picture struct {
	at     tactus.Instant // the frame's reading
	game   string
	tick   tactus.Tick // steps of the game so far
	of     tactus.Tick // of the reference run, 0 where the run ends by time
	scale  tactus.Rate
	rate   tactus.Rate
	period time.Duration // of a frame
	mode   mode
	gaps   time.Duration // real time lost to announced gaps
	slow   time.Duration // a frame over this is a hitch

	interpolate bool
	notice      string
	noticeAt    tactus.Instant
	scene       scene
}

// A mode says who plays.
type mode uint8

const (
	modeAuto   mode = iota // the reference run's inputs
	modePlayer             // the player's
	modePaused
	modeOver // the reference run is over and nobody took the game
)

// title returns the mode in words and what it is drawn with.
func (m mode) title() (string, pen) {
	switch m {
	case modeAuto:
		return "plays itself", penMark
	case modePlayer:
		return "yours", penGood
	case modePaused:
		return "paused", penWarn
	}
	return "over", penWarn
}

// rests reports whether nothing moves until a key is pressed.
func (m mode) rests() bool { return m == modePaused || m == modeOver }
