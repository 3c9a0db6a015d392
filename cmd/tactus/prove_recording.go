package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tactus-go/tactus/replay"
)

// isRecording reports whether what is to be proven is a file and no game.
func isRecording(name string) bool { return strings.HasSuffix(name, recordingEnd) }

// runRecording re-runs a recording natively and prints the verdict.
func (p *proveCommand) runRecording(c *console) error {
	if p.Config != nil || p.Seed != nil {
		return errors.New("a recording has its own config and seed: name no --config and no --seed beside it")
	}
	v, err := verifyNative(p.Game)
	if err != nil {
		return err
	}
	if p.JSON {
		err = c.writeJSON(v)
	} else {
		_, err = fmt.Fprintln(c.stdout, v)
	}
	if err == nil && v.Outcome != replay.OK {
		return errNo
	}
	return err
}

// verifyNative re-runs a file in this process. A malformed header names no game to run.
func verifyNative(name string) (replay.Verdict, error) {
	rec, err := readRecording(name)
	if err != nil {
		return replay.Verdict{}, err
	}
	host, err := nativeHost(rec.Header.Game)
	if err != nil { // no game of this tool's: the verdict says which the recording is of
		host = &replay.SimHost{Game: "none that this tool knows", Build: thisBuild()}
	}
	return replay.Verify(rec, host, replay.Options{}), nil
}
