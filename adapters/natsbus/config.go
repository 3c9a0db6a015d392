package natsbus

import (
	"fmt"
	"strings"
	"time"

	"github.com/tactus-go/tactus/verify"
)

// A Config sets up a [Bus]. The zero value is one for a server on its own. All processes of a service
// use the same, but for the functions.
type Config struct {
	// Prefix begins the names of all that the bus makes: 1 to 32 of a-z, 0-9 and -. "" is "tactus".
	Prefix string
	// Replicas is how many servers keep a copy: 1, 3 or 5. 0 takes what is there, and makes 1.
	Replicas int
	// Lease is how long a worker may be silent. 0 is verify.LeaseDefault. Where a process opens the bus
	// with another than before, that one is from now on everybody's.
	Lease time.Duration
	// Attempts is how often a job is delivered before it is given up. 0 is verify.AttemptsDefault.
	Attempts int
	// Limits says what a tenant may have. nil is no limit for anybody. The limit of bytes is kept by the
	// servers, which set so much aside: the limits of all tenants together must fit on them. That of jobs
	// is kept by each process, which looks at least once a second how many there are.
	Limits func(tenant string) verify.Limits
	// QueueBytes bounds the queue, whose jobs have some 500 bytes each; the servers set so much aside. 0 is
	// no bound. Where the queue can fill all that servers may store, no room is left for verdicts, without
	// which it does not get shorter: a service sets it, and the limit of bytes of each tenant. What is
	// there already gets the new bound.
	QueueBytes int64
	// Keep is how long verdicts are kept. 0 is for ever. A recording that comes after that is judged anew.
	Keep time.Duration
	// Grace is how long what was put is safe from a sweep. 0 is verify.GraceDefault. A job must follow its
	// recording within half of it, the differences of the servers' clocks counted in.
	Grace time.Duration
	// KeepDead is how long dead letters are kept. 0 is KeepDeadDefault.
	KeepDead time.Duration
	// Conflict is told where two workers came to verdicts that differ. The stored one, which was the first,
	// stays. One of the two machines, or the game, is not deterministic. nil is nobody.
	Conflict func(own, stored verify.Verdict)
}

// KeepDeadDefault is how long dead letters are kept, where a Config does not say otherwise.
const KeepDeadDefault = 30 * 24 * time.Hour

// leaseMin is the shortest lease: below it, the time that a cluster needs to agree eats up what a worker
// has.
const leaseMin = 50 * time.Millisecond

// checked returns the Config with its defaults, or says what of it cannot be.
func (c Config) checked() (Config, error) {
	if c.Prefix == "" {
		c.Prefix = "tactus"
	}
	outside := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' }
	if len(c.Prefix) > 32 || strings.ContainsFunc(c.Prefix, outside) {
		return c, fmt.Errorf("tactus: natsbus.Config: prefix %.80q: want 1 to 32 of a-z, 0-9 and -", c.Prefix)
	}
	if c.Lease == 0 {
		c.Lease = verify.LeaseDefault
	}
	if c.Attempts == 0 {
		c.Attempts = verify.AttemptsDefault
	}
	if c.Grace == 0 {
		c.Grace = verify.GraceDefault
	}
	if c.KeepDead == 0 {
		c.KeepDead = KeepDeadDefault
	}
	switch {
	case c.Replicas != 0 && c.Replicas != 1 && c.Replicas != 3 && c.Replicas != 5:
		return c, fmt.Errorf("tactus: natsbus.Config: %d replicas: want 1, 3 or 5", c.Replicas)
	case c.Lease < leaseMin:
		return c, fmt.Errorf("tactus: natsbus.Config: a lease of %v: want at least %v", c.Lease, leaseMin)
	case c.Attempts < 0, c.Keep < 0, c.KeepDead < 0, c.QueueBytes < 0, c.Grace < 0:
		return c, fmt.Errorf("tactus: natsbus.Config: attempts %d, keep %v, keep dead %v, queue of %d bytes, grace %v: "+
			"want none under 0", c.Attempts, c.Keep, c.KeepDead, c.QueueBytes, c.Grace)
	}
	if c.Limits == nil {
		c.Limits = func(string) verify.Limits { return verify.Limits{} }
	}
	return c, nil
}
