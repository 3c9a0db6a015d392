package verifytest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// A Service is what a bus comes with.
type Service interface {
	verify.Bus
	verify.Verdicts
	verify.Store
}

// A Setup is how a test wants its service.
type Setup struct {
	Lease    time.Duration // of a job
	Attempts int           // deliveries of a job before it is given up
	Limits   verify.Limits // of each tenant
	Grace    time.Duration // in which nothing that was put is swept
}

// A Bench makes services for the tests.
type Bench struct {
	// New makes a service without jobs, closed at the test's end.
	New func(t *testing.T, s Setup) Service
	// Pass lets time pass for a service, or is nil where it passes by itself.
	Pass func(s Service, d time.Duration)
	// Lease is how long leases are in these tests. 0 is a second.
	Lease time.Duration
}

// Run runs all tests.
func Run(t *testing.T, b Bench) {
	if b.Lease == 0 {
		b.Lease = time.Second
	}
	for name, test := range map[string]func(t *testing.T, b Bench){
		"AJobIsDeliveredOnceAndDecidedOnce":          onceDelivered,
		"TheSameJobIsOneJobBeforeAndAfterItsVerdict": sameJob,
		"AJobOfASilentWorkerComesAgain":              silentWorker,
		"AWorkerThatBeatsKeepsItsJob":                beatingWorker,
		"TheFirstVerdictStays":                       firstVerdict,
		"AJobThatNobodyFinishesIsGivenUp":            poison,
		"AReleasedJobComesAgain":                     released,
		"NobodySeesAnotherTenantsVerdict":            tenants,
		"AStoreGivesWhatWasPut":                      store,
		"ManyWorkersDecideEachJobOnce":               many,
		"TakeEndsWithItsContext":                     takeEnds,
		"AReleaseOfTheLastAttemptGivesUpWithItsWhy":  lastRelease,
		"ALostLeaseSaysSo":                           lostLease,
		"AVerdictWinsOverAnExpiryInTheSameInstant":   sameInstant,
		"WaitReturnsWhenThereIsAVerdict":             wait,
		"ManyJobsOfOneTenantDoNotHoldUpAnother":      turns,
		"AListHasEachVerdictOnceInOrder":             list,
		"ATenantHasNoMoreJobsThanItMay":              jobLimit,
		"ATenantStoresNoMoreThanItMay":               byteLimit,
		"NothingThatAnUndecidedJobNeedsIsSwept":      sweepUndecided,
		"WhatIsOldIsSweptAndWhatIsNotStays":          sweepOld,
		"WhatWasSweptCanBePutAgain":                  sweepAgain,
		"ASweptStoreHasItsRoomBack":                  sweepRoom,
		"ATenantLeasesNoMoreThanItMay":               leaseLimit,
	} {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

// a test's own patience: what a bus does takes milliseconds, and a lease of this bench at most seconds.
func patience(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(stop)
	return ctx
}

// job makes a job of a tenant that no other is.
func job(t *testing.T, tenant string, n int) verify.Job {
	t.Helper()
	j, err := verify.NewJob(verify.Job{Tenant: tenant, Recording: verify.DigestOf(fmt.Append(nil, "recording ", n)),
		Size: 1, Received: time.Unix(1_700_000_000, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func verdict(l *verify.Lease, tick int) verify.Verdict {
	return verify.Verdict{Verdict: replay.Verdict{Outcome: replay.OK, Tick: 9, Fields: []replay.FieldDifference{},
		Compared: replay.Compared{Ticks: 10, Hashes: tick}}, Job: l.Job.ID, Tenant: l.Job.Tenant,
		Recording: l.Job.Recording, Attempt: l.Attempt, Worker: "test"}
}

func submit(t *testing.T, s Service, j verify.Job, want bool) {
	t.Helper()
	fresh, err := s.Submit(patience(t), j)
	if err != nil || fresh != want {
		t.Fatalf("submit: new %v, %v: want new %v", fresh, err, want)
	}
}

func take(t *testing.T, s Service) *verify.Lease {
	t.Helper()
	l, err := s.Take(patience(t))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func finish(t *testing.T, s Service, l *verify.Lease, v verify.Verdict) verify.Verdict {
	t.Helper()
	stored, err := s.Finish(patience(t), l, v)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

// idle fails where a bus still has a job to give.
func idle(t *testing.T, s Service) {
	t.Helper()
	idleFor(t, s, 50*time.Millisecond)
}

// idleFor fails where a bus gives a job within a time.
func idleFor(t *testing.T, s Service, d time.Duration) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), d)
	defer stop()
	if l, err := s.Take(ctx); err == nil {
		t.Fatalf("there is a job: %+v, attempt %d", l.Job, l.Attempt)
	}
}

func onceDelivered(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	j := job(t, "one", 1)
	submit(t, s, j, true)
	if _, err := s.Verdict(patience(t), "one", j.ID); !errors.Is(err, verify.ErrUndecided) {
		t.Errorf("before there is a verdict: %v", err)
	}
	l := take(t, s)
	if l.Job != j || l.Attempt != 1 || l.Lasts != b.Lease {
		t.Fatalf("taken %+v, attempt %d: want %+v", l.Job, l.Attempt, j)
	}
	idle(t, s)
	v := finish(t, s, l, verdict(l, 1))
	got, err := s.Verdict(patience(t), "one", j.ID)
	if err != nil || !got.SameAs(&v) || got.Job != j.ID || got.Compared.Hashes != 1 {
		t.Errorf("the verdict is %+v, %v", got, err)
	}
	idle(t, s)
}

func sameJob(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	j := job(t, "one", 1)
	submit(t, s, j, true)
	submit(t, s, j, false)
	l := take(t, s)
	submit(t, s, j, false)
	finish(t, s, l, verdict(l, 1))
	submit(t, s, j, false)
	idle(t, s)
	again := j
	again.Run = 1
	again, err := verify.NewJob(again)
	if err != nil {
		t.Fatal(err)
	}
	submit(t, s, again, true) // a deliberate re-run is another job
	l = take(t, s)
	finish(t, s, l, verdict(l, 1))
}

// pass lets a lease run out.
func (b *Bench) pass(s Service) {
	if b.Pass != nil {
		b.Pass(s, b.Lease+b.Lease/10)
	}
}

func silentWorker(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	submit(t, s, job(t, "one", 1), true)
	first := take(t, s)
	b.pass(s)
	second := take(t, s)
	if second.Job != first.Job || second.Attempt != 2 {
		t.Fatalf("taken %+v, attempt %d", second.Job, second.Attempt)
	}
	finish(t, s, second, verdict(second, 1))
	idle(t, s)
}

func beatingWorker(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	submit(t, s, job(t, "one", 1), true)
	l := take(t, s)
	for range 10 {
		if b.Pass != nil {
			b.Pass(s, b.Lease/2)
		} else {
			idleFor(t, s, b.Lease/4)
		}
		if err := l.Beat(patience(t)); err != nil {
			t.Fatal(err)
		}
	}
	idle(t, s)
	finish(t, s, l, verdict(l, 1))
}

func firstVerdict(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	j := job(t, "one", 1)
	submit(t, s, j, true)
	zombie := take(t, s)
	b.pass(s)
	twin := take(t, s)
	finish(t, s, twin, verdict(twin, 7))
	stored := finish(t, s, zombie, verdict(zombie, 8))
	if stored.Compared.Hashes != 7 {
		t.Errorf("the second verdict is stored: %+v", stored)
	}
	if got, err := s.Verdict(patience(t), "one", j.ID); err != nil || got.Compared.Hashes != 7 {
		t.Errorf("the verdict is %+v, %v", got, err)
	}
	idle(t, s)
}

func poison(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 2})
	j := job(t, "one", 1)
	submit(t, s, j, true)
	for attempt := 1; attempt <= 2; attempt++ {
		if l := take(t, s); l.Attempt != attempt {
			t.Fatalf("attempt %d: want %d", l.Attempt, attempt)
		}
		b.pass(s)
	}
	ctx := patience(t)
	for {
		v, err := s.Verdict(ctx, "one", j.ID)
		if err == nil {
			if v.Outcome != verify.GivenUp || v.Attempt != 2 || v.Reason == "" {
				t.Errorf("given up with %+v", v)
			}
			break
		}
		if !errors.Is(err, verify.ErrUndecided) || ctx.Err() != nil {
			t.Fatal(err)
		}
		idle(t, s) // which takes a little time, so that this asks no more than it must
	}
	idle(t, s)
	submit(t, s, j, false)
}

func released(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	submit(t, s, job(t, "one", 1), true)
	l := take(t, s)
	if err := l.Release(patience(t), 0, "of a whim"); err != nil {
		t.Fatal(err)
	}
	if b.Pass != nil {
		b.Pass(s, 0)
	}
	l = take(t, s)
	if l.Attempt != 2 {
		t.Errorf("attempt %d after a release", l.Attempt)
	}
	finish(t, s, l, verdict(l, 1))
}

func tenants(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	j := job(t, "one", 1)
	submit(t, s, j, true)
	other := job(t, "two", 1)
	if other.ID == j.ID {
		t.Fatal("two tenants' jobs have one id")
	}
	submit(t, s, other, true)
	l := take(t, s)
	finish(t, s, l, verdict(l, 1))
	owner, stranger := l.Job.Tenant, map[string]string{"one": "two", "two": "one"}[l.Job.Tenant]
	if _, err := s.Verdict(patience(t), owner, l.Job.ID); err != nil {
		t.Error(err)
	}
	for _, id := range []verify.Digest{l.Job.ID, verify.DigestOf([]byte("nothing"))} {
		if _, err := s.Verdict(patience(t), stranger, id); !errors.Is(err, verify.ErrUnknown) {
			t.Errorf("another tenant is told %v: want what is said of nothing", err)
		}
	}
}

func store(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	for _, size := range []int{0, 1, 1000, 3 << 20} {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(i * 7)
		}
		d, err := s.Put(patience(t), "one", data)
		if err != nil || d != verify.DigestOf(data) {
			t.Fatalf("%d bytes: put as %v, %v", size, d, err)
		}
		if _, err := s.Put(patience(t), "one", data); err != nil {
			t.Errorf("%d bytes: put again: %v", size, err)
		}
		got, err := s.Get(patience(t), "one", d)
		if err != nil || string(got) != string(data) {
			t.Errorf("%d bytes: got %d, %v", size, len(got), err)
		}
	}
	if _, err := s.Get(patience(t), "two", verify.DigestOf([]byte{0})); !errors.Is(err, verify.ErrUnknown) {
		t.Errorf("another tenant reads it: %v", err)
	}
	if _, err := s.Put(patience(t), "../one", nil); err == nil {
		t.Error("a tenant that can be none has a store")
	}
	if _, err := s.Get(patience(t), "one", verify.DigestOf([]byte("nothing"))); !errors.Is(err, verify.ErrUnknown) {
		t.Errorf("what is not there: %v", err)
	}
}

// many workers race, some of which let their jobs go or finish them too late.
func many(t *testing.T, b Bench) {
	const jobs, workers = 300, 6
	s := b.New(t, Setup{Lease: 30 * time.Second, Attempts: 100})
	for n := range jobs {
		submit(t, s, job(t, "one", n), true)
	}
	var mu sync.Mutex
	decided := map[verify.Digest]int{}
	ctx, stop := context.WithCancel(patience(t))
	defer stop()
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for n := 0; ; n++ {
				l, err := s.Take(ctx)
				if err != nil {
					return
				}
				if (n+w)%7 == 0 && l.Attempt < 3 {
					_ = l.Release(ctx, 0, "of a whim")
					continue
				}
				stored, err := s.Finish(ctx, l, verdict(l, w))
				if err != nil {
					return
				}
				mu.Lock()
				if decided[l.Job.ID]++; stored.Compared.Hashes != w {
					t.Errorf("a job was decided twice")
				}
				if len(decided) == jobs {
					stop()
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	for n := range jobs {
		if id := job(t, "one", n).ID; decided[id] != 1 {
			t.Errorf("job %d was decided %d times", n, decided[id])
		}
	}
}

func takeEnds(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if l, err := s.Take(ctx); err == nil {
		t.Errorf("taken %+v of a bus without jobs", l.Job)
	}
}
