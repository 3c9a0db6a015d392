package natsbus_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/verify"
)

// TestPiecesOfAnInterruptedPutAreSweptAndNoOthers leaves pieces as a process does that ends in the
// middle of a put.
func TestPiecesOfAnInterruptedPutAreSweptAndNoOthers(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{})
	long := make([]byte, 400<<10)
	d, err := b.Put(patience(t), "one", long)
	if err != nil {
		t.Fatal(err)
	}
	const blob = "OBJ_tactus_blobs_one"
	whole := stored(t, nc, blob)
	for range 3 {
		if _, err := nc.Request("$O.tactus_blobs_one.C.interrupted", make([]byte, 1000), 10*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	sweep := func(want int) {
		t.Helper()
		if n, err := b.Sweep(patience(t), time.Time{}, nil); n != 0 || err != nil {
			t.Fatalf("%d blobs deleted, %v", n, err)
		}
		if n := stored(t, nc, blob); n != want {
			t.Errorf("%d messages are left: want %d", n, want)
		}
	}
	sweep(whole + 3) // the put may still be at work
	defer natsbus.SetOrphanAge(0)()
	sweep(whole)
	if got, err := b.Get(patience(t), "one", d); err != nil || len(got) != len(long) {
		t.Errorf("the blob that was put whole: %d bytes, %v", len(got), err)
	}
	if _, err := b.Put(patience(t), "one", long[:5]); err != nil { // after the place up to which it has looked
		t.Fatal(err)
	}
	sweep(whole + 1)
}

// TestAnOldBlobThatIsPutAgainIsNewAndLeavesNothing puts one recording again and again, each time as one
// that is old.
func TestAnOldBlobThatIsPutAgainIsNewAndLeavesNothing(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{Grace: time.Second})
	for _, size := range []int{300 << 10, 1000} {
		putOldAgain(t, nc, b, make([]byte, size))
	}
}

// putOldAgain puts the same bytes some times, and counts what the store has.
func putOldAgain(t *testing.T, nc *nats.Conn, b *natsbus.Bus, data []byte) {
	t.Helper()
	want := 0
	for n := range 3 {
		rest(t, 500*time.Millisecond) // so that it is old: half of the grace
		d, err := b.Put(patience(t), "one", data)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			want = stored(t, nc, "OBJ_tactus_blobs_one")
		}
		if got, err := b.Get(patience(t), "one", d); err != nil || len(got) != len(data) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		if n := stored(t, nc, "OBJ_tactus_blobs_one"); n != want {
			t.Errorf("%d messages are stored: want %d", n, want)
		}
	}
}

// TestSweepsOfManyProcessesTakeNoRecordingFromAJob lets three buses sweep without a break while jobs are
// put, submitted, taken and decided; each worker must find the recording of its job.
func TestSweepsOfManyProcessesTakeNoRecordingFromAJob(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 3))
	s := start(t, embedded.Config{Unsynced: true})
	config := natsbus.Config{Grace: 500 * time.Millisecond}
	b := open(t, connect(t, s), config)
	ctx, stop := context.WithCancel(patience(t))
	defer stop()
	var sweeps sync.WaitGroup
	var mu sync.Mutex
	deleted := 0
	for range 3 {
		other := open(t, connect(t, s), config)
		sweeps.Go(func() {
			for ctx.Err() == nil {
				n, err := other.Sweep(ctx, time.Now(), nil)
				if err != nil && ctx.Err() == nil {
					t.Error(err)
					return
				}
				mu.Lock()
				deleted += n
				mu.Unlock()
			}
		})
	}
	const rounds = 50
	for n := range rounds {
		data := []byte{byte(r.IntN(20))} // few recordings, so that old ones come again
		d, err := b.Put(ctx, "one", data)
		if err != nil {
			t.Fatal(err)
		}
		j, err := verify.NewJob(verify.Job{Tenant: "one", Recording: d, Size: 1, Run: uint32(n)})
		if err != nil {
			t.Fatal(err)
		}
		submit(t, b, j, true)
		if r.IntN(3) > 0 {
			continue // it waits for some rounds
		}
		for idleFor := time.Duration(r.IntN(300)) * time.Millisecond; ; idleFor = 0 {
			rest(t, idleFor)
			l := takeSoon(t, b)
			if l == nil {
				break
			}
			if got, err := b.Get(ctx, "one", l.Job.Recording); err != nil || len(got) != 1 {
				t.Fatalf("round %d: the recording of job %d: %v, %v", n, l.Job.Run, got, err)
			}
			finish(t, b, l, 1)
		}
	}
	rest(t, 2*config.Grace)
	stop()
	sweeps.Wait()
	for l := takeSoon(t, b); l != nil; l = takeSoon(t, b) {
		if _, err := b.Get(patience(t), "one", l.Job.Recording); err != nil {
			t.Fatalf("the recording of job %d, which waited for long: %v", l.Job.Run, err)
		}
		finish(t, b, l, 1)
	}
	t.Logf("%d blobs were deleted", deleted)
	if deleted == 0 {
		t.Error("no sweep found anything")
	}
}

// rest lets time pass, as it does between the uploads of a player.
func rest(t *testing.T, d time.Duration) {
	ctx, stop := context.WithTimeout(t.Context(), d)
	defer stop()
	<-ctx.Done()
}

// takeSoon takes a job; nil where none waits.
func takeSoon(t *testing.T, b *natsbus.Bus) *verify.Lease {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	l, err := b.Take(ctx)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	return l
}

// TestASweepReadsNoMoreThanIsOld counts what a sweep asks the server for.
func TestASweepReadsNoMoreThanIsOld(t *testing.T) {
	s := start(t, embedded.Config{Unsynced: true})
	nc := connect(t, s)
	b := open(t, nc, natsbus.Config{})
	for n := range 200 {
		if _, err := b.Put(patience(t), "one", []byte{byte(n)}); err != nil {
			t.Fatal(err)
		}
	}
	requests := func() uint64 { return nc.Stats().OutMsgs }
	if _, err := b.Sweep(patience(t), time.Now(), nil); err != nil { // the first looks through all
		t.Fatal(err)
	}
	before := requests()
	if _, err := b.Sweep(patience(t), time.Now(), nil); err != nil {
		t.Fatal(err)
	}
	if n := requests() - before; n > 20 {
		t.Errorf("a sweep that has nothing to do asked %d times", n)
	}
}
