package wazerohost

import (
	"context"
	"fmt"
	"sync/atomic"
)

const (
	// BudgetDefault is what a [Check] may cost without a budget of its own: half a minute to some
	// minutes, whatever the module does.
	BudgetDefault = 100_000_000_000

	// interpretedCost is how many compiled instructions take as long as an interpreted one.
	interpretedCost = 50
	// callCost and byteCost stand for what a call costs beside its instructions: the way in and out, and
	// each byte of a blob that is copied and, mostly, hashed. zeroedBytes of a new memory cost one.
	callCost    = 500
	byteCost    = 1
	zeroedBytes = 16
)

// A Budget bounds what all instances of all hosts that have it may cost together, in instructions of
// compiled code. An instruction in the interpreter counts for 50, a call for 500 more and a byte of a
// blob for one, so that the time it stands for is bounded too. A context can end it before.
//
// A call begins only while something is left and gets no more fuel than that, so a budget ends a module
// within the budget, one call's blobs and one new memory. It may be used from several goroutines.
type Budget struct {
	ctx  context.Context
	most uint64
	left atomic.Int64
}

// NewBudget returns a budget of so many instructions, 0 for [BudgetDefault]; above 10^18 it is 10^18.
// When ctx ends, so does every run, before its next call.
func NewBudget(ctx context.Context, fuel uint64) *Budget {
	if fuel == 0 {
		fuel = BudgetDefault
	}
	b := &Budget{ctx: ctx, most: min(fuel, budgetMost)}
	b.left.Store(int64(b.most))
	return b
}

const budgetMost = 1_000_000_000_000_000_000

// Err returns a [*BudgetError] once the context has ended or nothing is left, and nil before that.
func (b *Budget) Err() error {
	if b == nil {
		return nil
	}
	if b.ctx.Err() != nil {
		return &BudgetError{Max: b.most, Cause: context.Cause(b.ctx)}
	}
	if b.left.Load() <= 0 {
		return &BudgetError{Max: b.most}
	}
	return nil
}

// Used returns what was used of it, at most what it was.
func (b *Budget) Used() uint64 { return b.most - uint64(max(b.left.Load(), 0)) }

// take takes off what something has cost.
func (b *Budget) take(n uint64) {
	if b != nil {
		b.left.Add(-int64(min(n, budgetMost)))
	}
}

// bound returns the fuel that a call can have of what it wants, where an instruction costs so much.
func (b *Budget) bound(want, cost uint64) uint64 {
	if b == nil {
		return want
	}
	return min(want, uint64(max(b.left.Load(), 0))/cost)
}

// A BudgetError says that a run was ended by the budget that it shares, and so that nothing is known of
// the module.
type BudgetError struct {
	Max   uint64 // the whole budget
	Cause error  // of the context, where that has ended; nil otherwise
}

// Error returns one line.
func (e *BudgetError) Error() string {
	if e.Cause != nil {
		return "tactus: stopped: " + e.Cause.Error()
	}
	return fmt.Sprintf("tactus: budget: all of its %d instructions are used", e.Max)
}

// Unwrap returns the cause.
func (e *BudgetError) Unwrap() error { return e.Cause }
