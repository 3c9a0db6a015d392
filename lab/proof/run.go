package proof

import (
	"fmt"
	"strings"
	"time"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/sim"
)

// seed is that of the jitter.
const seed = 1

// bareRuns is how many runs without the engine a proof has before those of its schedules.
const bareRuns = 3

// A Run is the reference run as it came out in one way, beside its golden values.
type Run struct {
	Name     string        `json:"name"`
	Frames   int           `json:"frames"` // 0 for a run without the engine
	Steps    int           `json:"steps"`
	Min      int64         `json:"min"` // steps in a frame
	Mean     float64       `json:"mean"`
	Max      int64         `json:"max"`
	Dropped  time.Duration `json:"dropped_ns"` // game time
	Compared int           `json:"compared"`   // hashes of single ticks, held to the plain run's
	Line     string        `json:"line"`       // the state after the last tick
	Hash     string        `json:"hash"`       // of it
	Golden   string        `json:"golden"`     // what the hash must be
	// Equal says that hash and line are golden, and the hashes after all ticks those of the plain run.
	Equal bool `json:"equal"`
	// Why says what differs first; "" where nothing does.
	Why string `json:"why,omitempty"`
}

// Runs names the ways, in the order of [RunOf].
func Runs() []string {
	names := []string{"plain, again", "saved and loaded each tick", "rolled back each tick"}
	for _, s := range prove.Schedules(seed) {
		names = append(names, s.Name)
	}
	return names
}

// RunOf runs the reference run in way i. An error is the caller's: there is no such way.
func RunOf(i int) (Run, error) { return runOf(mergeisland.Scenario(), i) }

func runOf(scenario sim.Scenario, i int) (Run, error) {
	all := prove.Schedules(seed)
	if i < 0 || i >= bareRuns+len(all) {
		return Run{}, fmt.Errorf("tactus: there is no run %d: want 0 to %d", i, bareRuns+len(all)-1)
	}
	row, schedules := i, all[:0]
	if k := i - bareRuns; k >= 0 {
		row, schedules = bareRuns, all[k:k+1]
	}
	scenario.Summary = func(s sim.Sim, dropped time.Duration) string {
		return fmt.Sprintf("%016x %s", sim.HashOf(s), mergeisland.Summary(s, dropped))
	}
	report, err := prove.Run(scenario, schedules, nil)
	if err != nil {
		return Run{}, err
	}
	return held(report, report.Schedules[row]), nil
}

// held holds a row of a report to the golden values.
func held(report *prove.Report, row prove.Row) Run {
	hash, line, _ := strings.Cut(row.Summary, " ")
	r := Run{Name: row.Name, Frames: row.Frames, Steps: row.Steps, Min: row.StepsMin, Mean: row.StepsMean,
		Max: row.StepsMax, Dropped: row.Dropped, Compared: min(row.Steps, report.Compared.Ticks), Line: line, Hash: hash,
		Golden: fmt.Sprintf("%016x", mergeisland.GoldenHash)}
	golden := lineOf(goldenEnd(), row.Dropped)
	switch {
	case row.Divergence != nil:
		r.Why = row.Divergence.String()
	case report.Verdict == prove.Vacuous:
		r.Why = report.Reason
	case hash != r.Golden:
		r.Why = "the hash is not the golden one"
	case line != golden:
		r.Why = "the state is " + line + ", and the golden one " + golden
	}
	r.Equal = row.Equal && r.Why == ""
	return r
}

// goldenEnd is the last line of the published run.
func goldenEnd() string {
	lines := strings.Fields(mergeisland.GoldenTrace())
	return lines[len(lines)-1]
}

// lineOf is a published line with the dropped time that a run had, which is not the game's.
func lineOf(line string, dropped time.Duration) string {
	return fmt.Sprintf("%s|%d", line[:strings.LastIndexByte(line, '|')], dropped.Milliseconds())
}
