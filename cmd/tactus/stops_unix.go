//go:build unix

package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// settle is how long the library has to end what shows the screen before it is to begin it again: it
// does not wait for that itself.
const settle = 20 * time.Millisecond

// watchStops gives the terminal back when the process is stopped, and takes it again when it goes on.
// The function that it returns ends the watch.
func watchStops(ctx context.Context, l *live) (end func()) {
	asked, goesOn := make(chan os.Signal, 1), make(chan os.Signal, 1)
	notifyStop(asked)
	signal.Notify(goesOn, syscall.SIGCONT)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-asked:
				l.stop(ctx, stopSelf, goesOn)
			case kind := <-l.stops:
				l.stop(ctx, kind, goesOn)
			case <-goesOn: // after a SIGSTOP, of which nobody is told: whoever had the terminal changed it
				l.screen.ReleaseTerminal()
				<-time.After(settle)
				l.retake(ctx)
			}
		}
	}()
	return func() { signal.Stop(asked); signal.Stop(goesOn) }
}

// stop stops the process and returns when it was continued.
func (l *live) stop(ctx context.Context, kind stopKind, goesOn <-chan os.Signal) {
	goOn := l.park(ctx)
	defer goOn()
	l.screen.ReleaseTerminal()
	undo := defaultStop()
	whom := os.Getpid()
	if kind == stopGroup {
		whom = 0
	}
	if syscall.Kill(whom, syscall.SIGTSTP) == nil {
		select {
		case <-goesOn:
		case <-time.After(stopGrace):
		}
	}
	undo()
	select { // a SIGCONT that came after all
	case <-goesOn:
	default:
	}
	l.retake(ctx)
}

// retake takes the terminal again, unless the run is over.
func (l *live) retake(ctx context.Context) {
	if ctx.Err() == nil {
		l.screen.RestoreTerminal()
	}
}
