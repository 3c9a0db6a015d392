package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// errNoGo says that there is no Go on this machine.
var errNoGo = errors.New("there is no go command")

// errNoSources says that Go sees no package of this repository from here.
var errNoSources = errors.New("its sources are not here")

// noSources are what the go command says of a package that it does not see: in a module, outside of
// all, and without modules.
var noSources = []string{"no required module provides package", "cannot find package", "is not in std"}

// goBuild builds a package of this repository for WebAssembly with the Go at hand, into a file. It needs
// the package's sources, as a clone has them.
func goBuild(c *console, goos, pkg, file string, flags ...string) error {
	_, err := goRun(c, goos, append(append([]string{"build", "-trimpath", "-o", file}, flags...), pkg)...)
	return err
}

// goRun runs the go command for a system with the processor wasm, and returns what it prints.
func goRun(c *console, goos string, args ...string) ([]byte, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, errNoGo
	}
	build := exec.CommandContext(c.ctx, tool, args...)
	build.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var said, out bytes.Buffer
	build.Stdout, build.Stderr = &out, &said
	if err := build.Run(); err != nil {
		if slices.ContainsFunc(noSources, func(s string) bool { return strings.Contains(said.String(), s) }) {
			return nil, errNoSources
		}
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("go %s %s failed here (%s)", args[0], args[len(args)-1], line)
	}
	return out.Bytes(), nil
}
