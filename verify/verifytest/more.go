package verifytest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/verify"
)

func lastRelease(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 2})
	j := job(t, "one", 1)
	submit(t, s, j, true)
	for range 2 {
		l := take(t, s)
		if err := l.Release(patience(t), 0, "the moon was full"); err != nil {
			t.Fatal(err)
		}
	}
	v, err := s.Verdict(patience(t), "one", j.ID)
	if err != nil || v.Outcome != verify.GivenUp || !strings.Contains(v.Reason, "the moon was full") {
		t.Errorf("given up with %+v, %v", v, err)
	}
	idle(t, s)
}

func lostLease(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 5})
	submit(t, s, job(t, "one", 1), true)
	zombie := take(t, s)
	b.pass(s)
	twin := take(t, s)
	if err := zombie.Beat(patience(t)); !errors.Is(err, verify.ErrLost) {
		t.Errorf("the beat of a lost lease: %v", err)
	}
	if err := zombie.Release(patience(t), 0, "of a whim"); !errors.Is(err, verify.ErrLost) {
		t.Errorf("the release of a lost lease: %v", err)
	}
	idle(t, s) // for the twin has it
	finish(t, s, twin, verdict(twin, 1))
	if err := twin.Beat(patience(t)); !errors.Is(err, verify.ErrLost) {
		t.Errorf("the beat of a finished lease: %v", err)
	}
}

// sameInstant lets a worker finish a job while another gives it up for good: whatever is stored first
// stays, and each of the two that asks is told that.
func sameInstant(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: 30 * time.Second, Attempts: 1})
	for n := range 200 {
		submit(t, s, job(t, "one", n), true)
		l := take(t, s)
		ctx := patience(t)
		var stored verify.Verdict
		var all sync.WaitGroup
		all.Go(func() {
			var err error
			if stored, err = s.Finish(ctx, l, verdict(l, 1)); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() { _ = l.Release(ctx, 0, "of a whim") }) // the last attempt: gives it up
		all.Wait()
		v, err := s.Verdict(ctx, "one", l.Job.ID)
		if err != nil || v.Outcome != stored.Outcome || v.Compared != stored.Compared {
			t.Fatalf("the verdict is %+v, %v: the worker was told %+v", v, err, stored)
		}
	}
	idle(t, s)
}

func wait(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3})
	j := job(t, "one", 1)
	if _, err := s.Wait(patience(t), "one", j.ID); !errors.Is(err, verify.ErrUnknown) {
		t.Errorf("of a job that is not there: %v", err)
	}
	submit(t, s, j, true)
	if _, err := s.Wait(patience(t), "two", j.ID); !errors.Is(err, verify.ErrUnknown) {
		t.Errorf("of another tenant's job: %v", err)
	}
	short, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, err := s.Wait(short, "one", j.ID); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("when nobody decides it: %v", err)
	}
	ctx := patience(t)
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			if v, err := s.Wait(ctx, "one", j.ID); err != nil || v.Compared.Hashes != 3 {
				t.Errorf("waited for %+v, %v", v, err)
			}
		})
	}
	l := take(t, s)
	finish(t, s, l, verdict(l, 3))
	all.Wait()
	if v, err := s.Wait(ctx, "one", j.ID); err != nil || v.Compared.Hashes != 3 {
		t.Errorf("waited for what is there: %+v, %v", v, err)
	}
}

// turns counts how many jobs of a tenant that has hundreds are taken before the one of another.
func turns(t *testing.T, b Bench) {
	const many = 300
	s := b.New(t, Setup{Lease: 30 * time.Second, Attempts: 3})
	for n := range many {
		submit(t, s, job(t, "many", n), true)
	}
	for range 3 { // the turns are under way
		l := take(t, s)
		finish(t, s, l, verdict(l, 1))
	}
	for n, tenant := range []string{"one", "two"} {
		submit(t, s, job(t, tenant, n), true)
	}
	for want := map[string]bool{"one": true, "two": true}; len(want) > 0; {
		before := len(want)
		for range 3 { // a turn of all three
			l := take(t, s)
			delete(want, l.Job.Tenant)
			finish(t, s, l, verdict(l, 1))
		}
		if len(want) == before {
			t.Fatalf("a whole turn went by without a job of %v", want)
		}
	}
}

func leaseLimit(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: 30 * time.Second, Attempts: 3, Limits: verify.Limits{Running: 2}})
	for n := range 6 {
		submit(t, s, job(t, "many", n), true)
	}
	first, second := take(t, s), take(t, s)
	next := make(chan *verify.Lease, 6)
	ctx := patience(t)
	for range 3 { // wait, for the other four may not be leased
		go func() {
			for {
				l, err := s.Take(ctx)
				if err != nil {
					return // the test is over
				}
				next <- l
			}
		}()
	}
	submit(t, s, job(t, "other", 9), true)
	if l := <-next; l.Job.Tenant != "other" {
		t.Fatalf("a job of %s is leased: want one of the other tenant", l.Job.Tenant)
	}
	finish(t, s, first, verdict(first, 1))
	third := <-next
	if err := second.Release(ctx, 0, "not now"); err != nil {
		t.Fatal(err)
	}
	fourth := <-next
	if third.Job.Tenant != "many" || fourth.Job.Tenant != "many" {
		t.Fatalf("jobs of %s and %s are leased", third.Job.Tenant, fourth.Job.Tenant)
	}
	select {
	case l := <-next:
		t.Fatalf("a third job of %s is leased", l.Job.Tenant)
	default:
	}
	finish(t, s, third, verdict(third, 1))
	finish(t, s, fourth, verdict(fourth, 1))
	for range 3 { // what is left: two of six, and none of them twice but the one that was given back
		l := <-next
		finish(t, s, l, verdict(l, 1))
	}
}

