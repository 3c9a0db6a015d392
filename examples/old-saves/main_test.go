package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

func TestAnOldSaveComesOutAsItWas(t *testing.T) {
	old, save, err := playOld(ticks)
	if err != nil {
		t.Fatal(err)
	}
	if len(save) >= 1000 {
		t.Errorf("the page says under 1,000 bytes: %d", len(save))
	}
	mine, err := Migrate(bytes.NewReader(save))
	if err != nil {
		t.Fatal(err)
	}
	if mine.Tick != old.Tick || mine.Gold != old.Gold || mine.Shafts != old.Shafts || mine.Rng != old.Rng {
		t.Errorf("%+v, release 1 had %+v", mine, old)
	}
	if mine.Best <= mine.Gold || mine.Rules != newest {
		t.Errorf("best %d, gold %d, rules %d", mine.Best, mine.Gold, mine.Rules)
	}
}

func TestAnOldSaveUnderChangedRulesIsRefused(t *testing.T) {
	_, save, err := playOld(ticks)
	if err != nil {
		t.Fatal(err)
	}
	defer func(before Rules) { rules[1] = before }(rules[1])
	rules[1].Cost = 11 // the mistake: a released rule is changed
	_, err = Migrate(bytes.NewReader(save))
	if err == nil || !strings.Contains(err.Error(), "wrong build") {
		t.Errorf("got %v, want wrong build", err)
	}
}

func TestADamagedSaveIsRefused(t *testing.T) {
	_, save, err := playOld(ticks)
	if err != nil {
		t.Fatal(err)
	}
	save[len(save)/2] ^= 1
	if _, err := Migrate(bytes.NewReader(save)); err == nil {
		t.Error("it is taken")
	}
}

// newMine makes today's game. The config is the number of the rules, then the state to begin with, if
// the game does not begin at the beginning.
func newMine(h *replay.Header) (sim.Sim, error) {
	if len(h.Config) == 0 || h.Config[0] != newest {
		return nil, fmt.Errorf("config %x: want rules %d", h.Config, newest)
	}
	mine := start(newest, h.Seed[0])
	game := sim.MustOf(&mine)
	if image := h.Config[1:]; len(image) > 0 {
		if err := game.Load(image); err != nil {
			return nil, err
		}
	}
	if mine.Rules != newest {
		return nil, fmt.Errorf("a state under rules %d: want %d", mine.Rules, newest)
	}
	return game, nil
}

func TestAMigratedGameIsRecordedAgain(t *testing.T) {
	_, save, err := playOld(ticks)
	if err != nil {
		t.Fatal(err)
	}
	mine, err := Migrate(bytes.NewReader(save))
	if err != nil {
		t.Fatal(err)
	}
	image := sim.MustOf(mine).Save(nil)
	header := replay.Header{Game: "mine", Kind: replay.Native, Build: today, RateNum: 10, RateDen: 1,
		Config: append([]byte{newest}, image...)}
	var file bytes.Buffer
	game, err := replay.Record(&file, header, sim.MustOf(mine))
	if err != nil {
		t.Fatal(err)
	}
	for tick := range int64(300) {
		game.Step(sim.Encode(digs(tick)))
	}
	if err := game.Close(replay.Claim{}); err != nil {
		t.Fatal(err)
	}
	recording, err := replay.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	host := &replay.SimHost{Game: "mine", Build: today, New: newMine}
	if v := replay.Verify(recording, host, replay.Options{}); v.Outcome != replay.OK || v.Compared.Ticks != 300 {
		t.Error(v)
	}
	if mine.Tick != ticks+300 {
		t.Errorf("at tick %d", mine.Tick)
	}
}

func TestBothRulesAreProven(t *testing.T) {
	inputs := make([]Input, ticks)
	for tick := range inputs {
		inputs[tick] = digs(int64(tick))
	}
	for number := range int64(newest) {
		prove.Test(t, func() sim.Sim {
			mine := start(1+number, 5)
			return sim.MustOf(&mine)
		}, sim.Inputs(inputs...))
	}
}
