package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tactus-go/tactus/prove"
)

type proveCommand struct {
	gameFlags
	moduleFlags
	boundFlags
	Cases *string `help:"Run exact stepper cases from a JSON file, in place of a game." placeholder:"FILE"`
	Seed  *uint64 `help:"Seed of the jittered schedule, 1 by default." placeholder:"N"`
	JSON  bool    `name:"json" help:"Print the result as JSON."`
	FMA   bool    `name:"fma" help:"List where the compiler fuses x*y + z in Go packages, in place of a game."`

	Packages []string `arg:"" optional:"" help:"With --fma: packages, as the go command takes them; . if none."`

	Module      *string `help:"Of a recording: the module to run it on, in place of the native game." placeholder:"FILE"`
	Strict      bool    `help:"Of a recording or a module: every host must run, or the answer is no."`
	OtherModule bool    `help:"Of a recording of one module: run it on another one, of the same game."`
}

// Help is the long text of tactus prove --help.
func (*proveCommand) Help() string {
	return `Runs the game step by step, then again, saved and loaded, rolled back, and through the engine under
many frame schedules, and compares the hash of every tick's state. The file of a recording, which is known
by its first bytes, is run again and compared with what it holds.

Examples:
  tactus prove mergeisland
  tactus prove jump --json
  tactus prove game.tactus
  tactus prove game.tactus --module mergeisland.wasm
  tactus prove game.tactus --strict
  tactus prove --cases cases.json
  tactus prove --fma ./...
  tactus prove mergeisland.wasm --native mergeisland

A WebAssembly file is a TM/1 module: it is tried on the ten points of its specification, then under
the schedules, then in both engines of wazero and, where there is a node command, in Node, and with --native
against the game itself.

What others made has bounds: a module's proof ends within --max-fuel instructions, and what it did not reach
is not run; a recording is run within --max-fuel, --max-tick-fuel and --max-ticks, and what needs more is a
limit hit. Interrupted, it ends with the answer that it does not have.

A host that is not there, as Node or a module's sources, is not run, and the answer rests on the others; with
--strict it is then "not run", exit code 1, with the reason.

With --fma the go command compiles the packages for arm64 and for amd64 with GOAMD64=v3, and its compiler
says where x*y + z becomes one operation that rounds once. There the results differ between processors.

Exit code: 0 equal, ok (all cases passed, nothing fused), 1 anything else was found (a case failed, a place
is fused), 2 wrong use.`
}

// Run is called by the flag parser.
func (p *proveCommand) Run(c *console) error {
	if p.FMA {
		return p.runFMA(c)
	}
	if len(p.Packages) != 0 {
		return fmt.Errorf("one game at a time: what is %q? Packages are for --fma", p.Packages[0])
	}
	if p.Cases != nil {
		if *p.Cases == "" {
			return errors.New("--cases: no file: want the path of a file of cases")
		}
		if p.Game != "" || p.Config != nil || p.Seed != nil {
			return errors.New("--cases runs a file of cases: name no game, no --config and no --seed beside it")
		}
		if p.Strict {
			return errors.New("--strict is for a module or a recording, and --cases has neither")
		}
		return p.runCases(c)
	}
	s, err := c.subjectOf(p.Game)
	if err != nil {
		return err
	}
	defer s.Close()
	return p.runSubject(c, s)
}

// runSubject judges a game, a module or a recording, with the flags that are for it.
func (p *proveCommand) runSubject(c *console, s *subject) error {
	switch {
	case (p.Module != nil || p.OtherModule) && s.kind != ofRecording:
		return errors.New("--module and --other-module are for a recording, and this is none")
	case p.Strict && s.kind == ofGame:
		return errors.New("--strict is for a module or a recording, and this is a game")
	case p.moduleFlags.set() && s.kind != ofModule:
		return errors.New("--input, --rate, --run-seed and --native are for a module, and this is none")
	}
	if err := p.boundFlags.check(s.kind); err != nil {
		return err
	}
	switch s.kind {
	case ofModule:
		return p.runModule(c, s)
	case ofRecording:
		return p.runRecording(c, s)
	}
	return p.runGame(c)
}

// notRun is the verdict of a proof that ended before it had an answer, or that lacks a host under
// --strict.
const notRun = "not run"

// unstrict says why the hosts that ran are not enough, "" where they are.
func (p *proveCommand) unstrict(notRun []string) string {
	if !p.Strict || len(notRun) == 0 {
		return ""
	}
	return "not all hosts ran, as --strict asks: " + strings.Join(notRun, "; ")
}

// runGame proves the game under every schedule.
func (p *proveCommand) runGame(c *console) error {
	scenario, err := p.scenario(c)
	if err != nil {
		return err
	}
	seed := uint64(1)
	if p.Seed != nil {
		seed = *p.Seed
	}
	schedules := prove.Schedules(seed)
	progress := newProgress(c)
	report, err := prove.Run(scenario, schedules, func(row prove.Row) { progress.show("%s: %s", scenario.Name, row.Name) })
	progress.done()
	if err != nil {
		return err
	}
	write := report.WriteText
	if p.JSON {
		write = report.WriteJSON
	}
	if err := write(c.stdout); err != nil {
		return err
	}
	if report.Verdict != prove.Equal {
		return errNo
	}
	return nil
}

// casesReport is what prove --cases --json prints.
type casesReport struct {
	Cases  int             `json:"cases"`
	Passed int             `json:"passed"`
	Failed []prove.Failure `json:"failed"`
}

func (p *proveCommand) runCases(c *console) error {
	f, err := c.open(*p.Cases)
	if err != nil {
		return err
	}
	defer f.Close()
	cases, err := prove.ParseCases(*p.Cases, f)
	if err != nil {
		return err
	}
	report := casesReport{Cases: len(cases), Failed: []prove.Failure{}}
	progress := newProgress(c)
	for i, cs := range cases {
		progress.show("case %d of %d: %s", i+1, len(cases), cs.Name)
		failures := cs.Run()
		if len(failures) == 0 {
			report.Passed++
		}
		report.Failed = append(report.Failed, failures...)
	}
	progress.done()
	if err := p.writeCases(c, report); err != nil {
		return err
	}
	if report.Passed != report.Cases {
		return errNo
	}
	return nil
}

func (p *proveCommand) writeCases(c *console, r casesReport) error {
	if p.JSON {
		return c.writeJSON(r)
	}
	for _, f := range r.Failed {
		fmt.Fprintln(c.stdout, f)
	}
	_, err := fmt.Fprintf(c.stdout, "%d cases, %d passed, %d failed\n", r.Cases, r.Passed, r.Cases-r.Passed)
	return err
}

// progressAfter is how long a command is quiet before it says how far it is.
const progressAfter = time.Second

// progress is one line on a terminal's standard error, which is overwritten and at last wiped.
type progress struct {
	c     *console
	start time.Time
	shown bool
}

func newProgress(c *console) *progress { return &progress{c: c, start: time.Now()} }

func (p *progress) show(format string, args ...any) {
	if isTerminal(p.c.stderr) && time.Since(p.start) > progressAfter {
		p.shown = true
		fmt.Fprintf(p.c.stderr, "\r\x1b[K"+format, args...)
	}
}

func (p *progress) done() {
	if p.shown {
		fmt.Fprint(p.c.stderr, "\r\x1b[K")
	}
}
