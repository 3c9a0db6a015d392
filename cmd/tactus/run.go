package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/pace"
	"github.com/tactus-go/tactus/sim"
)

type runCommand struct {
	gameFlags
	FPS     tactus.Rate   `name:"fps" default:"60" placeholder:"RATE" help:"Frames a second: 60, 59.94, 60000/1001, 16ms."`
	Rate    tactus.Rate   `help:"Steps a second, in place of the game's own." placeholder:"RATE"`
	Scale   scaleFlag     `help:"Game time per real time: 0.5, 1/3, 4." default:"1" placeholder:"SCALE"`
	Hitch   time.Duration `help:"Make one frame in the middle of the run longer by this." placeholder:"TIME"`
	Seconds float64       `help:"Play this long; by default the reference run's ticks." placeholder:"N"`
	JSON    bool          `name:"json" help:"Print the result as JSON; plays without a screen."`
	Plain   bool          `help:"Play without a screen, with a status line, also in a terminal."`
	Record  string        `help:"Write a recording, which tactus prove can judge; never over a file." placeholder:"FILE"`
	Log     string        `help:"Write a frame log: CSV, one row a frame." placeholder:"FILE"`
}

// Help is the long text of tactus run --help.
func (*runCommand) Help() string {
	return `Plays the game's reference run on this machine's clock and prints its summary: the same state that
tactus prove shows, whatever the frame rate. The summary ends with the game time that this machine
dropped, which is 0 unless a frame took longer than the game's cap covers (128 ms for mergeisland).
The status line and the figures go to standard error.

In a terminal the game has the whole screen, with its figures below: it plays itself until the first
of its keys, and then it is yours; where you press none it ends soon after the reference run. ? lists
the keys, q quits and prints the summary.

Examples:
  tactus run jump
  tactus run mergeisland --plain
  tactus run mergeisland --fps 144 --log frames.csv
  tactus run jump --fps 10 --scale 1/2
  tactus run mergeisland --hitch 500ms
  tactus run mergeisland --record game.tactus

Exit code: 0 played to the end or interrupted, 2 wrong use.`
}

// hitchMax bounds --hitch: longer ones are watched by nobody.
const hitchMax = time.Minute

// --seconds is from a millisecond to a day.
const (
	secondsMin = 0.001
	secondsMax = 86_400
)

// scaleFlag is a flag that is a time scale.
type scaleFlag struct{ tactus.Rate }

// UnmarshalText reads what tactus.ParseScale reads.
func (s *scaleFlag) UnmarshalText(text []byte) (err error) {
	s.Rate, err = tactus.ParseScale(string(text))
	return err
}

// Run is called by the flag parser.
func (r *runCommand) Run(c *console) error {
	scenario, err := r.scenario(c)
	if err != nil {
		return err
	}
	if r.Rate != (tactus.Rate{}) {
		scenario.Stepper.Rate = r.Rate
	}
	if err := r.check(); err != nil {
		return err
	}
	scenario.Stepper.Scale = r.Scale.Rate
	s, err := tactus.NewStepper(scenario.Stepper)
	if err != nil {
		return flagError("--scale", err) // the rest of the scenario is the game's own, and the rate is checked
	}
	log, err := openFrameLog(r.Log)
	if err != nil {
		return err
	}
	length := time.Duration(r.Seconds * float64(time.Second))
	if !r.JSON && !r.Plain && c.hasScreen() {
		return r.onScreen(c, scenario, length, log)
	}
	game := scenario.New()
	tape, err := openTape(r.Record, &r.gameFlags, scenario, game)
	if err != nil {
		return err
	}
	p := &play{scenario: scenario, game: game, stepper: s, fps: r.FPS, hitch: r.Hitch, length: length,
		status: newStatus(c), read: c.read, log: log, tape: tape}
	err = p.loop(c)
	p.status.done()
	p.close(c)
	o := outcome{scenario, p.game, p.frames, p.frames, p.ran, p.stepper.Total(), p.stepper.Rate()}
	tape.close(c, &o)
	if err != nil {
		return err
	}
	return r.write(c, o)
}

func (r *runCommand) check() error {
	if err := r.FPS.Check(); err != nil {
		return flagError("--fps", err)
	}
	if r.Rate != (tactus.Rate{}) {
		if err := r.Rate.Check(); err != nil {
			return flagError("--rate", err)
		}
	}
	switch {
	case r.Scale.Rate == tactus.Ratio(0, 1) && r.Seconds == 0:
		return errors.New("--scale 0 stands still and never ends: give --seconds too")
	case r.Hitch < 0 || r.Hitch > hitchMax:
		return fmt.Errorf("--hitch is %v: want a time from 0 to %v", r.Hitch, hitchMax)
	case r.Seconds != 0 && !(r.Seconds >= secondsMin && r.Seconds <= secondsMax): // written so that NaN is refused
		return fmt.Errorf("--seconds is %v: want %v to %d, or 0 for the reference run", r.Seconds, secondsMin, secondsMax)
	}
	return nil
}

// flagError calls a refused setting by the flag that it came from.
func flagError(flag string, err error) error {
	var config *tactus.ConfigError
	if errors.As(err, &config) {
		return &tactus.ConfigError{Field: flag, Value: config.Value, Want: config.Want}
	}
	return fmt.Errorf("%s: %w", flag, err)
}

