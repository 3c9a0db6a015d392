package verifytest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/verify"
)

// future is a time before which everything was put.
func future() time.Time { return time.Now().AddDate(100, 0, 0) }

func put(t *testing.T, s Service, tenant string, data []byte) verify.Digest {
	t.Helper()
	d, err := s.Put(patience(t), tenant, data)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func sweep(t *testing.T, s Service, before time.Time, spared ...verify.Digest) int {
	t.Helper()
	n, err := s.Sweep(patience(t), before, func(_ string, d verify.Digest) bool {
		for _, keep := range spared {
			if keep == d {
				return true
			}
		}
		return false
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// stored reports whether a tenant has something.
func stored(t *testing.T, s Service, tenant string, d verify.Digest) bool {
	t.Helper()
	_, err := s.Get(patience(t), tenant, d)
	if err != nil && !errors.Is(err, verify.ErrUnknown) {
		t.Fatal(err)
	}
	return err == nil
}

// sweepUntil sweeps until something is gone.
func (b *Bench) sweepUntil(t *testing.T, s Service, tenant string, gone verify.Digest, spared ...verify.Digest) {
	t.Helper()
	for ctx := patience(t); stored(t, s, tenant, gone); {
		if ctx.Err() != nil {
			t.Fatal("it is not swept")
		}
		b.grace(t, s)
		sweep(t, s, future(), spared...)
	}
}

// grace lets the grace of a service run out, or some of it.
func (b *Bench) grace(t *testing.T, s Service) {
	if b.Pass != nil {
		b.Pass(s, 2*b.Lease)
		return
	}
	ctx, stop := context.WithTimeout(t.Context(), b.Lease/2)
	defer stop()
	<-ctx.Done()
}

func sweepUndecided(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: 30 * time.Second, Attempts: 3, Grace: b.Lease})
	recording, answer := []byte("recording"), []byte("answer")
	put(t, s, "one", nil) // the first put of a tenant takes longer, and a job has to follow its recording soon
	j, err := verify.NewJob(verify.Job{Tenant: "one", Recording: put(t, s, "one", recording), Size: 9,
		Challenge: put(t, s, "one", answer).String()})
	if err != nil {
		t.Fatal(err)
	}
	submit(t, s, j, true)
	l := take(t, s)
	again := j
	again.Run = 1
	if again, err = verify.NewJob(again); err != nil {
		t.Fatal(err)
	}
	submit(t, s, again, true)
	other := put(t, s, "two", recording)
	finish(t, s, l, verdict(l, 1))
	b.sweepUntil(t, s, "two", other) // the other tenant's goes by itself
	for range 3 {                    // the first job is decided, the second waits
		b.grace(t, s)
		sweep(t, s, future())
		if !stored(t, s, "one", j.Recording) || !stored(t, s, "one", verify.DigestOf(answer)) {
			t.Fatal("what a job needs was swept")
		}
	}
	l = take(t, s)
	finish(t, s, l, verdict(l, 1))
	b.sweepUntil(t, s, "one", j.Recording)
	b.sweepUntil(t, s, "one", verify.DigestOf(answer))
	for _, id := range []verify.Digest{j.ID, again.ID} {
		if v, err := s.Verdict(patience(t), "one", id); err != nil || v.Job != id {
			t.Errorf("the verdict on what was swept: %+v, %v", v, err)
		}
	}
	put(t, s, "one", recording)
	submit(t, s, j, false) // it has its verdict, whatever became of the recording
}

func sweepOld(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3, Grace: b.Lease})
	old, module := put(t, s, "one", []byte("old")), put(t, s, "one", []byte("module"))
	long := put(t, s, "one", make([]byte, 300<<10))
	for range 2 {
		b.grace(t, s)
		if n := sweep(t, s, time.Time{}); n != 0 {
			t.Errorf("%d were swept before the beginning of time", n)
		}
	}
	b.sweepUntil(t, s, "one", old, module)
	b.sweepUntil(t, s, "one", long, module)
	if !stored(t, s, "one", module) {
		t.Error("what is spared was swept")
	}
	b.grace(t, s)
	if n := sweep(t, s, future(), module); n != 0 {
		t.Errorf("%d were swept twice", n)
	}

	// A long grace, and what was put within it.
	s = b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	fresh := put(t, s, "one", []byte("fresh"))
	if n := sweep(t, s, future()); n != 0 || !stored(t, s, "one", fresh) {
		t.Errorf("%d were swept in their grace", n)
	}
}

// sweepAgain puts the same bytes while they are swept: whoever was told that they are kept finds them.
func sweepAgain(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3, Grace: b.Lease})
	ctx, stop := context.WithCancel(patience(t))
	var sweeps sync.WaitGroup
	sweeps.Go(func() {
		for ctx.Err() == nil {
			if _, err := s.Sweep(ctx, future(), nil); err != nil && ctx.Err() == nil {
				t.Error(err)
				return
			}
			runtime.Gosched() // a store in memory waits for nothing, and there may be one thread
		}
	})
	for n := range 24 {
		data := fmt.Append(nil, "recording ", n%2)
		begun := time.Now()
		d := put(t, s, "one", data)
		for range 3 {
			found := stored(t, s, "one", d)
			if b.Pass == nil && time.Since(begun) > b.Lease/2 {
				break // it may be swept by now
			}
			if !found {
				t.Fatalf("round %d: what was put just now is not there", n)
			}
		}
		if n%4 == 3 {
			b.grace(t, s)
		}
	}
	stop()
	sweeps.Wait()
}

func sweepRoom(t *testing.T, b Bench) {
	const most = 1 << 20
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3, Limits: verify.Limits{Bytes: most}, Grace: b.Lease})
	blob := func(n int) []byte { return append(make([]byte, 200<<10), byte(n)) }
	for round := range 3 {
		n := 0
		var limit *verify.LimitError
		for ; ; n++ {
			if _, err := s.Put(patience(t), "one", blob(100*round+n)); err != nil {
				if !errors.As(err, &limit) {
					t.Fatal(err)
				}
				break
			}
		}
		if n < 4 {
			t.Fatalf("round %d: %d blobs of 200 KB fit into 1 MB", round, n)
		}
		for i := range n {
			b.sweepUntil(t, s, "one", verify.DigestOf(blob(100*round+i)))
		}
	}
}
