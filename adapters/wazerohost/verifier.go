package wazerohost

import (
	"context"
	"errors"
	"fmt"

	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// A Verifier runs recordings on a module. It is a [replay.Host], and the limits of each run are those
// of its recording, under a [Ceiling] of its own: where that has none, as a native one, they are the
// defaults. Close frees it.
type Verifier struct {
	game     string
	binary   []byte
	options  Options
	host     *Host // for the limits of the last recording; nil before the first
	instance *Instance
	identity replay.Identity
	capped   bool // the last recording's own limit of fuel is above the ceiling
	compiled int
}

// Compiled returns how often the module was compiled, or read from the folder of compiled code.
func (v *Verifier) Compiled() int { return v.compiled }

// SetBudget bounds what the runs that begin from now on may cost together, and lets the budget's context
// end them. It also says in the end what they have cost.
func (v *Verifier) SetBudget(b *Budget) { v.options.Budget = b }

// SetCeiling bounds each run that begins from now on, but for its Total where there is a budget.
func (v *Verifier) SetCeiling(c Ceiling) { v.options.Ceiling = c }

// NewVerifier makes a module ready to run recordings of a game. The limits in the options are what the
// first recording is expected to have. The errors are those of [New].
func NewVerifier(game string, binary []byte, options Options) (*Verifier, error) {
	h, err := New(binary, options)
	if err != nil {
		return nil, err
	}
	return &Verifier{game: game, binary: binary, options: options, host: h, compiled: 1,
		identity: replay.Identity{Game: game, Kind: replay.Module, Hash: h.SHA256()}}, nil
}

// Identity says which module this is.
func (v *Verifier) Identity() replay.Identity { return v.identity }

// Init starts a run with the header's config and limits. It compiles the module anew where the limit of
// memory is another one than before.
func (v *Verifier) Init(h *replay.Header) error {
	limits, config, err := RunOf(h)
	if err != nil {
		return err
	}
	if v.instance != nil {
		_ = v.instance.Close() // which never fails
		v.instance = nil
	}
	if v.host == nil {
		return ErrClosed
	}
	if start := v.host.module.Pages(); start > limits.Pages {
		return &replay.LimitError{Limit: "memory", Text: fmt.Sprintf("the module starts with %d pages, the limit is %d",
			start, limits.Pages)}
	}
	if limits.Pages != v.host.limits.Pages {
		o := v.options
		o.Limits = limits
		host, err := New(v.binary, o)
		if err != nil {
			return err
		}
		_ = v.host.Close()
		v.host, v.compiled = host, v.compiled+1
	}
	most := v.options.Ceiling.filled()
	v.capped = limits.Fuel > most.Fuel
	limits.Fuel = min(limits.Fuel, most.Fuel)
	v.host.limits, v.host.budget = limits, v.options.Budget
	if v.host.budget == nil {
		v.host.budget = NewBudget(context.Background(), most.Total)
	}
	v.instance, err = v.host.NewInstance(config)
	return v.limitHit(err)
}

// RunOf returns what a recording's run has of its header: the limits, the defaults in the place of those
// that it does not set, and the config. The error says which limit no run can have.
func RunOf(h *replay.Header) (Limits, abi.Config, error) {
	limits, err := limitsOf(&h.Limits)
	return limits, abi.Config{SeedLo: h.Seed[0], SeedHi: h.Seed[1], RateNum: h.RateNum, RateDen: h.RateDen,
		Players: max(h.Players, 1), Game: h.Config}, err
}

// limitsOf turns the limits of a recording into those of a run.
func limitsOf(l *replay.Limits) (Limits, error) {
	if l.FuelSchedule != 0 && l.FuelSchedule != wasmbin.ScheduleVersion {
		return Limits{}, fmt.Errorf("tactus: the recording has fuel schedule %d: want %d", l.FuelSchedule,
			wasmbin.ScheduleVersion)
	}
	if l.Depth != 0 && l.Depth != wasmbin.DepthMax {
		return Limits{}, fmt.Errorf("tactus: the recording has a call depth of %d: want %d", l.Depth, wasmbin.DepthMax)
	}
	return Limits{Fuel: l.Fuel, Pages: l.Pages, Input: l.Input, State: l.State}.filled()
}

// limitHit gives a limit the form in which a verdict tells it from everything else.
func (v *Verifier) limitHit(err error) error {
	if e, ok := errors.AsType[*BudgetError](err); ok {
		if e.Cause != nil {
			return &replay.LimitError{Limit: "stopped", Text: e.Cause.Error()}
		}
		return &replay.LimitError{Limit: "fuel in all", Text: fmt.Sprintf(
			"over %d, which is this verifier's own limit: Ceiling.Total allows more", e.Max)}
	}
	if e, ok := errors.AsType[*LimitError](err); ok && e.Limit == LimitFuel && v.capped {
		return &replay.LimitError{Limit: string(e.Limit), Text: fmt.Sprintf("over %d in %s at tick %d, which is "+
			"this verifier's own limit and not the recording's: Ceiling.Fuel allows more", e.Max, e.Call, e.Tick)}
	}
	if e, ok := errors.AsType[*LimitError](err); ok {
		return &replay.LimitError{Limit: string(e.Limit), Text: fmt.Sprintf("over %d in %s at tick %d", e.Max, e.Call,
			e.Tick)}
	}
	return err
}

// Step runs a tick.
func (v *Verifier) Step(input []byte) error {
	_, err := v.instance.Step(input)
	return v.limitHit(err)
}

// Save appends the state.
func (v *Verifier) Save(image []byte) ([]byte, error) {
	image, err := v.instance.Save(image)
	return image, v.limitHit(err)
}

// Load replaces the state.
func (v *Verifier) Load(image []byte) error { return v.limitHit(v.instance.Load(image)) }

// Fields names the values of the state, nil where the module cannot.
func (v *Verifier) Fields() []sim.Field {
	fields, err := v.instance.Fields()
	if err != nil {
		return nil
	}
	return fields
}

// Result returns what the game came to, nil where the module does not say.
func (v *Verifier) Result() ([]byte, error) {
	if v.instance.calls[abi.Result] == nil {
		return nil, nil
	}
	result, err := v.instance.Result(nil)
	return result, v.limitHit(err)
}

// CacheError says why the folder of compiled code is not used, nil where it is or where there is none.
func (v *Verifier) CacheError() error {
	if v.host == nil {
		return nil
	}
	return v.host.CacheError()
}

// Finished reports whether the last tick said that it was the last.
func (v *Verifier) Finished() (over, known bool) { return v.instance.Finished(), true }

// Close frees the module. It can be called twice.
func (v *Verifier) Close() error {
	if v.host == nil {
		return nil
	}
	err := v.host.Close()
	v.host = nil
	return err
}
