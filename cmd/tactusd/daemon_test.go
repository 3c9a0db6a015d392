//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A daemon is a program that is started again when it ends, as an init system does it.
type daemon struct {
	name string
	args []string // the program first
	env  []string // beside the test's own
	log  string   // file to which all its runs write

	mu      sync.Mutex
	command *exec.Cmd // nil between two runs
	wanted  bool
	killed  bool          // this run was
	kills   int           // in all
	ends    []string      // of runs that nobody ended
	over    chan struct{} // closed when it has ended and is not wanted
}

// restartPause is how long a daemon is down at least, so that one which cannot start leaves room for the
// others.
const restartPause = 100 * time.Millisecond

// start starts it, unless it runs. It ends with the test.
func (d *daemon) start(t *testing.T) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.wanted {
		return
	}
	d.wanted, d.over = true, make(chan struct{})
	if err := d.run(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.stop)
}

// run starts the program once. The lock is held.
func (d *daemon) run() error {
	log, err := os.OpenFile(d.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close() // the program has its own
	c := exec.Command(d.args[0], d.args[1:]...)
	c.Env = append(os.Environ(), d.env...)
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		return fmt.Errorf("%s: %w", d.name, err)
	}
	d.command, d.killed = c, false
	go d.wait(c)
	return nil
}

// wait waits for the end of a run, and begins another where it is wanted.
func (d *daemon) wait(c *exec.Cmd) {
	_ = c.Wait() // its state has all of it
	d.mu.Lock()
	d.command = nil
	if d.wanted && !d.killed {
		d.ends = append(d.ends, fmt.Sprint(time.Now().Format("15:04:05.000 "), c.ProcessState))
	}
	d.mu.Unlock()
	<-time.After(restartPause)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.wanted || d.run() != nil {
		d.wanted = false
		close(d.over)
	}
}

// kill ends a run by SIGKILL. Another begins at once.
func (d *daemon) kill() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.command != nil {
		_ = d.command.Process.Kill() // it may have ended by itself just now
		d.killed = true
		d.kills++
	}
}

// send sends a signal to a run, which goes on.
func (d *daemon) send(s os.Signal) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.command != nil {
		_ = d.command.Process.Signal(s) // it may have ended by itself just now
	}
}

// stop ends it by SIGKILL, for good.
func (d *daemon) stop() { d.signal(syscall.SIGKILL) }

// signal ends it by a signal, for good, and returns when it is gone.
func (d *daemon) signal(s os.Signal) {
	d.mu.Lock()
	if !d.wanted {
		d.mu.Unlock()
		return
	}
	d.wanted = false
	if d.command != nil {
		_ = d.command.Process.Signal(s) // it may have ended by itself just now
		d.kills++
	}
	over := d.over
	d.mu.Unlock()
	<-over
}