func jobLimit(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: 30 * time.Second, Attempts: 3, Limits: verify.Limits{Jobs: 5}})
	refused := func(n int) {
		t.Helper()
		fresh, err := s.Submit(patience(t), job(t, "one", n))
		var limit *verify.LimitError
		want := verify.LimitError{Tenant: "one", What: verify.LimitJobs, Limit: 5}
		if fresh || !errors.As(err, &limit) || *limit != want {
			t.Fatalf("job %d: new %v, %v: want a limit of 5", n, fresh, err)
		}
	}
	for n := range 5 {
		submit(t, s, job(t, "one", n), true)
	}
	refused(5)
	submit(t, s, job(t, "one", 4), false) // is there already, and so within the limit
	submit(t, s, job(t, "two", 5), true)  // has its own
	var l *verify.Lease
	for l == nil || l.Job.Tenant != "one" {
		l = take(t, s)
	}
	refused(5) // for one that is running has no verdict yet
	finish(t, s, l, verdict(l, 1))
	submit(t, s, job(t, "one", 5), true)
	refused(6)
}

func byteLimit(t *testing.T, b Bench) {
	const most = 1 << 20
	s := b.New(t, Setup{Lease: b.Lease, Attempts: 3, Limits: verify.Limits{Bytes: most}})
	blob := func(n int) []byte { return append(make([]byte, 100<<10), byte(n)) }
	n := 0
	for ; ; n++ {
		_, err := s.Put(patience(t), "one", blob(n))
		if err == nil && n < 11 {
			continue
		}
		var limit *verify.LimitError
		if !errors.As(err, &limit) || *limit != (verify.LimitError{Tenant: "one", What: verify.LimitBytes, Limit: most}) {
			t.Fatalf("blob %d of 100 KB: %v: want a limit of 1 MB", n, err)
		}
		break
	}
	if n < 8 {
		t.Errorf("refused after %d blobs of 100 KB: want more than 7 in 1 MB", n)
	}
	if _, err := s.Put(patience(t), "one", blob(0)); err != nil {
		t.Errorf("what is there already is refused: %v", err)
	}
	if _, err := s.Get(patience(t), "one", verify.DigestOf(blob(n-1))); err != nil {
		t.Errorf("the last that was taken: %v", err)
	}
	if _, err := s.Get(patience(t), "one", verify.DigestOf(blob(n))); !errors.Is(err, verify.ErrUnknown) {
		t.Errorf("the one that was refused: %v", err)
	}
	if _, err := s.Put(patience(t), "two", blob(0)); err != nil {
		t.Errorf("another tenant: %v", err)
	}
}

func list(t *testing.T, b Bench) {
	s := b.New(t, Setup{Lease: 30 * time.Second, Attempts: 3})
	want := map[string][]verify.Digest{}
	decide := func() {
		l := take(t, s)
		finish(t, s, l, verdict(l, 1))
		want[l.Job.Tenant] = append(want[l.Job.Tenant], l.Job.ID)
	}
	for n := range 7 {
		submit(t, s, job(t, "one", n), true)
		submit(t, s, job(t, "two", n), true)
		decide()
		decide()
	}
	submit(t, s, job(t, "one", 7), true) // of which there is no verdict yet
	l := take(t, s)
	page := func(tenant string, after uint64, most int) (ids []verify.Digest, last uint64) {
		t.Helper()
		verdicts, last, err := s.List(patience(t), tenant, after, most)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range verdicts {
			ids = append(ids, v.Job)
		}
		return ids, last
	}
	for _, tenant := range []string{"one", "two"} {
		var got []verify.Digest
		var last uint64
		for _, length := range []int{3, 3, 1, 0} {
			var ids []verify.Digest
			if ids, last = page(tenant, last, 3); len(ids) != length {
				t.Fatalf("a page of %d verdicts: want %d", len(ids), length)
			}
			got = append(got, ids...)
		}
		if !slices.Equal(got, want[tenant]) {
			t.Errorf("the list of %s is %v: want %v", tenant, got, want[tenant])
		}
	}
	_, last := page("one", 0, 100)
	finish(t, s, l, verdict(l, 1))
	if ids, _ := page("one", last, 100); !slices.Equal(ids, []verify.Digest{l.Job.ID}) {
		t.Errorf("after one more there are %v", ids)
	}
	for _, tenant := range []string{"three", "*", ">", ""} {
		if ids, _ := page(tenant, 0, 100); len(ids) > 0 {
			t.Errorf("tenant %q has verdicts: %v", tenant, ids)
		}
	}
	if ids, _ := page("one", 0, -1); len(ids) > 0 {
		t.Errorf("fewer than none are %v", ids)
	}
}
