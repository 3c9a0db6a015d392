package natsbus

import (
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// A Bus is a verify.Bus, its Verdicts and its Store. Make it with [Open].
type Bus struct {
	config  Config
	nc      *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	records jetstream.KeyValue
	history jetstream.Stream // of the records
	wake    *nats.Subscription
	id      string // of this bus, in what it tells others
	before  uint64 // the last job that was stored before this bus was opened

	turns turns
	ended chan struct{} // closed by Close

	mu       sync.Mutex
	tenants  map[string]*tenant // nil where its consumer is to be looked for
	shelves  map[string]*shelf
	begun    map[string]bool // by record key: jobs that this bus began, and that have no record as far as it knows
	surveyed time.Time
	closed   bool

	sweeping sync.Mutex       // one sweep at a time
	scans    map[string]*scan // by store, held by sweeping
}

var (
	_ verify.Bus      = (*Bus)(nil)
	_ verify.Verdicts = (*Bus)(nil)
	_ verify.Store    = (*Bus)(nil)
)

// Close lets go of what waits, with verify.ErrClosed. The connection stays open. Leases stay valid:
// another bus over the same servers gets their jobs when they run out, but the functions of a lease
// still work.
func (b *Bus) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		close(b.ended)
		_ = b.wake.Unsubscribe() // fails only where the connection is closed, which comes to the same
	}
}

// tell says that a tenant may have a job: to those that wait here at once, to others by a message. Where
// that is lost, a survey finds the job.
func (b *Bus) tell(tenant string) {
	b.turns.tell(tenant)
	_ = b.nc.Publish(b.config.wakeSubject(tenant), []byte(b.id))
}

// over reports whether nothing can be done any more.
func (b *Bus) over() bool {
	select {
	case <-b.ended:
		return true
	default:
		return b.nc.IsClosed()
	}
}

// The names of what a bus makes.
func (c *Config) jobsName() string                 { return c.Prefix + "_jobs" }
func (c *Config) deadName() string                 { return c.Prefix + "_dead" }
func (c *Config) recordsName() string              { return c.Prefix + "_verdicts" }
func (c *Config) blobsName(tenant string) string   { return c.Prefix + "_blobs_" + tenant }
func (c *Config) wakeSubject(tenant string) string { return c.Prefix + ".wake." + tenant }

func (c *Config) jobSubject(tenant string, id verify.Digest) string {
	return c.Prefix + ".jobs." + recordKey(tenant, id)
}

func (c *Config) deadSubject(tenant string, id verify.Digest) string {
	return c.Prefix + ".dead." + recordKey(tenant, id)
}

func (c *Config) decidedSubject(tenant string, id verify.Digest) string {
	return c.Prefix + ".decided." + recordKey(tenant, id)
}

// recordKey is the key of a job's record.
func recordKey(tenant string, id verify.Digest) string { return tenant + "." + id.String() }
