package natives

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/games/spring"
	"github.com/tactus-go/tactus/games/tunnel"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

var games = []struct {
	name     string
	scenario func() sim.Scenario
}{
	{island.Game, mergeisland.Scenario},
	{"jump", jump.Scenario},
	{"spring", spring.Scenario},
	{"tunnel", tunnel.Scenario},
}

// Names returns the names of the reference games.
func Names() []string {
	var names []string
	for _, g := range games {
		names = append(names, g.name)
	}
	return names
}

// Host returns what runs a reference game in this process, which is of that build. It is for one
// recording at a time. The error names the games that there are.
func Host(game string, build replay.Build) (*replay.SimHost, error) {
	for _, g := range games {
		if g.name != game {
			continue
		}
		if game == island.Game {
			return island.Host(build), nil
		}
		host := &replay.SimHost{Game: game, Build: build}
		host.New = func(h *replay.Header) (sim.Sim, error) { return newGame(game, g.scenario, h) }
		return host, nil
	}
	return nil, fmt.Errorf("tactus: no reference game %.80q: want one of %s", game, strings.Join(slices.Sorted(
		slices.Values(Names())), ", "))
}

// newGame makes a game from a header, or refuses what it cannot play.
func newGame(name string, scenario func() sim.Scenario, h *replay.Header) (sim.Sim, error) {
	if len(h.Config) > 0 || h.Seed != [2]uint64{} || h.Players != 1 {
		return nil, fmt.Errorf("tactus: %s has one player, and neither config nor seed", name)
	}
	return scenario().New(), nil
}

// Result is what a game says it came to: merge-island's summary without the dropped time, which is the
// host's. The other games say nothing, which is nil.
func Result(game string, s sim.Sim) []byte {
	if game != island.Game {
		return nil
	}
	return island.Result(s)
}
