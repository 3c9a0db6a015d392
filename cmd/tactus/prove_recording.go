package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/replay"
)

// A recordingReport is what prove says of a recording: one verdict, and that of each host it rests on.
type recordingReport struct {
	replay.Verdict
	Runs   []hostVerdict `json:"runs"`
	NotRun []string      `json:"not_run"` // hosts, and why not
	// Hosts is native run and module held against each other, where a state of one is not as recorded.
	Hosts *prove.HostReport `json:"hosts,omitempty"`
}

// A hostVerdict is what one host found.
type hostVerdict struct {
	Host string `json:"host"`
	replay.Verdict
}

// runRecording re-runs a recording natively and on a module, and prints the verdict.
func (p *proveCommand) runRecording(c *console, s *subject) error {
	if p.Config != nil || p.Seed != nil {
		return errors.New("a recording has its own config and seed: name no --config and no --seed beside it")
	}
	report, err := p.verify(c, s)
	if err != nil && c.ctx.Err() != nil {
		return c.interrupted()
	}
	if err != nil {
		return err
	}
	if lacks := p.unstrict(report.NotRun); lacks != "" && report.Outcome == replay.OK {
		report.Outcome, report.Reason = notRun, lacks
	}
	if p.JSON {
		err = c.writeJSON(report)
	} else {
		err = report.text(c.stdout)
	}
	if err == nil && c.ctx.Err() != nil && report.Outcome != replay.OK {
		return c.interrupted()
	}
	if err == nil && report.Outcome != replay.OK {
		return errNo
	}
	return err
}

// verify re-runs the recording in this process and on the module of its game, or on the one that is
// named alone.
func (p *proveCommand) verify(c *console, s *subject) (*recordingReport, error) {
	rec, err := readRecording(s)
	if err != nil {
		return nil, err
	}
	r := &recordingReport{NotRun: []string{}}
	if p.Module != nil {
		binary, err := c.readFile(*p.Module)
		if err != nil {
			return nil, err
		}
		v, err := p.onModule(c, rec, binary, p.OtherModule)
		r.add("module "+*p.Module, v)
		if err == nil {
			err = p.inNode(c, r, rec, binary, p.OtherModule)
		}
		return r, err
	}
	p.native(c, r, rec)
	if r.Outcome != replay.OK && r.Outcome != replay.WrongBuild {
		r.NotRun = append(r.NotRun, "module: the native run has the answer")
		return r, nil
	}
	return r, p.ownModule(c, r, rec)
}

// ownModule re-runs a recording on the module of its game. A module may know less than the native game:
// what it refuses is no answer.
func (p *proveCommand) ownModule(c *console, r *recordingReport, rec *replay.Recording) error {
	name, binary, err := guestOf(c, rec.Header.Game)
	if err != nil {
		r.NotRun = append(r.NotRun, "module: "+err.Error())
		return nil
	}
	v, err := p.onModule(c, rec, binary, true)
	if err == nil && notBegun(v) {
		r.NotRun = append(r.NotRun, "module "+name+": "+v.Reason)
		return nil
	}
	r.add("module "+name, v)
	if err == nil && r.stateDiffers() {
		err = r.bisect(rec, binary)
	}
	if err != nil {
		return err
	}
	return p.inNode(c, r, rec, binary, true)
}

// notBegun reports whether a host refused the header and ran nothing.
func notBegun(v replay.Verdict) bool {
	switch v.Outcome {
	case replay.Refused, replay.WrongBuild, replay.WrongModule:
		return v.Compared.Hashes == 0
	}
	return false
}

// inNode re-runs a recording on the module in Node, where it was ok in this process.
func (p *proveCommand) inNode(c *console, r *recordingReport, rec *replay.Recording, binary []byte, other bool) error {
	const host = "module in " + nodeName
	if r.Outcome != replay.OK {
		r.NotRun = append(r.NotRun, host+": the runs before it have the answer")
		return nil
	}
	node, err := findNode()
	if err != nil {
		r.NotRun = append(r.NotRun, host+": "+err.Error())
		return nil
	}
	v := &nodeVerifier{node: node, ctx: c.ctx, game: rec.Header.Game, binary: binary}
	verdict, err := v.verify(rec, p.options(c.ctx, other))
	if err != nil {
		return err
	}
	r.add(host, verdict)
	return nil
}

// native re-runs a recording in this process. A malformed header names no game to run.
func (p *proveCommand) native(c *console, r *recordingReport, rec *replay.Recording) {
	host, err := nativeHost(rec.Header.Game)
	if err != nil { // no game of this tool's: the verdict says which the recording is of
		host = &replay.SimHost{Game: "none that this tool knows", Build: thisBuild()}
	}
	r.add("native", replay.Verify(rec, host, p.options(c.ctx, false)))
}

// onModule re-runs a recording on a module. The module says nothing of which game it is, so it is taken
// for the recording's.
func (p *proveCommand) onModule(c *console, rec *replay.Recording, binary []byte, other bool) (
	replay.Verdict, error) {
	v, err := wazerohost.NewVerifier(rec.Header.Game, binary,
		wazerohost.Options{CacheDir: compiledDir(), Ceiling: p.ceiling()})
	if err != nil {
		return replay.Verdict{}, err
	}
	defer v.Close()
	c.noCache(v.CacheError())
	return replay.Verify(rec, v, p.options(c.ctx, other)), nil
}

// add takes a host's verdict. The first is that of all, and the first that is not ok after it.
func (r *recordingReport) add(host string, v replay.Verdict) {
	v.Reason = flagged.Replace(v.Reason)
	switch {
	case len(r.Runs) == 0, r.Outcome == replay.OK && v.Outcome != replay.OK:
		r.Verdict = v
	case r.Outcome == replay.OK && r.Reason == "":
		r.Reason = v.Reason
	}
	r.Runs = append(r.Runs, hostVerdict{host, v})
}

// text prints the verdict for people.
func (r *recordingReport) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintln(&b, r.Verdict)
	for _, run := range r.Runs {
		fmt.Fprintf(&b, "  on %s: %s, %d ticks and %d hashes\n", run.Host, run.Outcome, run.Compared.Ticks,
			run.Compared.Hashes)
	}
	for _, not := range r.NotRun {
		fmt.Fprintf(&b, "  not run: %s\n", not)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
