package main

import (
	"bytes"
	"fmt"

	"github.com/tactus-go/tactus/replay"
)

type replayDiff struct {
	A    string `arg:"" help:"A recording."`
	B    string `arg:"" help:"Another of the same game."`
	HTML string `name:"html" help:"Write a page with the last 100 ticks; never over a file." placeholder:"FILE"`
	JSON bool   `name:"json" help:"Print the result as JSON."`
}

// Help is shown below the flags.
func (*replayDiff) Help() string {
	return `Compares inputs and hashes, finds the first difference in about log2(n) probes of chained hashes, and
runs both from the last checkpoint before it to name tick and fields. Two of over
2^24 ticks are compared and not run.

Examples:
  tactus replay diff mine.tactus yours.tactus
  tactus replay diff mine.tactus yours.tactus --html why.html

Exit code: 0 the same, 1 different, 2 wrong use.`
}

// runTicks is the longest run, as that of prove: three days at 60 Hz. A few bytes may hold 2^32 ticks.
const runTicks = 1 << 24

// Run is called by the flag parser.
func (r *replayDiff) Run(c *console) error {
	a, err := readHeaded(c, r.A)
	if err != nil {
		return err
	}
	b, err := readHeaded(c, r.B)
	if err != nil {
		return err
	}
	if a.Header.Game != b.Header.Game {
		return fmt.Errorf("%s is of %s, and %s of %s", r.A, a.Header.Game, r.B, b.Header.Game)
	}
	// A game that this tool does not have is compared as it was recorded, and so is one too long.
	var hosts [2]replay.Host
	for i := range hosts {
		if host, err := nativeHost(a.Header.Game); err == nil && min(a.Ticks(), b.Ticks()) <= runTicks {
			hosts[i] = host
		}
	}
	d, err := orStopped(c, func() (*replay.Comparison, error) { return replay.Diff(a, b, hosts[0], hosts[1]) })
	if err != nil {
		return err
	}
	if err := r.write(c, d); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		rec  *replay.Recording
	}{{r.A, a}, {r.B, b}} {
		if f.rec.Malformed != nil {
			fmt.Fprintf(c.stderr, "tactus: %s: %s; compared as far as it is whole\n", f.name, trimmed(f.rec.Malformed))
		}
	}
	if !d.Same || a.Malformed != nil || b.Malformed != nil {
		return errNo
	}
	return nil
}

func (r *replayDiff) write(c *console, d *replay.Comparison) error {
	if r.HTML != "" {
		var page bytes.Buffer
		if err := d.WriteHTML(&page, r.A, r.B); err != nil {
			return err
		}
		if err := writeNew(r.HTML, &page); err != nil {
			return err
		}
	}
	if r.JSON {
		return c.writeJSON(d)
	}
	for _, h := range d.Headers {
		fmt.Fprintf(c.stdout, "header: %s\n", h)
	}
	_, err := fmt.Fprintln(c.stdout, d)
	return err
}
