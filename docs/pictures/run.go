package main

import (
	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/tactustest"
)

// A shot is what one frame of a run was.
type shot struct {
	at    float64 // its reading, in seconds from the first one
	steps int64
	alpha float64
}

// run feeds a stepper with the frames of a trace and returns what each was. The first reading is no
// frame. step is called once for each step; nil is no game.
func run(c tactus.StepperConfig, frames tactustest.Trace, step func()) ([]shot, error) {
	s, err := tactus.NewStepper(c)
	if err != nil {
		return nil, err
	}
	var all []shot
	first := true
	for now := range frames.From(0) {
		steps := s.Feed(now).Steps
		for s.Next() {
			if step != nil {
				step()
			}
		}
		if !first {
			all = append(all, shot{now.Sub(0).Seconds(), steps, s.Alpha()})
		}
		first = false
	}
	return all, nil
}
