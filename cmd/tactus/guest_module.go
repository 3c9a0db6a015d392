package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// guests are the packages that make a module of a reference game.
var guests = map[string]string{
	"mergeisland": "github.com/tactus-go/tactus/examples/guests/go-mergeisland",
}

// guestOf returns the module of a reference game, built by the Go at hand, and what it was built of. It
// needs the module's sources, as a clone has them; elsewhere --module names a file.
func guestOf(c *console, game string) (name string, binary []byte, err error) {
	pkg, ok := guests[game]
	if !ok {
		return "", nil, fmt.Errorf("none of %s is known: name one with --module", game)
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", nil, errors.New("there is no go command to build it: name one with --module")
	}
	dir, err := os.MkdirTemp("", "tactus-guest-")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(dir)
	p := newProgress(c)
	p.show("building the module %s", pkg)
	defer p.done()
	file := filepath.Join(dir, "guest.wasm")
	build := exec.CommandContext(c.ctx, tool, "build", "-trimpath", "-buildmode=c-shared", "-o", file, pkg)
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var said bytes.Buffer
	build.Stderr = &said
	if err := build.Run(); err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return "", nil, fmt.Errorf("go build %s failed here (%s): run it in a clone, or name one with --module", pkg, line)
	}
	binary, err = os.ReadFile(file)
	return strings.TrimPrefix(pkg, "github.com/tactus-go/tactus/"), binary, err
}

// noCache says once that compiled modules are not kept, which costs time and nothing else.
func (c *console) noCache(err error) {
	if err != nil && !c.saidNoCache {
		c.saidNoCache = true
		fmt.Fprintln(c.stderr, "tactus: compiled modules are not kept: "+err.Error())
	}
}

// interrupted says that a command was asked to end before it had its answer.
func (c *console) interrupted() error {
	fmt.Fprintln(c.stderr, "tactus: interrupted")
	return errNo
}

// compiledDir is where compiled modules are kept, "" where the system has no such folder.
func compiledDir() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(base, "tactus", "compiled")
}
