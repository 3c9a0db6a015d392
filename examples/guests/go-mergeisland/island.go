package main

import (
	"fmt"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

// An island is the game with its result.
type island struct{ *mergeisland.Game }

// Result appends the state as the line that recordings claim.
func (g island) Result(dst []byte) []byte {
	s := g.State()
	return fmt.Appendf(dst, "%d|%d|%d|%d|%d|%d|%d", s.Tick, s.PosX, s.PosY, s.VelX, s.VelY, s.Score, s.RNG.State())
}

// newIsland makes the game. The game has 32 bits of seed, one player, and a rate that its own config
// states as whole milliseconds.
func newIsland(c abi.Config) (sim.Sim, error) {
	config := mergeisland.DefaultConfig()
	if len(c.Game) > 0 {
		var err error
		if config, err = mergeisland.ParseConfig("the module's config", c.Game); err != nil {
			return nil, err
		}
	}
	if c.SeedHi != 0 || c.SeedLo >= 1<<32 {
		return nil, fmt.Errorf("seed %d, %d: want one of 32 bits", c.SeedLo, c.SeedHi)
	}
	if uint64(c.RateNum)*uint64(config.StepMs) != 1000*uint64(c.RateDen) {
		return nil, fmt.Errorf("rate %d/%d: want 1000/%d: %w", c.RateNum, c.RateDen, config.StepMs, abi.Unsupported)
	}
	if c.Players != 1 {
		return nil, fmt.Errorf("%d players: want 1: %w", c.Players, abi.Unsupported)
	}
	config.Seed = int64(c.SeedLo)
	game, err := mergeisland.New(config)
	if err != nil {
		return nil, err
	}
	return island{game}, nil
}
