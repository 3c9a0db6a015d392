package natsbus_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/verify"
)

// fill submits jobs until one is refused for want of room.
func fill(t *testing.T, b *natsbus.Bus, tenant string) (accepted map[verify.Digest]bool) {
	t.Helper()
	accepted = map[verify.Digest]bool{}
	for n := range 5000 {
		j := job(t, tenant, n)
		fresh, err := b.Submit(patience(t), j)
		if err == nil && fresh {
			accepted[j.ID] = true
			continue
		}
		if !errors.Is(err, verify.ErrFull) {
			t.Fatalf("job %d: new %v, %v: want that there is no room", n, fresh, err)
		}
		if _, err := b.Verdict(patience(t), tenant, j.ID); !errors.Is(err, verify.ErrUnknown) {
			t.Errorf("the job that was refused: %v", err)
		}
		return accepted
	}
	t.Fatal("it is never full")
	return nil
}

// TestAFullQueueRefusesAndLosesNothing fills the queue, decides all that it took, and submits again.
func TestAFullQueueRefusesAndLosesNothing(t *testing.T) {
	dir := t.TempDir()
	for run, bytes := range []int64{64 << 10, 96 << 10} { // the second time with another bound
		s := start(t, embedded.Config{Dir: dir, MaxStore: 1 << 20})
		b := open(t, connect(t, s), natsbus.Config{Prefix: "p", QueueBytes: bytes})
		accepted := fill(t, b, fmt.Sprint("tenant-", run))
		if n := int64(len(accepted)); n < bytes/1000 || n > bytes/200 {
			t.Errorf("%d jobs fit into %d bytes", n, bytes)
		}
		for range accepted {
			l := take(t, b)
			if !accepted[l.Job.ID] {
				t.Fatalf("taken %+v, which was refused", l.Job)
			}
			finish(t, b, l, 1)
		}
		idle(t, b)
		submit(t, b, job(t, "two", run), true)
		finish(t, b, take(t, b), 1)
		s.Close()
	}
}

// TestAFullServerStopsAndGoesOnWhenThereIsRoom fills all that a server may store with jobs, so that no
// verdict can be stored any more, nor a second attempt be written down: all jobs are run at most once
// and kept, and go on when something was deleted.
func TestAFullServerStopsAndGoesOnWhenThereIsRoom(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{MaxStore: 512 << 10}))
	b := open(t, nc, natsbus.Config{})
	if _, err := b.Put(patience(t), "one", make([]byte, 256<<10)); err != nil {
		t.Fatal(err)
	}
	accepted := fill(t, b, "one")
	var leases []*verify.Lease
	for range accepted {
		leases = append(leases, take(t, b))
	}
	for _, l := range leases {
		if _, err := b.Finish(patience(t), l, verdict(1)); !errors.Is(err, verify.ErrFull) {
			t.Fatalf("finished in a full server: %v", err)
		}
		if err := l.Release(patience(t), 0, "the server is full"); err != nil {
			t.Fatal(err)
		}
	}
	idle(t, b)
	if _, err := b.Put(patience(t), "one", make([]byte, 64<<10)); !errors.Is(err, verify.ErrFull) {
		t.Errorf("there is room for a blob: %v", err)
	}
	if err := streamOf(t, nc, "OBJ_tactus_blobs_one").Purge(patience(t)); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		l := take(t, b)
		if !accepted[l.Job.ID] || l.Attempt != 2 {
			t.Fatalf("taken %+v, attempt %d", l.Job, l.Attempt)
		}
		finish(t, b, l, 1)
	}
}
