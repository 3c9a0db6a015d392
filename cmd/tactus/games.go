package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tactus-go/tactus/games/jump"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/games/spring"
	"github.com/tactus-go/tactus/games/tunnel"
	"github.com/tactus-go/tactus/sim"
)

// games are the reference games, by name.
var games = []struct {
	name     string
	scenario func() sim.Scenario
}{
	{"mergeisland", mergeisland.Scenario},
	{"jump", jump.Scenario},
	{"spring", spring.Scenario},
	{"tunnel", tunnel.Scenario},
}

// gameFlags choose a game; run and prove share them.
type gameFlags struct {
	Game   string  `arg:"" optional:"" help:"The game: mergeisland, jump, spring or tunnel."`
	Config *string `help:"Config file of mergeisland, in place of its own merge-island.json." placeholder:"FILE"`

	config []byte // what the file held: a pipe cannot be read twice
}

// scenario returns the game asked for, or an error that says which there are.
func (g *gameFlags) scenario(c *console) (sim.Scenario, error) {
	if g.Game == "" {
		return sim.Scenario{}, fmt.Errorf("no game: want one of %s", strings.Join(gameNames(), ", "))
	}
	scenario, err := scenarioOf(g.Game)
	if err == nil && g.Config != nil {
		return g.configured(c)
	}
	return scenario, err
}

// scenarioOf returns the game of a name with its own config.
func scenarioOf(game string) (sim.Scenario, error) {
	for _, known := range games {
		if known.name == game {
			return known.scenario(), nil
		}
	}
	names := strings.Join(nearest(game, gameNames()), ", ")
	return sim.Scenario{}, fmt.Errorf("no game %q: the games are %s", game, names)
}

// configured reads the config file of the one game that has one.
func (g *gameFlags) configured(c *console) (sim.Scenario, error) {
	if g.Game != "mergeisland" {
		return sim.Scenario{}, fmt.Errorf("--config: %s has no config file; mergeisland has", g.Game)
	}
	data, err := c.readFile(*g.Config)
	if err != nil {
		return sim.Scenario{}, err
	}
	g.config = data
	config, err := mergeisland.ParseConfig(*g.Config, data)
	if err != nil {
		return sim.Scenario{}, err
	}
	moves := mergeisland.ReferenceMoves()
	return mergeisland.ScenarioOf(config, mergeisland.Scenario().Ticks, moves)
}

func gameNames() []string {
	var names []string
	for _, g := range games {
		names = append(names, g.name)
	}
	return names
}

// nearest sorts names by how many letters must change to make them the one asked for.
func nearest(asked string, names []string) []string {
	asked = strings.ToLower(asked)
	slices.SortStableFunc(names, func(a, b string) int { return distance(asked, a) - distance(asked, b) })
	return names
}

// distance is Levenshtein's: insertions, deletions and substitutions from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
