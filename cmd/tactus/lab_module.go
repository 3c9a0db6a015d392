package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// labPackages are the packages of the lab's modules, by the file that each becomes: what moves on the
// pages, and what reads logs, which only one page loads.
var labPackages = map[string]string{
	labEngine: "github.com/tactus-go/tactus/lab/wasm",
	labLogs:   "github.com/tactus-go/tactus/lab/logs/wasm",
}

// labModules returns the lab's modules and Go's loader for them, by file: those of this release, or what
// was built before of the same sources, or what the Go at hand builds now.
func labModules(c *console) (map[string][]byte, error) {
	if files, ok := releasedLab(); ok {
		return files, nil
	}
	files, err := builtLab(c)
	if errors.Is(err, errNoGo) {
		return nil, errors.New("there is no go command to build the lab's modules: a release of tactus holds them")
	}
	if err != nil {
		return nil, fmt.Errorf("the lab's modules: %w: run it in a clone, or take a release, which holds them", err)
	}
	return files, nil
}

// releasedLab takes the files out of this release, if it is one.
func releasedLab() (map[string][]byte, bool) {
	files := map[string][]byte{}
	for _, name := range append(slices.Collect(maps.Keys(labPackages)), labLoader) {
		data, ok := embeddedFile(name)
		if !ok {
			return nil, false
		}
		files[name] = data
	}
	return files, true
}

// builtLab builds the modules, or takes those that were built of the same sources by the same Go.
func builtLab(c *console) (map[string][]byte, error) {
	p := newProgress(c)
	defer p.done()
	root, err := goRun(c, runtime.GOOS, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", labLoader))
	if err != nil {
		return nil, err
	}
	files, said := map[string][]byte{labLoader: loader}, false
	for _, name := range slices.Sorted(maps.Keys(labPackages)) {
		kept, err := keptLab(c, labPackages[name])
		if err != nil {
			return nil, err
		}
		if files[name], err = os.ReadFile(kept); kept != "" && err == nil {
			continue
		}
		if !said {
			fmt.Fprintln(c.stderr, "tactus: building the lab's modules, once, with the Go at hand ...")
			said = true
		}
		if files[name], err = buildLab(c, labPackages[name]); err != nil {
			return nil, err
		}
		if kept != "" {
			c.noCache(keep(kept, files[name]))
		}
	}
	return files, nil
}

// keptLab is the file that keeps a module built of the sources as they are, "" where nothing is kept.
func keptLab(c *console, name string) (string, error) {
	key, err := labKey(c, name)
	if err != nil {
		return "", err
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return "", nil
	}
	return filepath.Join(base, "tactus", "lab", key+".wasm"), nil
}

// buildLab builds a module now.
func buildLab(c *console, name string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "tactus-lab-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "module.wasm")
	if err := goBuild(c, "js", name, file, "-ldflags=-s -w"); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// labKey names the content that a module is built of: Go's version, its package, and every source file
// of this repository that goes into it.
func labKey(c *console, name string) (string, error) {
	const list = `{{if not .Standard}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}
{{end}}{{end}}`
	files, err := goRun(c, "js", "list", "-deps", "-f", list, name)
	if err != nil {
		return "", err
	}
	version, err := goRun(c, "js", "env", "GOVERSION")
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", version, name)
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
