package main

import (
	"bytes"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// release1 is the whole game as it was first released. It stands here to make an old save, and to hold
// the rules that are kept in today's game to what they were; a real game has it in its history.
type release1 struct {
	Tick, Gold, Shafts int64
	Rng                sim.Rand
}

// Step is one tick.
func (r *release1) Step(in Input) {
	if in.Dig && r.Gold >= 10 {
		r.Gold -= 10
		r.Shafts++
	}
	if r.Tick%10 == 9 {
		r.Gold += r.Shafts * r.Rng.Range(0, 3)
	}
	r.Tick++
}

// digs is the player: in two seconds of ten shafts are dug.
func digs(tick int64) Input { return Input{Dig: tick%100 >= 80} }

// playOld plays release 1 and returns its state and its save: the recording.
func playOld(ticks int64) (*release1, []byte, error) {
	old := &release1{Gold: 30, Shafts: 1, Rng: sim.NewRand(5)}
	var save bytes.Buffer
	header := replay.Header{Game: "mine", Kind: replay.Native, Seed: [2]uint64{5, 0}, RateNum: 10, RateDen: 1,
		Build: replay.Build{Go: "go1.26.0", OS: "linux", Arch: "amd64", Version: "v1.0.0"}, Config: []byte{1}}
	game, err := replay.Record(&save, header, sim.MustOf(old))
	if err != nil {
		return nil, nil, err
	}
	for tick := range ticks {
		game.Step(sim.Encode(digs(tick)))
	}
	err = game.Close(replay.Claim{})
	return old, save.Bytes(), err
}
