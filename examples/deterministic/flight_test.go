package main

import (
	"bytes"
	"runtime"
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

// record plays the script and returns the recording.
func record(t *testing.T, header replay.Header) []byte {
	t.Helper()
	var file bytes.Buffer
	game, err := replay.Record(&file, header, newFlight())
	if err != nil {
		t.Fatal(err)
	}
	for _, input := range script() {
		game.Step(input)
	}
	if err := game.Close(replay.Claim{}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestARecordingOfTheFlightIsVerified(t *testing.T) {
	build := replay.Build{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	header := replay.Header{Game: "flight", Kind: replay.Native, Build: build, Seed: [2]uint64{7, 0},
		RateNum: ticksPerSecond, RateDen: 1}
	host := &replay.SimHost{Game: "flight", Build: build, New: func(h *replay.Header) (sim.Sim, error) {
		return sim.Of(NewFlight(h.Seed[0]))
	}}
	file := record(t, header)
	recording, err := replay.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	v := replay.Verify(recording, host, replay.Options{})
	t.Log(v)
	if v.Outcome != replay.OK || v.Compared.Ticks != ticks {
		t.Error("want ok, and every tick compared")
	}

	header.Seed[0] = 8 // a header that lies: the game that was recorded had seed 7
	if recording, err = replay.Read(bytes.NewReader(record(t, header))); err != nil {
		t.Fatal(err)
	}
	if v := replay.Verify(recording, host, replay.Options{}); v.Outcome != replay.Diverged {
		t.Errorf("%s, want diverged", v)
	}
}
