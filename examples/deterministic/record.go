package main

import (
	"io"
	"runtime"
	"runtime/debug"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// header says what is recorded: the game, its seed and rate, and what compiled it.
func header(seed uint64) replay.Header {
	return replay.Header{Game: "flight", Kind: replay.Native, Build: build(), Seed: [2]uint64{seed, 0},
		RateNum: ticksPerSecond, RateDen: 1}
}

// build is part of a recording, since floats may differ between builds.
func build() replay.Build {
	b := replay.Build{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				b.Level = s.Value
			}
		}
	}
	return b
}

// record plays the flight and writes it down.
func record(w io.Writer, h replay.Header) error {
	flight, err := replay.Record(w, h, sim.MustOf(NewFlight(7)))
	if err != nil {
		return err
	}
	for tick := range int64(ticks) {
		flight.Step(sim.Encode(Input{Burn: burns(tick)}))
	}
	return flight.Close(replay.Claim{})
}
