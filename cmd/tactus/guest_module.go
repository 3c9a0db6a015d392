package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// guests are the packages that make a module of a reference game.
var guests = map[string]string{
	"mergeisland": "github.com/tactus-go/tactus/examples/guests/go-mergeisland",
}

// guestOf returns the module of a reference game and what it was built of. A release brings it along.
// Elsewhere the Go at hand builds it, which needs the sources, as a clone has them; or --module names a
// file.
func guestOf(c *console, game string) (name string, binary []byte, err error) {
	pkg, ok := guests[game]
	if !ok {
		return "", nil, fmt.Errorf("none of %s is known: name one with --module", game)
	}
	name = strings.TrimPrefix(pkg, "github.com/tactus-go/tactus/")
	if binary, ok := embeddedFile(game + ".wasm"); ok {
		return name + " (of this release)", binary, nil
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
	switch err := goBuild(c, "wasip1", pkg, file, "-buildmode=c-shared"); {
	case errors.Is(err, errNoGo):
		return "", nil, errors.New("there is no go command to build it: name one with --module")
	case err != nil:
		return "", nil, fmt.Errorf("%w: run it in a clone, or name one with --module", err)
	}
	binary, err = os.ReadFile(file)
	return name, binary, err
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
