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

// sentAgain delivers jobs more than once and in another order: each third job is put into the queue
// again, at once or later; each fourth delivery is given back behind its worker's back, to come again
// while it runs; and workers are halted for longer than a lease, and go on after others have their jobs.
func sentAgain(t *testing.T, e *essay) {
	c, a := e.begin(t, layout{lease: "400ms"})
	var mu sync.Mutex // of the random numbers
	chance := func(n int) bool {
		mu.Lock()
		defer mu.Unlock()
		return e.r.IntN(n) == 0
	}
	later := func() time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return e.within(0, 2*time.Second)
	}
	var copies, naks atomic.Int64
	c.listen(busPrefix+".jobs.*.*", func(m *nats.Msg) {
		if m.Header.Get(copyMark) != "" || !chance(3) {
			return
		}
		again := nats.NewMsg(m.Subject)
		again.Data, again.Header = m.Data, nats.Header{copyMark: {"1"}}
		send := func() {
			copies.Add(1)
			_ = c.nc.PublishMsg(again) // which fails only at the end
		}
		if send(); chance(2) {
			time.AfterFunc(later(), send)
		}
	})
	c.listen("_INBOX.>", func(m *nats.Msg) {
		if !isDelivery(m) || !chance(4) {
			return
		}
		naks.Add(1)
		word := fmt.Sprintf(`-NAK {"delay": %d}`, later()/8)
		_ = c.nc.Publish(m.Reply, []byte(word)) // which fails only at the end
	})
	stop := e.halts(t, c)
	a.send(e.parcels, 10*time.Second)
	halts := stop()
	again := c.hold(a, e.want)
	if stored := c.lastSequence(busPrefix + "_jobs"); stored < uint64(len(e.parcels))+uint64(copies.Load())/2 {
		t.Errorf("%d jobs and copies were stored: this shows little", stored)
	}
	t.Logf("%d jobs, %d copies of them, %d deliveries given back, %d halts of workers", len(e.parcels), copies.Load(),
		naks.Load(), halts)
	if copies.Load() == 0 || naks.Load() == 0 || halts == 0 || again == 0 {
		t.Error("nothing came twice: this shows nothing")
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
