package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
	"github.com/tactus-go/tactus/verify/natives"
)

// A tape is the file of --record. A nil one takes nothing.
type tape struct {
	file   *os.File
	writer *replay.Writer
	input  []byte
	before tactus.Instant // of the last frame
	begun  bool
}

// openTape begins a recording in a file that is not there yet, none where the name is empty.
func openTape(name string, g *gameFlags, scenario sim.Scenario, game sim.Sim) (*tape, error) {
	if name == "" {
		return nil, nil
	}
	header, err := g.header(scenario)
	if err != nil {
		return nil, fmt.Errorf("--record: %w", err)
	}
	// A recording may be evidence: like trim and --html, this writes over none.
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("--record: %s: is there already", name)
	}
	if err != nil {
		return nil, fmt.Errorf("--record: %w", err)
	}
	w, err := replay.NewWriter(file, header, func(image []byte) ([]byte, error) { return game.Save(image), nil })
	if err != nil {
		file.Close()
		os.Remove(name)
		return nil, fmt.Errorf("--record: %w", err)
	}
	return &tape{file: file, writer: w}, nil
}

// tick takes a tick that the game has just run. An error stays in the writer and is told at the end.
func (t *tape) tick(input []byte) {
	if t == nil {
		return
	}
	t.input = replay.AppendInput(t.input[:0], input)
	t.writer.Tick(t.input)
}

// frame takes a frame that began now.
func (t *tape) frame(now tactus.Instant, alpha float64) {
	if t == nil {
		return
	}
	var real time.Duration
	if t.begun {
		real = now.Sub(t.before)
	}
	t.before, t.begun = now, true
	t.writer.Frame(real, alpha)
}

// close ends the recording with what the game came to. A run is none the worse for a bad one.
func (t *tape) close(c *console, o *outcome) {
	if t == nil {
		return
	}
	t.writer.Close(replay.Claim{Result: natives.Result(o.scenario.Name, o.game), Dropped: o.dropped()})
	err := t.writer.Err()
	if closing := t.file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		fmt.Fprintf(c.stderr, "tactus: --record %s: %s\n", t.file.Name(),
			trimmed(err))
	}
}

// thisBuild is what recordings made by this program say of it.
func thisBuild() replay.Build { return natives.Build(version()) }
