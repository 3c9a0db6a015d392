package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/loop"
	"github.com/tactus-go/tactus/pace"
	"github.com/tactus-go/tactus/sim"
)

const (
	// pictureHz is how many pictures a second are handed over at most: no terminal shows more.
	pictureHz = 60
	// idleHz is the frames a second without focus: a low rate at which no game's cap is reached, since
	// a game that is not looked at goes on all the same.
	idleHz = 10
	// pausedPeriod is a frame's while paused: a wake-up of a sleeping machine costs 10 ms on some, and
	// every key, and what ends at a certain time, makes a frame of its own.
	pausedPeriod = time.Hour
	// leaveGrace is how long the end waits for the screen.
	leaveGrace = 2 * time.Second
	// hangGrace is how long it waits for the loop: more than that takes with a screen and a log that hang.
	hangGrace = leaveGrace + 2*logGrace
)

// live is a game on a terminal's screen. The loop runs the game, on a goroutine of its own; the
// terminal library reads keys and shows pictures, on others. Keys go to the loop by Push and Post,
// pictures come from it by the handover, and neither side waits for the other.
type live struct {
	game     *liveGame
	loop     *loop.Loop
	screen   *tea.Program
	keyboard keyboard
	hand     *handover
	now      func() tactus.Instant

	trace    []byte // of a panic
	cancel   context.CancelFunc
	left     chan struct{} // closed when the screen has ended
	leftErr  error         // why, before left is closed
	stops    chan stopKind // asks to stop the process, as ctrl+z does
	quitting atomic.Bool
}

// onScreen plays in the terminal and prints the summary after leaving it.
func (r *runCommand) onScreen(c *console, scenario sim.Scenario, length time.Duration, log *frameLog) error {
	l, err := r.newLive(c, scenario, length, log)
	if err != nil {
		return err
	}
	if l.game.tape, err = openTape(r.Record, &r.gameFlags, scenario, l.game.game); err != nil {
		return err
	}
	err = l.play(c)
	log.finish(c.stderr)
	c.stderr.Write(l.trace) // before the error, which is what should be read
	g := l.game
	o := outcome{scenario, g.game, g.frames, g.active, g.ran, l.loop.Total(), l.loop.Rate()}
	g.tape.close(c, &o)
	if err != nil {
		return err
	}
	return r.write(c, o)
}

// newLive puts loop, game and screen together.
func (r *runCommand) newLive(c *console, scenario sim.Scenario, length time.Duration, log *frameLog) (*live, error) {
	l := &live{hand: newHandover(), left: make(chan struct{}), stops: make(chan stopKind, 1),
		now: tactus.Monotonic}
	l.game = newLiveGame(scenario, length, r.Hitch, r.FPS, l.hand)
	config := loop.Config{
		Stepper: scenario.Stepper,
		Pace:    pace.Config{Rate: r.FPS, Mode: pace.Hybrid},
	}
	l.game.logErr = log.err
	if log != nil {
		config.Log = log.log
	}
	if err := l.newLoop(config); err != nil {
		return nil, err
	}
	m := l.newModel(c.plainText())
	m.desk.redraw = func(every time.Duration) { setRedraw(l.screen, every) }
	l.screen = tea.NewProgram(m, screenOptions(c)...)
	return l, nil
}

// newLoop puts the game on a loop.
func (l *live) newLoop(config loop.Config) (err error) {
	config.IdleRate, config.PausedRate = tactus.Hz(idleHz), tactus.Every(pausedPeriod)
	config.Stats = framestats.RecorderConfig{Hitch: slowFrame(config.Pace.Rate.Period())}
	l.loop, err = loop.New(config, loop.Hooks{
		Input: func(now tactus.Instant, events *input.Buffer) { l.keyboard.decay(now, events) },
		Step:  l.game.step,
		Draw:  l.game.draw,
		Event: l.game.event,
		Close: l.leave,
	})
	l.game.loop = l.loop
	l.game.frameIn = func(d time.Duration) { time.AfterFunc(d, func() { l.loop.Post(func() {}) }) }
	if err == nil {
		l.keyboard.push = l.loop.Push
	}
	return err
}

func screenOptions(c *console) []tea.ProgramOption {
	options := []tea.ProgramOption{tea.WithInput(c.stdin), tea.WithOutput(c.stdout), tea.WithFPS(pictureHz),
		tea.WithoutSignalHandler()}
	if c.noColour() {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	return options
}

func (l *live) newModel(ascii bool) *model {
	m := &model{hand: l.hand, keys: l.game.stage.keys()}
	m.canvas.ascii = ascii
	m.desk = desk{
		order:   l.order,
		press:   func(code input.Code) { l.keyboard.press(code, l.now()); l.loop.Post(l.game.takeOver) },
		release: func(code input.Code) { l.keyboard.release(code, l.now()) },
		tells:   l.keyboard.tells,
		now:     l.now,
		reader:  l.loop.Reader(),
	}
	return m
}

// play runs loop and screen until one of them ends, and then ends the other. The terminal is as it was
// when it returns.
func (l *live) play(c *console) error {
	ctx, cancel := context.WithCancel(c.ctx)
	l.cancel = cancel
	defer l.cancel()
	l.game.ctx, l.game.end = ctx, l.cancel
	before, errState := term.GetState(c.stdin.(term.File).Fd())
	go l.show()
	go l.feed(ctx)
	defer watchStops(ctx, l)()

	ended := make(chan error, 1)
	go func() { ended <- l.runLoop(ctx) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done(): // a signal came, or the screen has ended
		select {
		case err = <-ended:
		case <-time.After(hangGrace):
			l.leave()
			err = errors.New("the game does not return from a tick: no summary")
		}
	}
	select {
	case <-l.left:
		if err == nil && c.ctx.Err() == nil { // a terminal that was closed is no error
			err = l.leftErr
		}
	default:
		if errState == nil { // the terminal takes no more output, so that the library hangs in a write
			term.Restore(c.stdin.(term.File).Fd(), before)
		}
	}
	return err
}

// runLoop runs the loop. A panic of the game comes after everything is restored, and is an error with
// the summary of the last whole tick.
func (l *live) runLoop(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			l.trace = debug.Stack()
			err = fmt.Errorf("%s panicked in tick %d: %v; before it: %s",
				l.game.scenario.Name, l.game.ran, p, l.game.lastWhole())
		}
	}()
	if err := l.loop.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// show runs the screen. Its end is the game's.
func (l *live) show() {
	_, err := l.screen.Run()
	if !l.quitting.Load() {
		l.leftErr = err
	}
	close(l.left)
	l.cancel()
}

// leave ends the screen and waits until the terminal is as it was.
func (l *live) leave() {
	l.quitting.Store(true)
	go l.screen.Quit() // it waits for a screen that is busy
	select {
	case <-l.left:
	case <-time.After(leaveGrace):
	}
}

// feed tells the screen of each picture. Sending waits for the screen, which the loop must not.
func (l *live) feed(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.hand.news:
			l.screen.Send(newsMsg{})
		}
	}
}

// order passes on what a key asks.
func (l *live) order(o order) {
	switch o {
	case orderQuit:
		l.quitting.Store(true)
		l.cancel()
	case orderStop:
		select {
		case l.stops <- stopGroup:
		default:
		}
	case orderBlur:
		l.keyboard.letGo()
		l.loop.Post(func() { l.game.focus(false) })
	case orderFocus:
		l.loop.Post(func() { l.game.focus(true) })
	default:
		l.loop.Post(func() { l.game.order(o) })
	}
}
