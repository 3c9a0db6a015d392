package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// today is the build of this release.
var today = replay.Build{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Version: "v2.0.0"}

// asOld is today's game, saved as release 1 saved it, since the hashes of an old recording are of
// those bytes. What is new is not in them.
type asOld struct{ Mine }

// Save appends the five words of release 1.
func (a *asOld) Save(image []byte) []byte {
	for _, v := range []uint64{uint64(a.Tick), uint64(a.Gold), uint64(a.Shafts), a.Rng.Seed(), a.Rng.Draws()} {
		image = binary.LittleEndian.AppendUint64(image, v)
	}
	return image
}

// Load refuses: an old state is not enough to begin with, which is why it is replayed.
func (a *asOld) Load([]byte) error { return errors.New("a state of release 1 lacks what is new") }

func newOld(h *replay.Header) (sim.Sim, error) {
	if len(h.Config) != 1 || h.Config[0] != 1 {
		return nil, fmt.Errorf("config %x: want rules 1", h.Config)
	}
	return sim.Of(&asOld{start(1, h.Seed[0])})
}

// Migrate plays a recording of release 1 under its own rules, and returns the game as it is then, to
// go on under the newest.
func Migrate(save io.Reader) (*Mine, error) {
	recording, err := replay.Read(save)
	if err != nil {
		return nil, err
	}
	host := &replay.SimHost{Game: "mine", Build: today, New: newOld}
	if v := replay.Verify(recording, host, replay.Options{}); v.Outcome != replay.OK {
		return nil, fmt.Errorf("the old game does not come out: %s", v)
	}
	player, err := replay.NewPlayer(recording, host)
	if err != nil {
		return nil, err
	}
	if _, err := player.Run(recording.Ticks()); err != nil {
		return nil, err
	}
	old, _ := sim.StateOf[asOld](host.Sim())
	mine := old.Mine
	mine.Rules = newest
	return &mine, nil
}
