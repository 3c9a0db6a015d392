package verify

import (
	"context"
	"errors"
	"time"
)

// A Bus keeps jobs until each has one verdict.
type Bus interface {
	// Submit takes a job, and returns only once it is kept safely. It reports whether it is new: a job
	// that is waiting, running or decided is not, and submitting it again changes nothing. It returns a
	// *LimitError where the tenant has as many undecided jobs as it may have, and ErrFull where the bus has
	// no room for anybody's.
	Submit(ctx context.Context, j Job) (fresh bool, err error)
	// Take waits for a job that nobody works on, and leases it. Tenants take turns: the jobs of one do not
	// hold up another's. It returns the context's error where that ends before there is one.
	Take(ctx context.Context) (*Lease, error)
	// Finish stores a verdict, unless there is one, and lets go of the job. It returns the verdict that is
	// stored now: the first. It can be called after the lease has run out.
	Finish(ctx context.Context, l *Lease, v Verdict) (stored Verdict, err error)
}

// Verdicts are what is known of jobs.
type Verdicts interface {
	// Verdict returns the verdict on a job of a tenant; ErrUnknown where the tenant has no such job, and
	// ErrUndecided where it has no verdict yet.
	Verdict(ctx context.Context, tenant string, job Digest) (Verdict, error)
	// Wait returns the verdict as soon as there is one; ErrUnknown at once where the tenant has no such
	// job, and the context's error where that ends first.
	Wait(ctx context.Context, tenant string, job Digest) (Verdict, error)
	// List returns the next verdicts of a tenant after a place, at most so many, in the order in which they
	// came about, and the place of the last. The first place is 0. Fewer than asked for are all that there
	// are by now; from the same place, later ones are found when there are.
	List(ctx context.Context, tenant string, after uint64, most int) (verdicts []Verdict, last uint64, err error)
}

// A Store keeps the recordings and modules of tenants by their digests. Each tenant has its own, so that
// what another has stored can be neither read nor guessed, and so that each can be held to a limit.
type Store interface {
	// Put keeps bytes under their digest. Bytes that are there already are left as they are. It returns a
	// *LimitError where the tenant has as many bytes as it may have, and ErrFull where there is no room for
	// anybody's.
	Put(ctx context.Context, tenant string, data []byte) (Digest, error)
	// Get returns what the tenant has put. It returns ErrUnknown where there is nothing, and an error
	// where what is there is not what the digest says.
	Get(ctx context.Context, tenant string, d Digest) ([]byte, error)
	// Sweep deletes what every tenant last put before a time, and returns how many it deleted; a zero time
	// deletes nothing. What spare reports true for stays, as modules do; nil spares nothing. What an
	// undecided job needs stays, and so does what was put within the store's grace, since its job may be on
	// its way: Put counts again for bytes that are there already. The room that they took is the tenant's
	// again. Several processes may sweep at one time. A store may use the time to clear away what puts that
	// were interrupted have left.
	Sweep(ctx context.Context, before time.Time, spare func(tenant string, d Digest) bool) (deleted int, err error)
}

// Errors of buses, verdicts and stores, to be found with errors.Is.
var (
	// ErrUnknown: the tenant has no such job, recording or module.
	ErrUnknown = errors.New("tactus: there is no such thing here")
	// ErrUndecided: the job waits or runs.
	ErrUndecided = errors.New("tactus: there is no verdict yet")
	// ErrLost: the job was given to somebody else, or is decided.
	ErrLost = errors.New("tactus: the lease has run out")
	// ErrClosed: the bus takes and gives no more.
	ErrClosed = errors.New("tactus: the bus is closed")
	// ErrFull: nothing can be stored until something is deleted or decided.
	ErrFull = errors.New("tactus: the bus has no room left")
)

// A Lease is a job in the hands of a worker. One goroutine at a time.
type Lease struct {
	Job Job
	// Attempt counts the deliveries of the job, from 1.
	Attempt int
	// Lasts is how long the worker may be silent.
	Lasts time.Duration
	// Beat says that the worker is at it. It must be called before Lasts is over since the last time; it
	// returns ErrLost where the job was given to somebody else.
	Beat func(ctx context.Context) error
	// Release gives the job back, to be delivered again no earlier than after a time. Where this was its
	// last attempt, the job is given up, and the verdict has why. It returns ErrLost where the job was
	// given to somebody else.
	Release func(ctx context.Context, after time.Duration, why string) error

	// Handle is the bus's own.
	Handle any
}

// How leases are, where a bus is not told otherwise.
const (
	LeaseDefault    = 10 * time.Second // without a beat, after which a job is given to another worker
	AttemptsDefault = 5                // deliveries, after which a job is given up
)

// GraceDefault is how long what was put is safe from a sweep, where a store is not told otherwise. A
// job follows its recording within seconds; the rest is for clocks that differ.
const GraceDefault = time.Hour
