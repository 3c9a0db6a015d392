package prove

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// ticksMax bounds a proof: an hour at 1,000 Hz.
const ticksMax = 3_600_000

// Run proves a scenario under the given schedules, beside the runs without the engine that every
// proof has. progress, where it is not nil, is called with each row as it comes. The error says why
// there is no proof at all: a bad scenario, or a game that refuses what it saved. What the game did is
// in the report.
func Run(sc sim.Scenario, schedules []Schedule, progress func(Row)) (*Report, error) {
	if err := check(sc, schedules); err != nil {
		return nil, err
	}
	p := player{Scenario: sc, step: stepOnce}
	reference, err := attempt{"plain", player.plain}.run(p)
	if err != nil {
		return nil, err
	}
	report := &Report{Game: sc.Name, Compared: Compared{Ticks: len(reference.trail.hashes)}}
	p.reference = reference.trail
	for _, a := range attempts(schedules) {
		r, err := a.run(p)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", sc.Name, a.name, err)
		}
		report.add(p, a, reference, r)
		if progress != nil {
			progress(report.Schedules[len(report.Schedules)-1])
		}
	}
	report.conclude(p, reference)
	return report, nil
}

// attempt is one run that is held to the reference.
type attempt struct {
	name string
	play func(p player) (*run, error)
}

// run plays the attempt. A panic of the game goes on with where it was.
func (a attempt) run(p player) (*run, error) {
	var tick tactus.Tick
	input := p.Input
	p.Input = func(t tactus.Tick) []byte {
		tick = t
		return input(t)
	}
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Sprintf("tactus: %s panics under %q, at tick %d: %v", p.Name, a.name, tick, r))
		}
	}()
	return a.play(p)
}

// attempts returns all runs of a proof: those without the engine, then the schedules.
func attempts(schedules []Schedule) []attempt {
	runs := []attempt{
		{"plain, again", player.plain},
		{"saved and loaded each tick", func(p player) (*run, error) {
			p.step = p.stepAndReload
			return p.plain()
		}},
		{"rolled back each tick", func(p player) (*run, error) {
			p.step = stepTwice
			return p.plain()
		}},
	}
	for _, s := range schedules {
		runs = append(runs, attempt{s.Name, func(p player) (*run, error) { return p.scheduled(s) }})
	}
	return runs
}

// check refuses what cannot be run.
func check(sc sim.Scenario, schedules []Schedule) error {
	bad := func(field, value, want string) error {
		return &tactus.ConfigError{Field: "Scenario." + field, Value: value, Want: want}
	}
	switch {
	case sc.New == nil:
		return bad("New", "nil", "a function that makes the game")
	case sc.New() == nil:
		return bad("New", "a function that returns nil", "a function that makes the game")
	case sc.Input == nil:
		return bad("Input", "nil", "a function that gives a tick's input")
	case sc.Ticks < 0 || sc.Ticks > ticksMax:
		return bad("Ticks", fmt.Sprint(int64(sc.Ticks)), "up to 3600000")
	}
	for i, s := range schedules {
		if s.Frames == nil {
			return &tactus.ConfigError{Field: fmt.Sprintf("schedule %d, %q: Frames", i, s.Name), Value: "nil",
				Want: "frame times without end"}
		}
	}
	_, err := tactus.NewStepper(sc.Stepper)
	return err
}

// add holds one run to the reference and appends its row.
func (r *Report) add(p player, a attempt, reference, got *run) {
	tick, compared, differ := firstDifference(reference.trail, got.trail)
	r.Compared.Hashes += compared
	row := Row{Name: a.name, Frames: got.frames, Steps: len(got.trail.hashes), Dropped: got.dropped, Clamped: got.clamped,
		StepsMin: got.min, StepsMax: got.max, Summary: summary(p, got.game, got.dropped), Equal: !differ}
	if got.frames > 0 {
		row.StepsMean = float64(row.Steps) / float64(got.frames)
	}
	if differ {
		want, known := reference.trail.fieldsAt(tick, p.New)
		row.Divergence = &Divergence{Schedule: a.name, Tick: tick, Healed: healed(reference.trail, got.trail)}
		if row.Divergence.Unknown = !known; known {
			row.Divergence.Fields = sim.Diff(want, got.trail.parted)
		}
	}
	r.Schedules = append(r.Schedules, row)
}

func summary(p player, game sim.Sim, dropped time.Duration) string {
	if p.Summary != nil {
		return p.Summary(game, dropped)
	}
	return fmt.Sprintf("%016x", sim.HashOf(game))
}

// conclude sets the verdict.
func (r *Report) conclude(p player, reference *run) {
	r.Verdict = Equal
	for _, row := range r.Schedules {
		if row.Equal {
			continue
		}
		r.Verdict = Different
		if d := row.Divergence; d != nil && (r.First == nil || d.Tick < r.First.Tick) {
			r.First = d
		}
	}
	if r.Verdict == Equal {
		if r.Reason = vacuous(p, reference); r.Reason != "" {
			r.Verdict = Vacuous
		}
	}
}

// vacuous says why equal runs would prove nothing, or "".
func vacuous(p player, reference *run) string {
	if len(reference.trail.hashes) == 0 {
		return "no tick was run"
	}
	if !reference.trail.changed(sim.HashOf(p.New())) {
		return fmt.Sprintf("the state never changed in %d ticks, or Hash leaves out what does", p.Ticks)
	}
	if p.NoInput {
		return ""
	}
	any := false
	for tick := range p.Ticks {
		for _, b := range p.Input(tick) {
			any = any || b != 0
		}
	}
	if !any {
		return "every input was empty or zero"
	}
	idle := p
	idle.Input = func(tactus.Tick) []byte { return nil }
	without, err := idle.plain()
	if err != nil {
		return err.Error()
	}
	if _, _, differ := firstDifference(reference.trail, without.trail); !differ {
		return "the inputs changed nothing: without any, the game comes out the same"
	}
	return ""
}
