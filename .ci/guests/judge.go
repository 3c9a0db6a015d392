//go:build ignore

// Judge re-runs recordings of merge-island natively and fails where one is not ok: judge.go FILE...
// Before them it may be given -record FILE, which records the reference run natively.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// build stands in for this build's identity: what is compared here are runs, not builds.
var build = replay.Build{Go: "go1.26", OS: "linux", Arch: "amd64", Level: "v1",
	Module: "github.com/tactus-go/tactus", Version: "check"}

func main() {
	log.SetFlags(0)
	record := flag.String("record", "", "record the reference run natively to this `file`")
	flag.Parse()
	if *record != "" {
		check(*record, os.WriteFile(*record, recording(), 0o644))
	}
	for _, file := range flag.Args() {
		data, err := os.ReadFile(file)
		check(file, err)
		rec, err := replay.Read(bytes.NewReader(data))
		check(file, err)
		host := &replay.SimHost{Game: "mergeisland", Build: build, New: newGame, Outcome: result}
		verdict := replay.Verify(rec, host, replay.Options{})
		if verdict.Outcome != replay.OK || verdict.Compared.Ticks != 100 {
			log.Fatalf("%s: %v", file, verdict)
		}
	}
}

func newGame(h *replay.Header) (sim.Sim, error) {
	config, err := mergeisland.ParseConfig("the recording's config", h.Config)
	if err != nil {
		return nil, err
	}
	config.Seed = int64(h.Seed[0])
	return mergeisland.New(config)
}

func result(game sim.Sim) []byte {
	s, _ := sim.StateOf[mergeisland.Game](game)
	v := s.State()
	return fmt.Appendf(nil, "%d|%d|%d|%d|%d|%d|%d", v.Tick, v.PosX, v.PosY, v.VelX, v.VelY, v.Score, v.RNG.State())
}

func recording() []byte {
	config := mergeisland.DefaultConfig()
	h := replay.Header{Game: "mergeisland", Build: build, Seed: [2]uint64{uint64(config.Seed), 0}, RateNum: 125,
		RateDen: 2, Config: []byte(mergeisland.ConfigFile()), Plain: 10, Chain: 30, Checkpoint: 20}
	game, err := mergeisland.New(config)
	check("the game", err)
	var out bytes.Buffer
	r, err := replay.Record(&out, h, game)
	check("the recorder", err)
	for _, move := range mergeisland.ReferenceMoves() {
		r.Step(mergeisland.Input(move))
	}
	check("the recording", r.Close(replay.Claim{Result: result(game)}))
	return out.Bytes()
}

func check(what string, err error) {
	if err != nil {
		log.Fatalf("%s: %v", what, err)
	}
}
