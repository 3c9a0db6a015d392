package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// Exit codes.
const (
	exitGood  = 0
	exitNo    = 1 // it ran, and ended other than it was told to
	exitUsage = 2 // wrong flags, names or files
)

// tool is the command line. Each command is a file of its own.
type tool struct {
	Config  kong.ConfigFlag  `help:"Read flags of serve from a JSON file." placeholder:"FILE"`
	Version kong.VersionFlag `help:"Print version, Go version and system."`

	Serve serveCommand `cmd:"" help:"Judge recordings: queue, workers, API and page, or a part of it."`
	Token tokenCommand `cmd:"" help:"Make, list and take away the tokens of tenants."`
	Key   keyCommand   `cmd:"" help:"Make keys that sign challenges."`
}

// console is where a command writes, and what ends it.
type console struct {
	ctx            context.Context
	stdout, stderr io.Writer
	// started is told the address once the service answers; nil is nobody.
	started func(address string)
}

// exited carries an exit code out of the flag parser, which would end the process after --help.
type exited int

func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runOn(&console{ctx: ctx, stdout: stdout, stderr: stderr}, args)
}

// newParser makes the parser of a command line.
func newParser(t *tool, stdout, stderr io.Writer) *kong.Kong {
	parser, err := kong.New(t,
		kong.Name("tactusd"),
		kong.Description("Recordings of games judged as a service: each is run again, and the verdict kept."),
		kong.Vars{"version": versionText()},
		kong.Configuration(readConfig),
		kong.DefaultEnvars("TACTUSD"),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exited(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	)
	if err != nil {
		panic(err) // the struct above is wrong
	}
	return parser
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
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := newParser(new(tool), c.stdout, c.stderr).Parse(args)
	if err != nil {
		fmt.Fprintln(c.stderr, "tactusd: "+trimmed(err))
		return exitUsage
	}
	switch err := parsed.Run(c); {
	case err == nil:
		return exitGood
	case errors.Is(err, errUnclean):
		fmt.Fprintln(c.stderr, "tactusd: "+trimmed(err))
		return exitNo
	default:
		fmt.Fprintln(c.stderr, "tactusd: "+trimmed(err))
		return exitUsage
	}
}

// trimmed is an error's text without the name that the library puts before all of them.
func trimmed(err error) string {
	return strings.ReplaceAll(strings.TrimPrefix(err.Error(), "tactus: "), ": tactus: ", ": ")
}

// Set by the release script with the linker's flag -X.
var releaseVersion string

func version() string {
	if releaseVersion != "" {
		return releaseVersion
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func versionText() string {
	return "tactusd " + version() + ", " + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH
}
