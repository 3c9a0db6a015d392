package main

import (
	"slices"

	"github.com/tactus-go/tactus/detmath"
	"github.com/tactus-go/tactus/sim"
)

const (
	ticksPerSecond = 60
	cooling        = 0.9966722160545233 // of a tick, e to the power -0.2/60
	birdsMax       = 8
)

// A Flight is the whole state of the game. Only Step changes it.
type Flight struct {
	Tick                int64
	Height, Speed, Heat float64 // m, m/s upwards, K above the air outside
	Coins               int64
	Birds               []Bird   `sim:"max=8"`
	Gusts, Flock        sim.Rand // each draws for itself
}

// A Bird comes near, meter by meter.
type Bird struct{ Height, Distance int64 }

// Input is what the player does in one tick.
type Input struct{ Burn bool }

// NewFlight returns the game at tick 0.
func NewFlight(seed uint64) *Flight {
	r := sim.NewRand(seed)
	return &Flight{Gusts: r.Stream(1), Flock: r.Stream(2)}
}

// Step is one tick of 1/60 s.
func (f *Flight) Step(in Input) {
	if in.Burn {
		f.Heat += 30.0 / ticksPerSecond
	}
	f.Heat *= cooling
	if f.Gusts.Chance(1, 120) { // a gust, every two seconds or so
		f.Speed -= 2
	}
	f.Speed += (float64(f.Heat*0.05) - 2) / ticksPerSecond
	f.Height = max(f.Height+f.Speed/ticksPerSecond, 0)
	f.Coins = max(f.Coins, prize(f.Height))
	f.fly()
	f.Tick++
}

// prize doubles with every 10 m.
func prize(height float64) int64 {
	coins, fits := detmath.PowInt(2, detmath.Int64(height/10))
	if !fits {
		return 1 << 62
	}
	return coins
}

// fly moves the birds, in their order, and lets a new one come where there is room. One that meets
// the balloon makes a hole.
func (f *Flight) fly() {
	if f.Flock.Chance(1, 120) && len(f.Birds) < birdsMax {
		f.Birds = append(f.Birds, Bird{Height: f.Flock.Range(0, 60), Distance: 100})
	}
	for i := range f.Birds {
		b := &f.Birds[i]
		b.Distance--
		if off := b.Height - detmath.Int64(f.Height); b.Distance == 0 && -5 < off && off < 5 {
			f.Heat -= 10
		}
	}
	f.Birds = slices.DeleteFunc(f.Birds, func(b Bird) bool { return b.Distance == 0 })
}
