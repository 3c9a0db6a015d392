package main

import (
	"bytes"
	"io"
	"testing"

	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// script is what the player of the program does, tick by tick.
func script() [][]byte {
	inputs := make([]Input, ticks)
	for tick := range inputs {
		inputs[tick].Burn = burns(int64(tick))
	}
	return sim.Inputs(inputs...)
}

func newFlight() sim.Sim { return sim.MustOf(NewFlight(7)) }

func TestTheFlightIsProven(t *testing.T) {
	prove.Test(t, newFlight, script())
}

func TestTheFlightComesOutAsItAlwaysDid(t *testing.T) {
	flight := newFlight()
	for _, input := range script() {
		flight.Step(input)
	}
	const golden = 0xc61a1d095a1ce0c1 // never edit it, fix the code or make new rules
	if got := sim.HashOf(flight); got != golden {
		t.Errorf("hash %016x, want %016x", got, uint64(golden))
	}
}

func TestTheModulesGameIsTheFlight(t *testing.T) {
	config := abi.Config{SeedLo: 7, RateNum: 60, RateDen: 1, Players: 1}
	game, err := newGame(config)
	if err != nil {
		t.Fatal(err)
	}
	if sim.HashOf(game) != sim.HashOf(newFlight()) {
		t.Error("it begins in another state")
	}
	config.Players = 2
	if _, err := newGame(config); err == nil {
		t.Error("it takes two players")
	}
}

// verify runs a recording again.
func verify(r io.Reader) (replay.Verdict, error) {
	recording, err := replay.Read(r)
	if err != nil {
		return replay.Verdict{}, err
	}
	host := &replay.SimHost{Game: "flight", Build: build(), New: func(h *replay.Header) (sim.Sim, error) {
		return sim.Of(NewFlight(h.Seed[0]))
	}}
	return replay.Verify(recording, host, replay.Options{}), nil
}

func TestARecordingOfTheFlightIsVerified(t *testing.T) {
	for seed, want := range map[uint64]replay.Outcome{
		7: replay.OK,
		8: replay.Diverged, // the header lies: what is recorded was played with seed 7
	} {
		var file bytes.Buffer
		if err := record(&file, header(seed)); err != nil {
			t.Fatal(err)
		}
		v, err := verify(&file)
		if err != nil {
			t.Fatal(err)
		}
		if v.Outcome != want || want == replay.OK && v.Compared.Ticks != ticks {
			t.Errorf("seed %d: %s, want %s", seed, v, want)
		}
	}
	if _, err := verify(bytes.NewReader(nil)); err == nil {
		t.Error("an empty file is verified")
	}
}
