package natsbus_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
)

// TestTheQueueCountsWhatWaitsAndRuns follows three jobs of two tenants.
func TestTheQueueCountsWhatWaitsAndRuns(t *testing.T) {
	b := open(t, connect(t, start(t, embedded.Config{})), natsbus.Config{})
	want := func(jobs int64, tenants ...natsbus.Load) {
		t.Helper()
		ctx := patience(t)
		q, err := b.Queue(ctx)
		differs := func() bool { return q.Jobs != jobs || !reflect.DeepEqual(q.Tenants, tenants) }
		for err == nil && differs() && ctx.Err() == nil { // a consumer hears of a stored job a moment later
			<-time.After(10 * time.Millisecond)
			q, err = b.Queue(ctx)
		}
		if err != nil || differs() {
			t.Errorf("the queue is %+v, %v: want %d jobs, %+v", q, err, jobs, tenants)
		}
		if age := time.Since(q.Oldest); (jobs == 0) != q.Oldest.IsZero() || jobs > 0 && (age < 0 || age > time.Minute) {
			t.Errorf("the oldest of %d is of %v", jobs, q.Oldest)
		}
	}
	want(0)
	submit(t, b, job(t, "one", 1), true)
	submit(t, b, job(t, "one", 2), true)
	want(2, natsbus.Load{Tenant: "one", Waiting: 2})
	l := take(t, b)
	want(2, natsbus.Load{Tenant: "one", Waiting: 1, Running: 1})
	if err := l.Release(patience(t), 0, "of a whim"); err != nil {
		t.Fatal(err)
	}
	l = take(t, b)
	submit(t, b, job(t, "a", 3), true)
	want(3, natsbus.Load{Tenant: "a", Waiting: 1}, natsbus.Load{Tenant: "one", Waiting: 1, Running: 1, Again: 1})
	finish(t, b, l, 1)
	for range 2 {
		finish(t, b, take(t, b), 1)
	}
	want(0, natsbus.Load{Tenant: "a"}, natsbus.Load{Tenant: "one"})
}
