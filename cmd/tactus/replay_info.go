package main

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/tactus-go/tactus/replay"
)

type replayInfo struct {
	Files []string `arg:"" name:"file" help:"Recordings."`
	JSON  bool     `name:"json" help:"Print the result as JSON, a list."`
}

// Help is shown below the flags.
func (*replayInfo) Help() string {
	return `Reads recordings and runs nothing: what is shown is what they claim. tactus prove FILE runs one.

Examples:
  tactus replay info game.tactus
  tactus replay info *.tactus --json

Exit code: 0 all are whole, 1 one is malformed, 2 wrong use.`
}

// namedInfo is a file's.
type namedInfo struct {
	File string `json:"file"`
	replay.Info
}

// Run is called by the flag parser.
func (r *replayInfo) Run(c *console) error {
	infos := []namedInfo{}
	malformed := false
	for _, name := range r.Files {
		rec, err := c.readRecording(name)
		if err != nil {
			return err
		}
		infos = append(infos, namedInfo{name, rec.Info()})
		malformed = malformed || rec.Malformed != nil
	}
	if r.JSON {
		if err := c.writeJSON(infos); err != nil {
			return err
		}
	} else {
		for _, i := range infos {
			if err := i.write(c); err != nil {
				return err
			}
		}
	}
	if malformed {
		return errNo
	}
	return nil
}

// write prints a file's info for people. Texts from the file are quoted: they may hold anything.
func (i *namedInfo) write(c *console) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(t, "  %s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	if i.Malformed != "" {
		row("malformed", "%s", strings.TrimPrefix(i.Malformed, "tactus: recording malformed "))
	}
	if i.Game != "" {
		i.rows(row)
	}
	t.Flush()
	_, err := fmt.Fprintf(c.stdout, "%s\n%s", i.File, b.String())
	return err
}

func (i *namedInfo) rows(row func(name, format string, args ...any)) {
	row("game", "%s, %s", i.Game, i.Kind)
	if i.Build != nil {
		row("build", "%s %s/%s %s, %s %s %s", i.Build.Go, i.Build.OS, i.Build.Arch, i.Build.Level, i.Build.Module,
			i.Build.Version, i.Build.Sum)
	} else {
		row("module", "SHA-256 %s", i.Module)
	}
	row("rate", "%v a second, %d players, seed %d, config of %d bytes", i.Rate, i.Players, i.Seed[0], i.ConfigBytes)
	row("ticks", "%d, %v of game time, %d input changes", i.Ticks, i.GameTime, i.Changes)
	row("hashes", "%d: plain each %d ticks, chained each %d, %d checkpoints", i.Hashes, i.Plain, i.Chain, i.Checkpoints)
	row("frames", "%d", i.Frames)
	row("bytes", "%d", i.Bytes)
	if i.Malformed != "" { // the trailer is the last chunk, and only a whole recording has one
		row("result", "no claim: the trailer, which would hold it, is missing or not whole")
		return
	}
	row("dropped", "%v", i.Dropped)
	row("result", "%s, a claim", strconv.Quote(i.Result))
}
