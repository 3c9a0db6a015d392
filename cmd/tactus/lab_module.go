package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// labPackage is the package of the lab's module.
const labPackage = "github.com/tactus-go/tactus/lab/wasm"

// labModule returns the lab's module and Go's loader for it: those of this release, or what was built
// before of the same sources, or what the Go at hand builds now.
func labModule(c *console) (engine, loader []byte, err error) {
	if engine, loader, ok := embeddedLab(); ok {
		return engine, loader, nil
	}
	engine, loader, err = builtLab(c)
	if errors.Is(err, errNoGo) {
		return nil, nil, errors.New("there is no go command to build the lab's module: a release of tactus holds it")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the lab's module: %w: run it in a clone, or take a release, which holds it", err)
	}
	return engine, loader, nil
}

// builtLab builds the module, or takes the one that was built of the same sources by the same Go.
func builtLab(c *console) (engine, loader []byte, err error) {
	p := newProgress(c)
	defer p.done()
	key, err := labKey(c)
	if err != nil {
		return nil, nil, err
	}
	root, err := goRun(c, runtime.GOOS, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	loader, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, nil, err
	}
	kept := ""
	if base, err := os.UserCacheDir(); err == nil {
		kept = filepath.Join(base, "tactus", "lab", key+".wasm")
		if engine, err := os.ReadFile(kept); err == nil {
			return engine, loader, nil
		}
	}
	fmt.Fprintln(c.stderr, "tactus: building the lab's module, once, with the Go at hand ...")
	engine, err = buildLab(c)
	if err == nil && kept != "" {
		c.noCache(keep(kept, engine))
	}
	return engine, loader, err
}

// buildLab builds the module now.
func buildLab(c *console) ([]byte, error) {
	dir, err := os.MkdirTemp("", "tactus-lab-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, labEngine)
	if err := goBuild(c, "js", labPackage, file, "-ldflags=-s -w"); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// labKey names the content that the module is built of: Go's version, and every source file of this
// repository that goes into it.
func labKey(c *console) (string, error) {
	const list = `{{if not .Standard}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}
{{end}}{{end}}`
	files, err := goRun(c, "js", "list", "-deps", "-f", list, labPackage)
	if err != nil {
		return "", err
	}
	version, err := goRun(c, "js", "env", "GOVERSION")
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write(version)
	for file := range strings.Lines(string(files)) {
		file = strings.TrimRight(file, "\r\n")
		if file == "" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n", filepath.Base(file), len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// keep writes a file that others may be reading at the same time.
func keep(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), "new-")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	if _, err := temporary.Write(data); err != nil {
		temporary.Close()
		return err
	}
	if err := temporary.Close(); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), file)
}

// openBrowser opens an address in the user's browser, where there is one and somebody sits before it.
func openBrowser(address string) {
	var command *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	case "darwin":
		command = exec.Command("open", address)
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
		command = exec.Command("xdg-open", address)
	}
	if command.Start() == nil {
		go func() { _ = command.Wait() }() // so that it leaves no zombie; that it failed changes nothing
	}
}
