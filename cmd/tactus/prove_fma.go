package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tactus-go/tactus/framelog/page"
)

// The compiler may fuse x*y + z into one operation that rounds once, and says where when it is asked
// by a flag for its own debugging. Compiling for another processor is enough; none is needed.
const fmaFlag = "-gcflags=-d=fmahash=vy"

// fmaTargets are the builds that are asked. arm64 fuses sums and differences of all kinds, as riscv64,
// loong64, ppc64le and s390x do; amd64 fuses from GOAMD64=v3 on, and other places.
var fmaTargets = []fmaTarget{
	{"arm64", []string{"GOARCH=arm64"}},
	{"amd64/v3", []string{"GOARCH=amd64", "GOAMD64=v3"}},
}

type fmaTarget struct {
	name string
	env  []string
}

// fmaSite is a place where a product and a sum are fused.
type fmaSite struct {
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	InlinedAt []string `json:"inlined_at"` // calls that it was copied to, each as a chain, the outermost first
	Targets   []string `json:"targets"`
}

// fmaReport is what prove --fma --json prints.
type fmaReport struct {
	Go       string    `json:"go"`
	Targets  []string  `json:"targets"`
	Packages []string  `json:"packages"`
	Sites    []fmaSite `json:"sites"`
}

// runFMA lists the places of the packages, which are given as the go command takes them.
func (p *proveCommand) runFMA(c *console) error {
	if p.Cases != nil || p.Config != nil || p.Seed != nil || p.Strict {
		return errors.New("--fma asks the compiler about packages: give no --cases, --config, --seed or --strict beside it")
	}
	patterns := append([]string{}, p.Packages...)
	if p.Game != "" {
		patterns = append([]string{p.Game}, patterns...)
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	progress := newProgress(c)
	report, err := fmaSites(c.ctx, patterns, func(target string) { progress.show("compiling for %s", target) })
	progress.done()
	if err != nil {
		return err
	}
	write := report.write
	if p.JSON {
		write = func(c *console) error { return c.writeJSON(report) }
	}
	if err := write(c); err != nil {
		return err
	}
	if len(report.Sites) != 0 {
		return errNo
	}
	return nil
}

func (r fmaReport) write(c *console) error {
	for _, s := range r.Sites {
		at := ""
		if len(s.InlinedAt) != 0 {
			at = ", inlined at " + s.InlinedAt[0]
			if more := len(s.InlinedAt) - 1; more > 0 {
				at += " and " + page.Counted(more, "other call", "other calls")
			}
		}
		fmt.Fprintf(c.stdout, "%s: fused on %s%s\n", s.place(), strings.Join(s.Targets, ", "), at)
	}
	_, err := fmt.Fprintf(c.stdout, "%s of %s, for %s with %s\n",
		page.Counted(len(r.Sites), "fused place", "fused places"),
		page.Counted(len(r.Packages), "package", "packages"), strings.Join(r.Targets, " and "), r.Go)
	if len(r.Sites) != 0 {
		fmt.Fprintln(c.stdout, "write float64(x*y) + z: a product that is converted is rounded before it is added")
	}
	return err
}

func (s fmaSite) place() string { return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column) }

// fmaSites compiles the packages for every target.
func fmaSites(ctx context.Context, patterns []string, progress func(target string)) (fmaReport, error) {
	r := fmaReport{Sites: []fmaSite{}}
	version, err := goCommand(ctx, "", nil, "env", "GOVERSION")
	if err != nil {
		return r, err
	}
	r.Go = strings.TrimSpace(version)
	for _, target := range fmaTargets {
		progress(target.name)
		r.Targets = append(r.Targets, target.name)
		if err := target.speaks(ctx, r.Go); err != nil {
			return r, err
		}
		listed, err := goCommand(ctx, "", target.env, append([]string{"list", "--"}, patterns...)...)
		if err != nil {
			return r, err
		}
		packages := strings.Fields(listed)
		if len(packages) == 0 {
			return r, fmt.Errorf("%s: no package matches", strings.Join(patterns, " "))
		}
		r.Packages = slices.Compact(slices.Sorted(slices.Values(append(r.Packages, packages...))))
		args := append([]string{"build", "-trimpath=false", "-o", os.DevNull, fmaFlag, "--"}, patterns...)
		said, err := goCommand(ctx, "", target.env, args...)
		if err != nil {
			return r, err
		}
		r.add(target.name, parseFMA(said))
	}
	return r, nil
}