// play is a game being played in real time.
type play struct {
	scenario sim.Scenario
	game     sim.Sim
	stepper  *tactus.Stepper
	fps      tactus.Rate
	hitch    time.Duration // to come
	length   time.Duration // 0: until the reference run's last tick
	status   *status
	read     func() tactus.Instant // the clock
	log      *frameLog
	tape     *tape
	start    tactus.Instant
	ran      tactus.Tick // steps so far
	frames   int
}

// loop paces, steps and shows frame after frame until the run is over. It is the loop that a program
// of its own would write; the screen's runs on package loop.
func (p *play) loop(c *console) error {
	pacer, err := pace.New(pace.Config{Rate: p.fps, Now: c.now})
	if err != nil {
		return flagError("--fps", err)
	}
	defer pacer.Close()
	defer context.AfterFunc(c.ctx, pacer.Wake)()
	p.start, _ = pacer.Wait()
	p.stepper.Feed(p.start)
	if p.length > 0 { // the last frame comes then, whatever the frame rate
		defer time.AfterFunc(p.length, pacer.Wake).Stop()
	}
	for {
		now, _ := pacer.Wait()
		if p.hitch > 0 && p.half(now) {
			block(c.ctx, p.hitch)
			now, p.hitch = p.read(), 0
		}
		if c.ctx.Err() != nil || p.frame(now) {
			return nil
		}
	}
}

// block holds the caller, as a game does that loads a level between two frames.
func block(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// half reports whether the run is half over.
func (p *play) half(now tactus.Instant) bool {
	if p.length > 0 {
		return now.Sub(p.start) >= p.length/2
	}
	return p.stepper.Tick() >= p.scenario.Ticks/2
}

// frame runs a frame's steps and reports whether the run is over.
func (p *play) frame(now tactus.Instant) bool {
	p.frames++
	p.stepper.Feed(now)
	begun := p.read()
	for !p.over() && p.stepper.Next() {
		tick := p.stepper.Tick()
		input := p.scenario.Input(tick)
		p.game.Step(input)
		p.tape.tick(input)
		p.ran = tick + 1
	}
	cost := p.read().Sub(begun)
	if d, ok := p.game.(sim.Drawer); ok {
		d.Draw(p.stepper.Alpha())
	}
	p.record(now, cost)
	p.tape.frame(now, p.stepper.Alpha())
	p.status.show(p, now)
	return p.over() || p.length > 0 && now.Sub(p.start) >= p.length
}

// over reports whether the reference run's last tick has run, where that is the end.
func (p *play) over() bool { return p.length == 0 && p.ran >= p.scenario.Ticks }

// record puts the frame into the log, with what its steps cost.
func (p *play) record(now tactus.Instant, cost time.Duration) {
	if p.log == nil {
		return
	}
	ledger := p.stepper.Frame()
	f := framestats.FrameOf(now, &ledger, p.stepper.Rate())
	f.Alpha, f.Cost = p.stepper.Alpha(), cost
	p.log.record(&f)
}

// close writes out the log.
func (p *play) close(c *console) {
	if p.log == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), logGrace)
	defer cancel()
	p.log.log.Close(ctx) // its error is told by finish
	p.log.finish(c.stderr)
}

// logGrace is how long the end of a run waits for the log's last rows.
const logGrace = time.Second

// outcome is what a run came to.
type outcome struct {
	scenario sim.Scenario
	game     sim.Sim
	frames   int
	active   int // frames in which game time went on: neither paused nor a gap
	ran      tactus.Tick
	total    tactus.Ledger
	rate     tactus.Rate
}

func (o *outcome) dropped() time.Duration { return o.total.Dropped().At(o.rate) }

func (o *outcome) summary() string {
	if o.scenario.Summary != nil {
		return o.scenario.Summary(o.game, o.dropped())
	}
	return fmt.Sprintf("%016x", sim.HashOf(o.game))
}

// fps returns the frame rate while game time went on.
func (o *outcome) fps() float64 {
	played := o.total.Real - o.total.Paused - o.total.Gap
	return float64(o.active) / max(played.Seconds(), 1e-9)
}

// result is what run --json prints.
type result struct {
	Game    string        `json:"game"`
	Frames  int           `json:"frames"`
	Steps   int64         `json:"steps"`
	Real    time.Duration `json:"real_ns"`
	Dropped time.Duration `json:"dropped_ns"` // game time
	Clamped time.Duration `json:"clamped_ns"` // real time
	Summary string        `json:"summary"`
}

func (r *runCommand) write(c *console, o outcome) error {
	res := result{
		Game: o.scenario.Name, Frames: o.frames, Steps: int64(o.ran), Real: o.total.Real,
		Dropped: o.dropped(), Clamped: o.total.Clamped, Summary: o.summary(),
	}
	if r.JSON {
		return c.writeJSON(res)
	}
	fmt.Fprintf(c.stderr, "%s: %d steps in %d frames, %.3f s, %.2f fps, dropped %v, clamped %v\n",
		res.Game, res.Steps, res.Frames, res.Real.Seconds(), o.fps(), res.Dropped, res.Clamped)
	_, err := fmt.Fprintln(c.stdout, res.Summary)
	return err
}
