package main

import (
	"bytes"
	"fmt"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/replay"
)

type replayTrim struct {
	File  string `arg:"" help:"A recording."`
	Ticks int64  `name:"to" default:"-1" help:"Ticks to keep; by default all that are whole." placeholder:"N"`
	Out   string `short:"o" name:"output" required:"" help:"The new file." placeholder:"FILE"`
}

// Help is shown below the flags.
func (*replayTrim) Help() string {
	return `Runs the first ticks again, compares their hashes, and writes them as a recording of its own. One that a
crash cut short becomes whole up to its last whole tick.

Examples:
  tactus replay trim game.tactus --to 600 -o start.tactus
  tactus replay trim crashed.tactus -o whole.tactus

Exit code: 0 written, 1 the run does not come out as recorded, 2 wrong use.`
}

// Run is called by the flag parser.
func (r *replayTrim) Run(c *console) error {
	rec, host, err := readWhole(c, r.File)
	if err != nil {
		return err
	}
	ticks := tactus.Tick(r.Ticks)
	if r.Ticks == -1 {
		ticks = rec.Ticks()
	}
	if ticks < 0 || ticks > rec.Ticks() {
		return fmt.Errorf("--to %d: want 0 to %d", r.Ticks, rec.Ticks())
	}
	out, err := orStopped(c, func() (*bytes.Buffer, error) {
		var out bytes.Buffer
		return &out, replay.Trim(&out, rec, host, ticks)
	})
	if err != nil && c.ctx.Err() != nil {
		return err
	}
	if err != nil {
		fmt.Fprintln(c.stderr, err)
		return errNo
	}
	if err := writeNew(r.Out, out); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s: %d ticks, %d bytes\n", r.Out, ticks, out.Len())
	return err
}