// add merges the sites of one target into those of others, in the order of the source.
func (r *fmaReport) add(target string, sites []fmaSite) {
	for _, s := range sites {
		i, found := slices.BinarySearchFunc(r.Sites, s, compareSites)
		if !found {
			r.Sites = slices.Insert(r.Sites, i, s)
		}
		known := &r.Sites[i]
		if !slices.Contains(known.Targets, target) {
			known.Targets = append(known.Targets, target)
		}
		known.InlinedAt = slices.Compact(slices.Sorted(slices.Values(append(known.InlinedAt, s.InlinedAt...))))
		if known.InlinedAt == nil {
			known.InlinedAt = []string{} // an empty list in JSON
		}
	}
}

func compareSites(a, b fmaSite) int {
	if c := strings.Compare(a.File, b.File); c != 0 {
		return c
	}
	if c := a.Line - b.Line; c != 0 {
		return c
	}
	return a.Column - b.Column
}

// fmaLine is what the compiler writes for a place: its position, after those of the calls that it was
// inlined through, and a hash. Each place has another line in brackets, for another tool.
var fmaLine = regexp.MustCompile(`^fmahash triggered (.+:\d+:\d+) [01]+$`)

// parseFMA reads the places from what the compiler wrote, among which may be other lines.
func parseFMA(said string) (sites []fmaSite) {
	for line := range strings.Lines(said) {
		match := fmaLine.FindStringSubmatch(strings.TrimSpace(line))
		if match == nil {
			continue
		}
		s := fmaSite{InlinedAt: []string{}}
		places := strings.Split(match[1], "; ")
		calls := places[:len(places)-1]
		for i, call := range calls {
			calls[i] = filepath.ToSlash(strings.TrimPrefix(call, "."+string(filepath.Separator)))
		}
		if len(calls) != 0 {
			s.InlinedAt = append(s.InlinedAt, strings.Join(calls, "; "))
		}
		parts := strings.Split(places[len(places)-1], ":")
		last := len(parts) - 1 // before the two numbers a path may have a colon too
		s.File = filepath.ToSlash(filepath.Clean(strings.Join(parts[:last-1], ":")))
		s.Line, _ = strconv.Atoi(parts[last-1])
		s.Column, _ = strconv.Atoi(parts[last])
		sites = append(sites, s)
	}
	return sites
}

// fmaProbe fuses at one place, on every target.
const fmaProbe = "package probe\n\nfunc Fused(x, y, z float64) float64 { return x*y + z }\n"

// speaks compiles a place that is known to be fused. A compiler that says nothing about it says nothing
// about others either, and silence must not pass for an answer.
func (t fmaTarget) speaks(ctx context.Context, version string) error {
	dir, err := os.MkdirTemp("", "tactus-fma-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{"probe.go": fmaProbe, "go.mod": "module probe\n\ngo 1.21\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	env := append([]string{"GOWORK=off", "GOFLAGS="}, t.env...)
	said, err := goCommand(ctx, dir, env, "build", "-o", os.DevNull, fmaFlag, ".")
	if err != nil {
		return err
	}
	if len(parseFMA(said)) != 1 {
		return fmt.Errorf("the compiler of %s does not say where it fuses for %s: nothing is proven", version, t.name)
	}
	return nil
}

// goCommand runs the go command and returns its output, or an error with what it said against it.
func goCommand(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("no go command in PATH: --fma asks the Go compiler, see https://go.dev/dl")
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, complaint(stderr.String()))
	}
	if args[0] == "build" {
		return stderr.String(), nil
	}
	return stdout.String(), nil
}

// complaint leaves out the lines about places, of which there may be thousands.
func complaint(said string) string {
	var b strings.Builder
	for line := range strings.Lines(said) {
		if !strings.Contains(line, "fmahash triggered") && !strings.Contains(line, "[bisect-match ") {
			b.WriteString(line)
		}
	}
	return strings.TrimSpace(b.String())
}
