package island

import (
	"fmt"
	"strings"
	"time"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// Game is the game's id in recordings.
const Game = "mergeisland"

// checkpointTicks is how far apart checkpoints are asked for. It is half a chain interval: none is where
// a chained hash is, so that every other one is there, each 600 ticks.
const checkpointTicks = 300

// Header is what a recording of the game with its own config begins with. frames says that it holds the
// frames of the host's loop.
func Header(build replay.Build, frames bool) replay.Header {
	config := mergeisland.DefaultConfig()
	shared := gcd(uint32(config.StepMs), msPerSecond)
	h := replay.Header{Game: Game, Build: build, Players: 1, Seed: seedOf(config),
		RateNum: msPerSecond / shared, RateDen: uint32(config.StepMs) / shared,
		Config: []byte(mergeisland.ConfigFile()), Checkpoint: checkpointTicks}
	if frames {
		h.Flags = replay.FlagSchedule
	}
	return h
}

const msPerSecond = 1000

func gcd(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Host returns a host that runs the game in this process, from a recording's own config.
func Host(build replay.Build) *replay.SimHost {
	return &replay.SimHost{Game: Game, Build: build, New: newGame, Outcome: Result}
}

// newGame makes the game from its file, whose seed is the header's.
func newGame(h *replay.Header) (sim.Sim, error) {
	config, err := mergeisland.ParseConfig("the config", h.Config)
	if err != nil {
		return nil, err
	}
	if h.Seed != seedOf(config) {
		return nil, fmt.Errorf("the seed is %d, and the config's is %d", h.Seed, config.Seed)
	}
	game, err := mergeisland.New(config)
	return game, err
}

func seedOf(config mergeisland.Config) [2]uint64 { return [2]uint64{uint64(config.Seed), 0} }

// Result is what the game says it came to: its summary without the dropped time, which is the host's.
func Result(game sim.Sim) []byte {
	line := mergeisland.Summary(game, 0)
	return []byte(line[:strings.LastIndexByte(line, '|')])
}

// Claim is what a recording says at its end.
func Claim(game sim.Sim, dropped time.Duration) replay.Claim {
	return replay.Claim{Result: Result(game), Dropped: dropped}
}
