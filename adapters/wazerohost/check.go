package wazerohost

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/guest/abi"
)

// CheckOptions say what a module is tried with.
type CheckOptions struct {
	// Config starts the runs. Where its rate is 0 it stands for 60 ticks a second, one player, seed 1.
	Config abi.Config
	// Ticks is the length of the runs: 1,000 by default, at most 100,000.
	Ticks int
	// Input returns the blob of a tick's inputs. Where it is nil, inputs are made up: short, some empty,
	// many of them small numbers, by a generator that starts from Seed.
	Input func(tick int) []byte
	Seed  uint64

	Limits   Limits
	Profile  wasmbin.Profile
	CacheDir string
	// Budget bounds the whole of it, and its context ends it: nil is one of [BudgetDefault]. A point that
	// has none left is not run.
	Budget *Budget
}

// An Outcome is what became of one point.
type Outcome string

const (
	// Passed says that everything compared was equal.
	Passed Outcome = "passed"
	// Failed says that the module broke the point.
	Failed Outcome = "failed"
	// NotRun says that nothing is known, and why.
	NotRun Outcome = "not run"
)

// A Point is one line of a conformance report.
type Point struct {
	Number   int     `json:"number"`
	Name     string  `json:"name"`
	Outcome  Outcome `json:"outcome"`
	Evidence string  `json:"evidence"` // what was compared, what differed, or why it was not run
}

// A Report is what the ten points of TM/1 came to.
type Report struct {
	SHA256 string  `json:"module_sha256"`
	Points []Point `json:"points"`
	// Fuel of the reference run's ticks: the most, and the 99.9th percentile by nearest rank.
	FuelMost uint64 `json:"fuel_most"`
	FuelP999 uint64 `json:"fuel_p999"`
	Ticks    int    `json:"ticks"`
}

// OK reports whether every point passed.
func (r *Report) OK() bool {
	for _, p := range r.Points {
		if p.Outcome != Passed {
			return false
		}
	}
	return len(r.Points) > 0
}

// add appends a point: failed with the error, or passed with its evidence.
func (r *Report) add(n int, name string, err error, evidence string, args ...any) {
	p := Point{Number: n, Name: name, Outcome: Passed, Evidence: fmt.Sprintf(evidence, args...)}
	if err != nil {
		p.Outcome, p.Evidence = Failed, err.Error()
		if _, ended := errors.AsType[*BudgetError](err); ended {
			p.Outcome = NotRun
		}
	}
	r.Points = append(r.Points, p)
}

const (
	checkTicks    = 1000
	checkTicksMax = 100_000
)

// points are the ten points after the first, in their order.
var points = []struct {
	name string
	run  func(c *checker) (evidence string, err error)
}{
	{"start: one seed, one state; two seeds, two runs", (*checker).starts},
	{"step: a function of state and input", (*checker).repeats},
	{"save and load: each other's inverse, and nothing else is loaded", (*checker).saves},
	{"rollback: from 1 to 8 ticks back, at every tick", (*checker).rollsBack},
	{"a new instance goes on from a saved state", (*checker).goesOn},
	{"compiler and interpreter: one state, one cost", (*checker).engines},
	{"not vacuous: the state changes, and by inputs", (*checker).moves},
	{"fuel: twice the need is there; without, both engines stop at one tick", (*checker).fuels},
	{"no clock, no entropy: other ones change nothing", (*checker).sees},
}

// Check tries the ten points of TM/1 on a module. Everything that the module does wrong is in the
// report; Check does not panic, and its budget bounds what all points cost together.
func Check(binary []byte, o CheckOptions) *Report {
	sum := sha256.Sum256(binary) // here, so that a module that is refused has it too
	r := &Report{SHA256: hex.EncodeToString(sum[:])}
	c, err := newChecker(binary, o)
	if c != nil {
		defer c.close()
	}
	evidence := ""
	if err == nil {
		m := c.compiled.module
		evidence = fmt.Sprintf("%d bytes, %d functions, %d imports, profile %s", len(binary), m.Functions(),
			len(m.Imports()), o.Profile)
	}
	r.add(1, "version, exports, imports, instructions", err, "%s", evidence)
	if err == nil {
		err = c.runReference()
	}
	if err == nil {
		r.FuelMost, r.FuelP999, r.Ticks = c.most(), c.p999(), len(c.reference.sums)
	}
	for i, p := range points {
		switch {
		case c == nil || c.reference == nil:
			r.Points = append(r.Points, Point{i + 2, p.name, NotRun, "the module does not run: " + err.Error()})
		default:
			evidence, err := p.run(c)
			r.add(i+2, p.name, err, "%s", evidence)
		}
	}
	return r
}
