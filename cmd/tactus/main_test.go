package main

import (
	"os"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// TestMain makes the test binary the tool where .ci/terminal.sh asks for it, with games that misbehave.
func TestMain(m *testing.M) {
	if os.Getenv("TACTUS_AS_TOOL") != "" {
		for _, how := range []string{"panics", "blocks", "hangs"} {
			games = append(games, struct {
				name     string
				scenario func() sim.Scenario
			}{how, func() sim.Scenario { return faultyScenario(how) }})
		}
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// faultyTick is the tick in which a faulty game misbehaves: the end of its second second.
const faultyTick = 120

// A faulty game panics in a tick, blocks in it for 10 s, or never returns from it.
type faulty struct {
	Tick int64
	how  string
}

func faultyScenario(how string) sim.Scenario {
	return sim.Scenario{
		Name: how, Ticks: 10_000, Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)},
		New:   func() sim.Sim { return &faulty{how: how} },
		Input: func(tactus.Tick) []byte { return nil },
		Summary: func(s sim.Sim, _ time.Duration) string {
			return "whole ticks: " + string(rune('0'+s.(*faulty).Tick/100)) + " hundred"
		},
	}
}

func (f *faulty) Step([]byte) {
	if f.Tick == faultyTick {
		switch f.how {
		case "panics":
			panic("a bug of the game")
		case "blocks":
			<-time.After(10 * time.Second)
		case "hangs":
			select {}
		}
	}
	f.Tick++
}

func (f *faulty) Hash(h *sim.Hash) { h.Int("tick", f.Tick) }

func (f *faulty) Save(image []byte) []byte { return append(image, byte(f.Tick), byte(f.Tick>>8)) }

func (f *faulty) Load(image []byte) error {
	f.Tick = int64(image[0]) | int64(image[1])<<8
	return nil
}
