package archtest

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// deterministic lists the packages whose results are the same on every machine, by their folder;
// a star stands for one part of it. Each pattern must match a package.
var deterministic = []string{
	".", "detmath", "detmath/*", "games/*", "input", "internal/wide", "interp", "replay", "sim", "smooth",
}

// A ban names functions of a package that deterministic code may not use, even as a value.
type ban struct {
	pkg   string
	names string // space between; a leading "!" means all functions but these
	use   string // what to do in their place
}

// exactMath is what package math computes to the same bits on every processor: operations that
// IEEE 754 defines to the last bit, and those that only move or test bits.
const exactMath = "!Abs Ceil Copysign Dim FMA Float32bits Float32frombits Float64bits Float64frombits Floor " +
	"Frexp Ilogb Inf IsInf IsNaN Ldexp Logb Max Min Mod Modf NaN Nextafter Nextafter32 Remainder Round " +
	"RoundToEven Signbit Sqrt Trunc"

var bans = []ban{
	{"time", "Now Since Until", "take the reading as an argument: time is fed, not read"},
	{"time", "Sleep After AfterFunc NewTicker NewTimer Tick", "count ticks: a step never waits"},
	{"context", "WithDeadline WithDeadlineCause WithTimeout WithTimeoutCause", "count ticks: a step never waits"},
	{"math/rand", "!New NewSource NewZipf", "draw from sim.Rand, which is seeded and part of the state"},
	{"math/rand/v2", "!New NewChaCha8 NewPCG NewZipf", "draw from sim.Rand, which is seeded and part of the state"},
	{"math", exactMath, "its bits differ between processors: use integers, a table, or what IEEE 754 defines exactly"},
	{"maps", "All Keys Values", "its order is random: pass it to slices.Sorted at once, or keep a slice"},
}

// bannedImports must not be imported at all, nor what is below them. The value says why.
var bannedImports = map[string]string{
	"crypto/rand":  "draw from sim.Rand, which is seeded and part of the state",
	"hash/maphash": "its seed is random: use sim.Hash",
	"math/cmplx":   "its bits differ between processors: use integers or a table",
	"os":           "take what it would read as an argument",
	"runtime":      "nothing may depend on the machine: take it as an argument",
	"syscall":      "take what it would read as an argument",
}

// An exception allows files one use, for a reason. One that excuses nothing fails.
type exception struct {
	files, use, reason string
}

var exceptions = []exception{
	{"clock_real*.go", "time.Now", "the one place that reads the system's clock"},
	{"clock_real*.go", "time.Since", "the one place that reads the system's clock"},
	{"clock_real*.go", "syscall", "Windows has its finest clock behind a system call"},
	{"interp/quat.go", "math.Atan2", "interpolated values are drawn and never enter the state"},
	{"interp/quat.go", "math.Sin", "interpolated values are drawn and never enter the state"},
	{"interp/scale.go", "math.Exp", "interpolated values are drawn and never enter the state"},
	{"interp/scale.go", "math.Log", "interpolated values are drawn and never enter the state"},
}

// A banner runs the bans over a tree.
type banner struct {
	*tree
	report
	exceptions []exception
	excused    []bool // per exception
}

// banRule checks the deterministic packages, under every build that selects different files.
//
// It does not see what is hidden behind a function of another module, a method value in an
// interface, or reflection; a running proof of determinism (equal hashes) remains necessary.
func banRule(patterns []string, allowed []exception) rule {
	return func(t *tree) report {
		b := &banner{tree: t, exceptions: allowed, excused: make([]bool, len(allowed))}
		for _, pattern := range patterns {
			if !slices.ContainsFunc(t.packages, func(f *folder) bool { return matches(pattern, f.path) }) {
				b.add(pattern, "no package matches: correct the list in internal/archtest/bans.go")
			}
		}
		b.everyBuild(func(f *folder) bool {
			return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, f.path) })
		})
		for i, e := range b.exceptions {
			if !b.excused[i] {
				b.add(e.files, "the exception for %s excuses nothing: remove it", e.use)
			}
		}
		slices.Sort(b.findings)
		b.findings = slices.Compact(b.findings) // builds share files
		return b.report
	}
}

// matches is path.Match with a pattern that is known to be one.
func matches(pattern, p string) bool {
	ok, err := path.Match(pattern, p)
	return ok && err == nil
}

// excuse reports whether an exception allows the use in the file.
func (b *banner) excuse(file, use string) bool {
	for i, e := range b.exceptions {
		if e.use == use && matches(e.files, file) {
			b.excused[i] = true
			return true
		}
	}
	return false
}

// refuse adds a finding unless an exception allows it.
func (b *banner) refuse(node ast.Node, use, instead string) {
	file := b.fset.Position(node.Pos()).Filename
	if !b.excuse(file, use) {
		b.add(b.at(node.Pos()), "%s is banned in deterministic code: %s", use, instead)
	}
}

// find returns the ban on a function of a package.
func find(pkg, name string) (ban, bool) {
	for _, one := range bans {
		names, allBut := strings.CutPrefix(one.names, "!")
		if one.pkg == pkg && slices.Contains(strings.Fields(names), name) != allBut {
			return one, true
		}
	}
	return ban{}, false
}

// importBan returns why a package must not be imported.
func importBan(name string) (base, use string, banned bool) {
	for base := name; base != "."; base = path.Dir(base) {
		if use, ok := bannedImports[base]; ok {
			return base, use, true
		}
	}
	return "", "", false
}
