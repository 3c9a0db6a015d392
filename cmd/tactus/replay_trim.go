package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/replay"
)

type replayTrim struct {
	File   string `arg:"" help:"A recording."`
	Ticks  int64  `name:"to" default:"-1" help:"Ticks to keep; by default all that are whole." placeholder:"N"`
	Module string `help:"Of a module's recording: that module, where it is not this tool's own." placeholder:"FILE"`
	Out    string `short:"o" name:"output" required:"" help:"The new file." placeholder:"FILE"`
}

// Help is shown below the flags.
func (*replayTrim) Help() string {
	return `Runs the first ticks again, compares their hashes, and writes them as a recording of its own. One that a
crash cut short becomes whole up to its last whole tick.

It takes what recorded: this build of the tool, or the module, which --module names; without it the module of a
game that this tool knows is tried. A run on a module ends within the bounds that tactus prove has by default.

Examples:
  tactus replay trim game.tactus --to 600 -o start.tactus
  tactus replay trim crashed.tactus -o whole.tactus
  tactus replay trim browser.tactus --module game.wasm -o whole.tactus

Exit code: 0 written, 1 the run does not come out as recorded, or something else recorded it, 2 wrong use.`
}

// Run is called by the flag parser.
func (r *replayTrim) Run(c *console) error {
	rec, err := readHeaded(c, r.File)
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
	trim, err := r.trimmer(c, rec)
	if err != nil {
		return err
	}
	out, err := orStopped(c, func() (*bytes.Buffer, error) {
		var out bytes.Buffer
		return &out, trim(&out, ticks)
	})
	if err != nil && c.ctx.Err() != nil {
		return err
	}
	if err != nil {
		return no(c, err)
	}
	if err := writeNew(r.Out, out); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s: %d ticks, %d bytes\n", r.Out, ticks, out.Len())
	return err
}

// no says why an answer is no.
func no(c *console, err error) error {
	fmt.Fprintln(c.stderr, "tactus: "+trimmed(err))
	return errNo
}

// trimmer returns what trims the recording on the host that recorded it, or the answer that it is not
// here.
func (r *replayTrim) trimmer(c *console, rec *replay.Recording) (
	func(*bytes.Buffer, tactus.Tick) error, error) {
	if rec.Header.Kind == replay.Module {
		return r.onModule(c, rec)
	}
	if r.Module != "" {
		return nil, fmt.Errorf("--module: %s was recorded by a native build, which alone can trim it", r.File)
	}
	host, err := nativeHost(rec.Header.Game)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.File, err)
	}
	if own := thisBuild(); rec.Header.Hash != own.Hash() {
		b := &rec.Header.Build
		return nil, no(c, fmt.Errorf("%s was recorded by another build (%s %s/%s %s, %s %s %s): trim it with that one",
			r.File, b.Go, b.OS, b.Arch, b.Level, b.Module, b.Version, b.Sum))
	}
	return func(out *bytes.Buffer, ticks tactus.Tick) error { return replay.Trim(out, rec, host, ticks) }, nil
}

// onModule trims with the module that is named, or with this tool's own of the game.
func (r *replayTrim) onModule(c *console, rec *replay.Recording) (func(*bytes.Buffer, tactus.Tick) error, error) {
	name, binary, err := r.Module, []byte(nil), error(nil)
	if name != "" {
		if binary, err = c.readFile(name); err != nil {
			return nil, err
		}
	} else if name, binary, err = guestOf(c, rec.Header.Game); err != nil {
		if c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		return nil, no(c, fmt.Errorf("%s was recorded with a module: %w", r.File, err))
	}
	if sum := sha256.Sum256(binary); sum != rec.Header.Hash {
		return nil, no(c, fmt.Errorf("%s was recorded with the module of SHA-256 %x, and %s is %x: "+
			"name that module with --module", r.File, rec.Header.Hash, name, sum))
	}
	return func(out *bytes.Buffer, ticks tactus.Tick) error {
		// The zero ceiling is what prove has without flags. The verifier is closed here, since an interrupt
		// leaves this run to itself.
		v, err := wazerohost.NewVerifier(rec.Header.Game, binary, wazerohost.Options{CacheDir: compiledDir()})
		if err != nil {
			return err
		}
		defer v.Close()
		return replay.Trim(out, rec, v, ticks)
	}, nil
}
