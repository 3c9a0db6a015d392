package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/tactus-go/tactus"
)

// Exit codes of every command.
const (
	exitGood  = 0
	exitNo    = 1 // the answer is no: not equal, a case failed, nothing proven
	exitUsage = 2 // wrong flags, names or files
)

// tool is the command line. Each command is a file of its own.
type tool struct {
	Version kong.VersionFlag `help:"Print version, commit, Go version and system."`

	Run    runCommand    `cmd:"" help:"Play a game: on a terminal's screen, or with one live status line."`
	Prove  proveCommand  `cmd:"" help:"Prove that a game comes out the same at any frame rate; or run exact cases."`
	Replay replayCommand `cmd:"" help:"Read recordings: info, diff, trim. tactus prove FILE judges one."`
	Submit submitCommand `cmd:"" help:"Send recordings to a verification service, and wait for its verdicts."`
	Frames framesCommand `cmd:"" help:"Read every tool's frame-time logs: report, compare, plot, convert."`
	Lab    labCommand    `cmd:"" help:"See and feel why timesteps matter, in the browser, with the engine itself."`
	Bench  benchCommand  `cmd:"" help:"Measure what this machine's clocks and timers, and this engine on it, can do."`
}

// console is where a command reads and writes.
type console struct {
	ctx    context.Context // ends at a signal that asks the program to end
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	now    func() tactus.Instant // the clock of a run; nil is tactus.Monotonic
	env    func(string) string   // reads an environment variable; nil for none

	saidNoCache bool
}

// read reads the clock.
func (c *console) read() tactus.Instant {
	if c.now == nil {
		return tactus.Monotonic()
	}
	return c.now()
}

// writeJSON prints a result for programs, indented for people.
func (c *console) writeJSON(v any) error {
	e := json.NewEncoder(c.stdout)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// errNo is a command's answer, already printed, that is no.
var errNo = errors.New("the answer is no")

// exited carries an exit code out of the flag parser, which would end the process after --help.
type exited int

// run runs the tool and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup stays in force
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	return runOn(&console{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr, env: os.Getenv}, args)
}

func runOn(c *console, args []string) (code int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exited:
			code = int(r)
		default:
			panic(r)
		}
	}()
	var t tool
	parser, err := kong.New(&t,
		kong.Name("tactus"),
		kong.Description("Time in games and simulations: one steady beat at any frame rate, and the proof of it."),
		kong.Vars{"version": versionText()},
		kong.Writers(c.stdout, c.stderr),
		kong.Exit(func(code int) { panic(exited(code)) }),
		kong.WithHyphenPrefixedParameters(true), // so that --scale -1 is a bad scale and not an unknown flag
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	)
	if err != nil {
		panic(err) // the struct above is wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return usage(c, err)
	}
	switch err := parsed.Run(c); {
	case err == nil:
		return exitGood
	case errors.Is(err, errNo):
		return exitNo
	case errors.Is(err, errRefused):
		return exitUsage
	case errors.Is(err, context.Canceled) && c.ctx.Err() != nil:
		fmt.Fprintln(c.stderr, "tactus: interrupted") // the answer is missing, which is no
		return exitNo
	default:
		return usage(c, err)
	}
}

// trimmed is an error's text without the name that is put before all of them. The name stands at the
// beginning of a text or of one that it wraps; elsewhere it is the end of a file's.
func trimmed(err error) string {
	return strings.ReplaceAll(strings.TrimPrefix(err.Error(), "tactus: "), ": tactus: ", ": ")
}

func usage(c *console, err error) int {
	fmt.Fprintln(c.stderr, "tactus: "+trimmed(err))
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		fmt.Fprintln(c.stderr, "tactus --help lists the commands, tactus COMMAND --help their flags, with examples")
	}
	return exitUsage
}
