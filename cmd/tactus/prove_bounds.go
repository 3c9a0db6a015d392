package main

import (
	"context"
	"errors"
	"strings"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/replay"
)

// boundFlags bound what modules and recordings, which others made, can make this machine do.
type boundFlags struct {
	MaxFuel     uint64 `help:"Most instructions of a module's proof, 10^11, or a recording's run, 10^12." placeholder:"N"`
	MaxTickFuel uint64 `help:"Of a recording: most instructions of a tick, by default 10^9." placeholder:"N"`
	MaxTicks    uint32 `help:"Of a recording: most ticks, by default 2^24." placeholder:"N"`
}

// check refuses flags beside what they do not bound.
func (f *boundFlags) check(kind subjectKind) error {
	switch {
	case (f.MaxTickFuel != 0 || f.MaxTicks != 0) && kind != ofRecording:
		return errors.New("--max-tick-fuel and --max-ticks are for a recording, and this is none")
	case f.MaxFuel != 0 && kind == ofGame:
		return errors.New("--max-fuel is for a module or a recording, and this is a game")
	}
	return nil
}

// ceiling is what a recording is run within on a module.
func (f *boundFlags) ceiling() wazerohost.Ceiling {
	return wazerohost.Ceiling{Fuel: f.MaxTickFuel, Total: f.MaxFuel}
}

// options are how recordings are judged until the context ends.
func (f *boundFlags) options(ctx context.Context, other bool) replay.Options {
	return replay.Options{OtherModule: other, TicksMax: tactus.Tick(f.MaxTicks), Stop: ctx.Err}
}

// flagged names the flags of this tool in the place of the options that they set.
var flagged = strings.NewReplacer("Options.TicksMax allows", "--max-ticks allows",
	"Ceiling.Total allows", "--max-fuel allows", "Ceiling.Fuel allows", "--max-tick-fuel allows")
