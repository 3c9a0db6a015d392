package island_test

import (
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/replay"
)

func TestTheHeaderIsThatOfTheGame(t *testing.T) {
	build := island.ThisBuild()
	h := island.Header(build, true)
	if want := mergeisland.DefaultConfig().Stepper().Rate; h.Rate() != want || tactus.Ratio(125, 2) != want {
		t.Errorf("the rate is %v, the game's %v", h.Rate(), want)
	}
	if h.Flags != replay.FlagSchedule || island.Header(build, false).Flags != 0 || h.Build.Go == "" || h.Build.Arch == "" {
		t.Errorf("%+v", h)
	}
	if err := island.Host(build).Init(&h); err != nil {
		t.Errorf("the host refuses it: %v", err)
	}
}

func TestAHostRefusesASeedThatTheConfigHasNot(t *testing.T) {
	h := island.Header(island.ThisBuild(), false)
	h.Seed[0]++
	if err := island.Host(h.Build).Init(&h); err == nil {
		t.Error("another seed is taken")
	}
	h = island.Header(h.Build, false)
	h.Config = h.Config[1:]
	if err := island.Host(h.Build).Init(&h); err == nil {
		t.Error("a config that is none is taken")
	}
}

func TestAClaimIsTheStateWithoutTheHostsDroppedTime(t *testing.T) {
	scenario := mergeisland.Scenario()
	game := scenario.New()
	for tick := range scenario.Ticks {
		game.Step(scenario.Input(tick))
	}
	claim := island.Claim(game, 376*time.Millisecond)
	if string(claim.Result) != "100|-131|5050|18|100|323|3492529440" || claim.Dropped != 376*time.Millisecond {
		t.Errorf("%s, %v", claim.Result, claim.Dropped)
	}
}
