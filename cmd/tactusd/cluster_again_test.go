//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// copyMark marks what the test has put into the queue itself.
const copyMark = "Tactus-Test-Copy"

// A meddler delivers jobs more than once and in another order.
type meddler struct {
	t            *testing.T
	c            *cluster
	copies, naks atomic.Int64

	mu sync.Mutex
	e  essay // its random numbers
}

func (m *meddler) chance(n int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.e.r.IntN(n) == 0
}

func (m *meddler) within(most time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.e.within(0, most)
}

// again puts each third job into the queue once more, at once, and half of these a third time later:
// many are decided by then.
func (m *meddler) again(job *nats.Msg) {
	if job.Header.Get(copyMark) != "" || !m.chance(3) {
		return
	}
	double := nats.NewMsg(job.Subject)
	double.Data, double.Header = job.Data, nats.Header{copyMark: {"1"}}
	send := func() {
		m.copies.Add(1)
		_ = m.c.nc.PublishMsg(double) // which fails only at the end
	}
	if send(); m.chance(2) {
		time.AfterFunc(m.within(2*time.Second), send)
	}
}

// giveBack gives each fourth delivery back behind its worker's back: it comes again while it runs, and
// after others that were behind it.
func (m *meddler) giveBack(delivery *nats.Msg) {
	if isDelivery(delivery) && m.chance(4) {
		m.naks.Add(1)
		word := fmt.Sprintf(`-NAK {"delay": %d}`, m.within(250*time.Millisecond))
		_ = m.c.nc.Publish(delivery.Reply, []byte(word)) // which fails only at the end
	}
}

// sentAgain has a meddler at work, and halts workers for longer than a lease, which go on when others
// have their jobs.
func sentAgain(t *testing.T, e *essay) {
	c, a := e.begin(t, layout{lease: "400ms"})
	m := &meddler{t: t, c: c, e: essay{r: e.split()}}
	c.listen(busPrefix+".jobs.*.*", m.again)
	c.listen("_INBOX.>", m.giveBack)
	stop := e.halts(t, c)
	a.send(e.parcels, 10*time.Second)
	halts := stop()
	again := c.hold(a, e.want)
	copies, naks, stored := m.copies.Load(), m.naks.Load(), c.lastSequence(busPrefix+"_jobs")
	t.Logf("%s: %d jobs, %d copies of them, %d deliveries given back, %d halts of workers; the queue took %d", t.Name(),
		len(e.parcels), copies, naks, halts, stored)
	if stored < uint64(len(e.parcels))+uint64(copies)/2 || naks == 0 || halts == 0 || again == 0 {
		t.Error("hardly anything came twice: this shows nothing")
	}
	for _, w := range c.workers {
		if log, err := os.ReadFile(w.log); err != nil || bytes.Contains(log, []byte("different verdicts")) {
			t.Errorf("two workers came to different verdicts, says %s: %v", w.log, err)
		}
	}
}

// lastSequence is how many messages a stream has had.
func (c *cluster) lastSequence(stream string) uint64 {
	c.t.Helper()
	s, err := c.js.Stream(c.t.Context(), stream)
	if err != nil {
		c.t.Fatal(err)
	}
	return s.CachedInfo().State.LastSeq
}

// listen is told of all messages of some subjects.
func (c *cluster) listen(subject string, tell func(*nats.Msg)) {
	c.t.Helper()
	s, err := c.nc.Subscribe(subject, tell)
	if err == nil {
		err = s.SetPendingLimits(-1, -1)
	}
	if err == nil {
		err = c.nc.Flush()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = s.Unsubscribe() }) // which fails only where it is closed
}

// halts halts workers now and then for longer than a lease.
func (e *essay) halts(t *testing.T, c *cluster) (stop func() int) {
	own := *e
	own.r = e.split()
	n := 0
	return own.shots(t, 500*time.Millisecond, time.Second, func() {
		w := c.workers[n%2]
		n++
		w.send(syscall.SIGSTOP)
		_ = pause(t.Context(), 900*time.Millisecond) // and it goes on even at the end
		w.send(syscall.SIGCONT)
	})
}
