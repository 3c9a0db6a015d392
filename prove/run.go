package prove

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// framesPerTickMax ends a run whose schedule does not get on: slow motion needs many frames a tick,
// and no honest schedule needs this many.
const framesPerTickMax = 10_000

// run is a game played to its last tick, and what that left behind.
type run struct {
	game    sim.Sim
	trail   *trail
	frames  int
	min     int64 // steps in a frame
	max     int64
	dropped time.Duration
	clamped time.Duration
}

// player plays a scenario, and holds it to a reference where there is one.
type player struct {
	sim.Scenario
	reference *trail
	// step runs one tick and returns the game to go on with.
	step func(game sim.Sim, input []byte) (sim.Sim, error)
}

func stepOnce(game sim.Sim, input []byte) (sim.Sim, error) {
	game.Step(input)
	return game, nil
}

// stepAndReload steps, and goes on with a new game that was loaded with what this one saves.
func (p player) stepAndReload(game sim.Sim, input []byte) (sim.Sim, error) {
	game.Step(input)
	fresh := p.New()
	if err := fresh.Load(game.Save(nil)); err != nil {
		return nil, fmt.Errorf("a new game refuses to load what this one saved: %w", err)
	}
	return fresh, nil
}

// stepTwice steps, goes back to before the step, and steps again, as a rollback does.
func stepTwice(game sim.Sim, input []byte) (sim.Sim, error) {
	image := game.Save(nil)
	game.Step(input)
	if err := game.Load(image); err != nil {
		return nil, fmt.Errorf("the game refuses to load what it saved itself: %w", err)
	}
	game.Step(input)
	return game, nil
}

func (p player) start() *run { return &run{game: p.New(), trail: newTrail(p.Ticks, p.reference)} }

// advance runs one tick of a run and reports whether there are more.
func (p player) advance(r *run, tick tactus.Tick) (more bool, err error) {
	if r.game, err = p.step(r.game, p.Input(tick)); err != nil {
		return false, fmt.Errorf("tick %d: %w", tick, err)
	}
	r.trail.add(r.game)
	return tick+1 < p.Ticks, nil
}

// plain runs one step a tick, without the engine.
func (p player) plain() (*run, error) {
	r := p.start()
	for tick, more := tactus.Tick(0), p.Ticks > 0; more; tick++ {
		var err error
		if more, err = p.advance(r, tick); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// scheduled runs the game through the engine, frame by frame, to its last tick. Steps that would be
// due after that one are left.
func (p player) scheduled(sc Schedule) (*run, error) {
	config := p.Stepper
	if sc.Config != nil {
		sc.Config(&config)
	}
	s, err := tactus.NewStepper(config)
	if err != nil {
		return nil, err
	}
	r := p.start()
	more := p.Ticks > 0
	var now tactus.Instant
	s.Feed(now)
	for d := range sc.Frames {
		if !more || r.frames > framesPerTickMax*int(p.Ticks) {
			break
		}
		if sc.Before != nil {
			sc.Before(r.frames, s)
		}
		now = now.Add(d)
		s.Feed(now)
		var steps int64
		for more && s.Next() {
			if more, err = p.advance(r, s.Tick()); err != nil {
				return nil, err
			}
			steps++
		}
		r.endFrame(s, steps)
	}
	if more {
		return nil, fmt.Errorf("the schedule ends or stands still at tick %d of %d, after %d frames",
			len(r.trail.hashes), p.Ticks, r.frames)
	}
	total := s.Total()
	r.dropped, r.clamped = total.Dropped().At(p.Stepper.Rate), total.Clamped
	return r, nil
}

// endFrame counts a frame and draws it, which no game may notice.
func (r *run) endFrame(s *tactus.Stepper, steps int64) {
	if r.frames == 0 {
		r.min = steps
	}
	r.frames++
	r.min, r.max = min(r.min, steps), max(r.max, steps)
	if d, ok := r.game.(sim.Drawer); ok {
		d.Draw(s.Alpha())
	}
}
