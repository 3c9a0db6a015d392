package wazerohost

import (
	"errors"
	"fmt"

	"github.com/tactus-go/tactus/guest/abi"
)

// ErrPoisoned is wrapped by every error of an instance that has trapped before: its memory may be
// anything. [Instance.Rebuild] makes it usable again.
var ErrPoisoned = errors.New("tactus: the instance has trapped and holds no state")

// ErrClosed is returned by every call of an instance or host that is closed.
var ErrClosed = errors.New("tactus: the module's host or instance is closed")

// A Limit is what a run can have too much of.
type Limit string

const (
	// LimitFuel is instructions, host functions included.
	LimitFuel Limit = "fuel"
	// LimitDepth is calls that are open at a time.
	LimitDepth Limit = "call depth"
	// LimitInput is bytes of a tick's input.
	LimitInput Limit = "input"
	// LimitState is bytes of a saved state.
	LimitState Limit = "state"
	// LimitStack is the engine's own stack, which functions with very many locals can fill before the
	// depth is reached. It is the one limit that depends on the engine.
	LimitStack Limit = "engine stack"
)

// A LimitError says that a run has hit a limit. That is no difference between two runs, and no fault
// of whoever recorded it.
type LimitError struct {
	Limit Limit
	Max   uint64 // in the limit's own unit; 0 where the engine sets it
	Call  string // the export that was called
	Tick  uint64 // of a Step its own; else the last that has run, 0 before the first
}

// Error returns one line.
func (e *LimitError) Error() string {
	return fmt.Sprintf("tactus: limit hit: %s, at most %d, in %s at tick %d", e.Limit, e.Max, e.Call, e.Tick)
}

// A TrapError says that the guest ended by itself: by a trap, or by asking the host to end it.
type TrapError struct {
	Call string
	Tick uint64 // as of a LimitError
	Text string // of the engine, one line
	Log  string // the end of what the guest has logged, up to 512 bytes
}

// Error returns one line, the log quoted.
func (e *TrapError) Error() string {
	log := ""
	if e.Log != "" {
		log = fmt.Sprintf(", and its log ends %q", e.Log)
	}
	return fmt.Sprintf("tactus: the module traps in %s at tick %d: %s%s", e.Call, e.Tick, e.Text, log)
}

// A StatusError is a negative status of the guest. It is not poisoned by that.
type StatusError struct {
	Call   string
	Tick   uint64 // as of a LimitError
	Status abi.Status
	Text   string // of tm_error, or ""
}

// Error returns one line.
func (e *StatusError) Error() string {
	text := ""
	if e.Text != "" {
		text = fmt.Sprintf(": %q", e.Text)
	}
	return fmt.Sprintf("tactus: the module returns %s from %s at tick %d%s", e.Status.String(), e.Call, e.Tick, text)
}

// Unwrap returns the status.
func (e *StatusError) Unwrap() error { return e.Status }

// A BorderError says that the guest breaks TM/1: an address or a length outside its memory, a status
// that there is not. The instance is poisoned.
type BorderError struct {
	Call string
	Tick uint64 // as of a LimitError
	What string
}

// Error returns one line.
func (e *BorderError) Error() string {
	return fmt.Sprintf("tactus: the module breaks TM/1 in %s at tick %d: %s", e.Call, e.Tick, e.What)
}

// isStatus reports whether the guest only refused something.
func isStatus(err error) bool {
	_, ok := errors.AsType[*StatusError](err)
	return ok
}
