// Shows a server that ticks 20 times a second and draws nothing: after a stall it catches up, tick by
// tick, and it says what became of its time.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

const (
	rateHz     = 20          // ticks a second: what a room of people who walk needs
	stepsMax   = 5           // in a frame, so that after a stall commands are still taken between ticks
	backlogMax = 10 * rateHz // ticks that a stall may owe; of what is beyond, nobody wants the result
	players    = 8
)

// A Room is a game: all that a tick may change.
type Room struct {
	Tick  int64
	Place [players]int64
}

// A Command is what a player asks for.
type Command struct{ Player, Move int64 }

// Step is one tick, with the commands that came before it.
func (r *Room) Step(commands []Command) {
	for _, c := range commands {
		if c.Player >= 0 && c.Player < players {
			r.Place[c.Player] += min(max(c.Move, -1), 1)
		}
	}
	r.Tick++
}

// A Server runs a room. Commands may come from any goroutine.
type Server struct {
	Room     Room
	Commands chan Command
	stepper  *tactus.Stepper
	pacer    *pace.Pacer
	batch    []Command
	out      io.Writer
}

// NewServer returns a server that waits by a clock; nil is the machine's.
func NewServer(out io.Writer, clock func() tactus.Instant) (*Server, error) {
	stepper, err := tactus.NewStepper(tactus.StepperConfig{
		Rate:     tactus.Hz(rateHz),
		Clamp:    tactus.NoClamp,
		Cap:      stepsMax,
		Overflow: tactus.CatchUp,
		CarryMax: backlogMax,
	})
	if err != nil {
		return nil, err
	}
	pacer, err := pace.New(pace.Config{Rate: tactus.Hz(rateHz), Mode: pace.Saver, Thread: true, Now: clock})
	if err != nil {
		return nil, err
	}
	return &Server{Commands: make(chan Command, 256), stepper: stepper, pacer: pacer, out: out}, nil
}

// Run ticks until the context ends.
func (s *Server) Run(ctx context.Context) {
	runtime.LockOSThread() // the pacer blocks this thread and no other
	defer runtime.UnlockOSThread()
	defer s.pacer.Close()
	defer context.AfterFunc(ctx, s.pacer.Wake)()
	for {
		now, _ := s.pacer.Wait()
		if ctx.Err() != nil {
			return
		}
		s.frame(now)
	}
}

// frame runs the ticks that are due.
func (s *Server) frame(now tactus.Instant) {
	plan := s.stepper.Feed(now)
	if plan.Steps > 0 { // commands wait where no tick takes them
		s.take()
	}
	for s.stepper.Next() {
		s.Room.Step(s.batch)
		s.batch = s.batch[:0] // the frame's first tick had them
	}
	l := s.stepper.Frame()
	if l.Event.Cause != 0 {
		fmt.Fprintf(s.out, "tick %d: stood still for %v, %s\n", plan.First, l.Event.Length, l.Event.Cause)
	}
	if l.Run > 1 {
		fmt.Fprintf(s.out, "tick %d: %d ticks, %d still owed\n", plan.First, l.Run, s.stepper.Phase().Whole())
	}
}

// take moves the commands that wait into the batch.
func (s *Server) take() {
	for n := len(s.Commands); n > 0; n-- {
		s.batch = append(s.batch, <-s.Commands)
	}
}

// Report writes the ledger since the start. Both lines add up, whatever happened; a server that
// grants or nudges steps has them in the second one too.
func (s *Server) Report() {
	l := s.stepper.Total()
	fmt.Fprintf(s.out, "real %v = clamped %v + gap %v + paused %v + fed %v\n",
		l.Real, l.Clamped, l.Gap, l.Paused, l.Fed)
	fmt.Fprintf(s.out, "credited %.3f = run %d + phase %.3f + dropped %.3f\n",
		l.Credited.Float(), l.Run, l.PhaseChange.Float(), l.Dropped().Float())
	c := s.pacer.Counts()
	fmt.Fprintf(s.out, "%d waits, %d late, %d deadlines missed\n", c.Frames, c.Late, c.Missed)
}

func main() {
	seconds := flag.Int("seconds", 5, "how long the server runs")
	flag.Parse()
	server, err := NewServer(os.Stdout, nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	go func() { // a player who walks
		for range 10 * *seconds {
			server.Commands <- Command{Move: 1}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(*seconds)*time.Second)
	defer cancel()
	server.Run(ctx)
	server.Report()
}
