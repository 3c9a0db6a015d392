package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
	"github.com/tactus-go/tactus/verify/natives"
)

// recordingEnd is what the names of recordings end in.
const recordingEnd = ".tactus"

// header is what a recording of the game begins with.
func (g *gameFlags) header(scenario sim.Scenario) (replay.Header, error) {
	h := replay.Header{Flags: replay.FlagSchedule, Game: scenario.Name, Build: thisBuild(), Players: 1}
	rate := scenario.Stepper.Rate.Rat()
	if !rate.Num().IsInt64() || rate.Num().Int64() > math.MaxUint32 || !rate.Denom().IsInt64() ||
		rate.Denom().Int64() > math.MaxUint32 {
		return h, fmt.Errorf("the rate %v has no place in a recording", scenario.Stepper.Rate)
	}
	h.RateNum, h.RateDen = uint32(rate.Num().Int64()), uint32(rate.Denom().Int64())
	h.Checkpoint = 300 // half a chain interval: a checkpoint each 600 ticks, and none where a chained hash is
	if scenario.Name != "mergeisland" {
		return h, nil
	}
	h.Config = []byte(mergeisland.ConfigFile())
	if g.Config != nil {
		h.Config = g.config
	}
	config, err := mergeisland.ParseConfig("merge-island.json", h.Config)
	h.Seed = [2]uint64{uint64(config.Seed), 0}
	return h, err
}

// nativeHost returns the host that runs a game in this process, or an error that says which games there
// are.
func nativeHost(game string) (*replay.SimHost, error) {
	if _, err := scenarioOf(game); err != nil {
		return nil, err
	}
	return natives.Host(game, thisBuild())
}

// readRecording reads a file's bytes. A malformed one comes without an error: it has a verdict.
func readRecording(r io.Reader) (*replay.Recording, error) {
	rec, err := replay.Read(r)
	if rec == nil {
		return nil, err
	}
	return rec, nil
}

// readRecording reads a file.
func (c *console) readRecording(name string) (*replay.Recording, error) {
	f, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readRecording(f)
}

// readHeaded reads a file whose header at least can be used.
func readHeaded(c *console, name string) (*replay.Recording, error) {
	rec, err := c.readRecording(name)
	if err == nil && rec.Header.Game == "" {
		err = fmt.Errorf("%s: %w", name, rec.Malformed)
	}
	if err != nil {
		return nil, err
	}
	return rec, nil
}

// writeNew writes a file that does not exist yet, whole or not at all.
func writeNew(name string, data *bytes.Buffer) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s: is there already", name)
	}
	if err != nil {
		return err
	}
	if _, err := f.Write(data.Bytes()); err != nil {
		f.Close()
		os.Remove(name)
		return err
	}
	return f.Close()
}
