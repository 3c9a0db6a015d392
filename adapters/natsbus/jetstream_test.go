package natsbus_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

func streamOf(t testing.TB, nc *nats.Conn, name string) jetstream.Stream {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(patience(t), name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stored counts the messages of a stream.
func stored(t testing.TB, nc *nats.Conn, name string) int {
	t.Helper()
	info, err := streamOf(t, nc, name).Info(patience(t))
	if err != nil {
		t.Fatal(err)
	}
	return int(info.State.Msgs)
}

// TestTheSameJobIsOneJobOverARestart submits what is waiting, running and decided to a server that was
// started anew in between, which has forgotten its message ids.
func TestTheSameJobIsOneJobOverARestart(t *testing.T) {
	dir := t.TempDir()
	c := natsbus.Config{Lease: 500 * time.Millisecond}
	s := start(t, embedded.Config{Dir: dir})
	b := open(t, connect(t, s), c)
	for n := range 3 {
		submit(t, b, job(t, "one", n), true)
	}
	decided := take(t, b)
	finish(t, b, decided, 7)
	running := take(t, b)
	s.Close()

	s = start(t, embedded.Config{Dir: dir})
	nc := connect(t, s)
	b = open(t, nc, c)
	for n := range 3 {
		submit(t, b, job(t, "one", n), false)
	}
	if n := stored(t, nc, "tactus_jobs"); n != 2 {
		t.Errorf("%d jobs are in the queue: want the one that waits and the one that runs", n)
	}
	if v, err := b.Verdict(patience(t), "one", decided.Job.ID); err != nil || v.Compared.Hashes != 7 {
		t.Errorf("the verdict from before: %+v, %v", v, err)
	}
	attempts := map[verify.Digest]int{}
	for range 2 {
		l := take(t, b)
		attempts[l.Job.ID] = l.Attempt
		finish(t, b, l, 8)
	}
	if attempts[running.Job.ID] != 2 || len(attempts) != 2 {
		t.Errorf("attempts are %v: want a second one of %v, and a first", attempts, running.Job.ID)
	}
	idle(t, b)
}

// TestAJobThatWasDecidedIsNotRunAgain puts a message into the queue by hand, as two that submit at one
// time might: it is cleared away by the verdict.
func TestAJobThatWasDecidedIsNotRunAgain(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{})
	j := job(t, "one", 1)
	submit(t, b, j, true)
	finish(t, b, take(t, b), 1)
	data, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := nc.Request("tactus.jobs.one."+j.ID.String(), data, 10*time.Second); err != nil {
			t.Fatal(err)
		}
		for ctx := patience(t); stored(t, nc, "tactus_jobs") != 0; idle(t, b) { // nobody was told of it
			if ctx.Err() != nil {
				t.Fatal("it stays in the queue")
			}
		}
	}
}

// TestACopyOfAJobTakesNothingFromIt puts a job that is being worked on into the queue again, by hand.
// The copy is cleared away, by the process that has the job and by a later one that knows nothing of it,
// where else each would end the other's attempt for ever. One that was there before and gets it first
// runs it, and its copy is cleared away when it comes again.
func TestACopyOfAJobTakesNothingFromIt(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{})
	j := job(t, "one", 1)
	submit(t, b, j, true)
	l := take(t, b)
	data, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	before := open(t, nc, natsbus.Config{})
	again := func() {
		if _, err := nc.Request("tactus.jobs.one."+j.ID.String(), data, 10*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	again()
	beside := take(t, before)
	if err := beside.Release(patience(t), 0, "to see what becomes of it"); err != nil {
		t.Fatal(err)
	}
	for n, taker := range []*natsbus.Bus{before, b, nil} {
		if n > 0 {
			again()
		}
		if taker == nil {
			taker = open(t, nc, natsbus.Config{})
		}
		for ctx := patience(t); stored(t, nc, "tactus_jobs") != 1; idle(t, taker) {
			if ctx.Err() != nil {
				t.Fatal("the copy stays in the queue")
			}
		}
		if err := l.Beat(patience(t)); err != nil {
			t.Fatalf("the job was taken away from its worker by copy %d: %v", n, err)
		}
	}
	finish(t, b, l, 1)
	if verdicts, revisions := history(t, nc, "one."+j.ID.String()); verdicts != 1 || revisions != 1 {
		t.Errorf("%d verdicts in %d revisions: want one, and no attempt of a copy", verdicts, revisions)
	}
	idle(t, b)
}

// TestWhatIsNoJobIsThrownOut puts messages into the queue whose subjects are not of a job.
func TestWhatIsNoJobIsThrownOut(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{})
	j := job(t, "one", 1)
	submit(t, b, j, true)
	data, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", strings.ToUpper(j.ID.String()), j.ID.String()[1:]} {
		if _, err := nc.Request("tactus.jobs.one."+name, data, 10*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	finish(t, b, take(t, b), 1)
	idle(t, b)
	for ctx := patience(t); stored(t, nc, "tactus_jobs") != 0; idle(t, b) { // throwing out is not acknowledged
		if ctx.Err() != nil {
			t.Fatal("it stays in the queue")
		}
	}
	if n := stored(t, nc, "tactus_dead"); n != 0 {
		t.Errorf("%d dead letters", n)
	}
}

// TestAJobThatNobodyUnderstandsIsGivenUp puts messages into the queue that have a job's subject, as a
// newer service might: none is run, and each has a verdict in the end.
func TestAJobThatNobodyUnderstandsIsGivenUp(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{Lease: 100 * time.Millisecond, Attempts: 2})
	submit(t, b, job(t, "one", 1), true) // makes the consumer
	finish(t, b, take(t, b), 1)
	theirs := job(t, "two", 2)
	other, err := json.Marshal(theirs)
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(string(other), `"tenant":"two"`, `"tenant":"one"`, 1)
	ids := []verify.Digest{theirs.ID}
	for _, data := range []string{forged, "", "{}", string(other), "\xff"} {
		id := ids[len(ids)-1]
		if _, err := nc.Request("tactus.jobs.one."+id.String(), []byte(data), 10*time.Second); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, verify.DigestOf(id[:]))
	}
	ctx, stop := context.WithCancel(patience(t))
	var worker sync.WaitGroup
	worker.Go(func() {
		if l, err := b.Take(ctx); err == nil {
			t.Errorf("taken %+v", l.Job)
		}
	})
	for _, id := range ids[:5] {
		v, err := b.Wait(ctx, "one", id)
		if err != nil || v.Outcome != verify.GivenUp || !strings.Contains(v.Reason, "does not understand it") {
			t.Errorf("%+v, %v", v, err)
		}
	}
	stop()
	worker.Wait()
	idle(t, b)
	if jobs, dead := stored(t, nc, "tactus_jobs"), stored(t, nc, "tactus_dead"); jobs != 0 || dead != 5 {
		t.Errorf("%d jobs and %d dead letters: want 0 and 5", jobs, dead)
	}
}

// TestADeadLetterHasTheReasonAndTheQueueIsEmpty gives a job up by silence and one by releases.
func TestADeadLetterHasTheReasonAndTheQueueIsEmpty(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{Lease: 200 * time.Millisecond, Attempts: 2})
	dead, err := nc.SubscribeSync("tactus.dead.>")
	if err != nil {
		t.Fatal(err)
	}
	letter := func(j verify.Job, reason string) {
		t.Helper()
		m, err := dead.NextMsgWithContext(patience(t))
		if err != nil {
			t.Fatal(err)
		}
		var l natsbus.DeadLetter
		err = json.Unmarshal(m.Data, &l)
		if err != nil || m.Subject != "tactus.dead."+j.Tenant+"."+j.ID.String() || l.Job != j || l.Attempts != 2 ||
			!strings.Contains(l.Reason, reason) {
			t.Errorf("the dead letter %s: %s, %v", m.Subject, m.Data, err)
		}
	}
	silent, released := job(t, "one", 1), job(t, "two", 2)
	submit(t, b, silent, true)
	take(t, b)
	take(t, b)
	ctx, stop := context.WithCancel(patience(t))
	var worker sync.WaitGroup
	worker.Go(func() { // somebody has to come by, to find that it is enough
		if l, err := b.Take(ctx); err == nil {
			t.Errorf("taken %+v", l.Job)
		}
	})
	letter(silent, "silent for 200ms")
	stop()
	worker.Wait()
	submit(t, b, released, true)
	for range 2 {
		if err := take(t, b).Release(patience(t), 0, "no such module"); err != nil {
			t.Fatal(err)
		}
	}
	letter(released, "no such module")
	idle(t, b)
	if n := stored(t, nc, "tactus_jobs"); n != 0 {
		t.Errorf("%d messages are left in the queue", n)
	}
	if n := stored(t, nc, "tactus_dead"); n != 2 {
		t.Errorf("%d dead letters are kept: want 2", n)
	}
}

// TestADeadLetterThatACrashPreventedIsWrittenLater leaves a job between its last verdict and its dead
// letter.
func TestADeadLetterThatACrashPreventedIsWrittenLater(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{Lease: 200 * time.Millisecond, Attempts: 1})
	j := job(t, "one", 1)
	submit(t, b, j, true)
	take(t, b)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	kv, err := js.KeyValue(patience(t), "tactus_verdicts")
	if err != nil {
		t.Fatal(err)
	}
	v := verify.GiveUp(j, 1, "in a test", time.Now())
	record, err := json.Marshal(map[string]any{"attempts": 1, "verdict": v})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Put(patience(t), "one."+j.ID.String(), record); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	var worker sync.WaitGroup
	worker.Go(func() { _, _ = b.Take(ctx) })
	worker.Wait()
	if jobs, dead := stored(t, nc, "tactus_jobs"), stored(t, nc, "tactus_dead"); jobs != 0 || dead != 1 {
		t.Errorf("%d jobs and %d dead letters: want 0 and 1", jobs, dead)
	}
}

// TestAttemptsAreCountedWhereTheConsumerForgets deletes the consumer, with its counts, between
// deliveries.
func TestAttemptsAreCountedWhereTheConsumerForgets(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{Lease: 10 * time.Second, Attempts: 3})
	j := job(t, "one", 1)
	submit(t, b, j, true)
	for attempt := 1; attempt <= 3; attempt++ {
		if l := take(t, b); l.Attempt != attempt {
			t.Fatalf("attempt %d: want %d", l.Attempt, attempt)
		}
		if err := streamOf(t, nc, "tactus_jobs").DeleteConsumer(patience(t), "one"); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(patience(t))
	var worker sync.WaitGroup
	worker.Go(func() { _, _ = b.Take(ctx) })
	v, err := b.Wait(ctx, "one", j.ID)
	if err != nil || v.Outcome != verify.GivenUp || v.Attempt != 3 {
		t.Errorf("given up with %+v, %v", v, err)
	}
	stop()
	worker.Wait()
}

// TestAJobOfAWorkerWhoseConnectionBreaksComesBackWithItsLease: not at once, for the worker may be alive,
// and within one and a half leases.
func TestAJobOfAWorkerWhoseConnectionBreaksComesBackWithItsLease(t *testing.T) {
	const lease = 2 * time.Second
	s := start(t, embedded.Config{})
	gone := connect(t, s)
	b, other := open(t, gone, natsbus.Config{Lease: lease}), open(t, connect(t, s), natsbus.Config{Lease: lease})
	submit(t, b, job(t, "one", 1), true)
	begun := time.Now()
	take(t, b)
	taken := time.Now()
	gone.Close()
	if _, err := b.Take(t.Context()); !errors.Is(err, verify.ErrClosed) {
		t.Errorf("taken over a closed connection: %v", err)
	}
	l := take(t, other)
	if early := time.Since(begun); early < lease {
		t.Errorf("back after %v: want no less than %v", early, lease)
	}
	if late := time.Since(taken); late > lease*3/2 {
		t.Errorf("back after %v: want no more than %v", late, lease*3/2)
	}
	if l.Attempt != 2 {
		t.Errorf("attempt %d: want 2", l.Attempt)
	}
}

// TestAVerdictIsNeverWrittenOver reads the history of a job of three attempts.
func TestAVerdictIsNeverWrittenOver(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	var conflicts int
	b := open(t, nc, natsbus.Config{Lease: 200 * time.Millisecond, Conflict: func(own, stored verify.Verdict) {
		if conflicts++; own.Compared.Hashes != 2 || stored.Compared.Hashes != 1 {
			t.Errorf("in conflict: %+v with %+v", own, stored)
		}
	}})
	j := job(t, "one", 1)
	submit(t, b, j, true)
	leases := []*verify.Lease{take(t, b), take(t, b), take(t, b)}
	for i, hashes := range []int{1, 1, 2} {
		if v := finish(t, b, leases[i], hashes); v.Compared.Hashes != 1 {
			t.Errorf("worker %d is told %+v", i, v)
		}
	}
	if conflicts != 1 {
		t.Errorf("%d conflicts: want the one of the third worker", conflicts)
	}
	verdicts, revisions := history(t, nc, "one."+j.ID.String())
	if revisions != 3 || verdicts != 1 { // the first attempt has none
		t.Errorf("%d revisions with %d verdicts: want the second and third attempt, and one verdict", revisions, verdicts)
	}
}

// history counts the revisions of a job's record, and how many of them are verdicts.
func history(t testing.TB, nc *nats.Conn, key string) (verdicts, revisions int) {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	kv, err := js.KeyValue(patience(t), "tactus_verdicts")
	if err != nil {
		t.Fatal(err)
	}
	all, err := kv.History(patience(t), key)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		var r struct{ Verdict *verify.Verdict }
		if err := json.Unmarshal(e.Value(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Verdict != nil {
			verdicts++
		}
	}
	return verdicts, len(all)
}

// TestTenThousandJobsOfOneTenantHoldUpAnotherByOne counts how many jobs come first.
func TestTenThousandJobsOfOneTenantHoldUpAnotherByOne(t *testing.T) {
	const many = 10_000
	b := open(t, connect(t, start(t, embedded.Config{Unsynced: true})), natsbus.Config{})
	var all sync.WaitGroup
	for part := range 8 {
		all.Go(func() {
			for n := part; n < many; n += 8 {
				j, err := newJob("many", n)
				if err == nil {
					_, err = b.Submit(t.Context(), j)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	finish(t, b, take(t, b), 1)
	for n := range 5 {
		submit(t, b, job(t, "one", n), true)
		before := 0
		for l := take(t, b); l.Job.Tenant != "one"; l = take(t, b) {
			if before++; before > 2 {
				t.Fatalf("job %d waits for more than %d of another tenant", n, before)
			}
			finish(t, b, l, 1)
		}
	}
}

// TestABlobThatDoesNotFitIsNotThereAtAll fills a store, and then puts a blob of many pieces.
func TestABlobThatDoesNotFitIsNotThereAtAll(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{Limits: func(string) verify.Limits { return verify.Limits{Bytes: 1 << 20} }})
	data := make([]byte, 2<<20)
	for range 2 {
		var limit *verify.LimitError
		if _, err := b.Put(patience(t), "one", data); !errors.As(err, &limit) {
			t.Fatalf("2 MB where 1 MB fits: %v", err)
		}
	}
	if n := stored(t, nc, "OBJ_tactus_blobs_one"); n != 0 {
		t.Errorf("%d pieces are left of it", n)
	}
}

// TestABlobThatWasChangedIsRefused changes a byte behind the bus's back.
func TestABlobThatWasChangedIsRefused(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	b := open(t, nc, natsbus.Config{})
	d, err := b.Put(patience(t), "one", []byte("a recording"))
	if err != nil {
		t.Fatal(err)
	}
	s := streamOf(t, nc, "OBJ_tactus_blobs_one")
	m, err := s.GetMsg(patience(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteMsg(patience(t), 1); err != nil {
		t.Fatal(err)
	}
	if data, err := b.Get(patience(t), "one", d); err == nil {
		t.Errorf("without its piece: %q", data)
	}
	if _, err := nc.Request(m.Subject, []byte("a rEcording"), 10*time.Second); err != nil {
		t.Fatal(err)
	}
	if data, err := b.Get(patience(t), "one", d); err == nil || errors.Is(err, verify.ErrUnknown) {
		t.Errorf("with another: %q, %v", data, err)
	}
}

// TestAStreamOfAnotherKindIsRefused opens a bus where something else has its names.
func TestAStreamOfAnotherKindIsRefused(t *testing.T) {
	nc := connect(t, start(t, embedded.Config{}))
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	_, err = js.CreateStream(patience(t), jetstream.StreamConfig{Name: "tactus_jobs", Subjects: []string{"tactus.>"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = natsbus.Open(patience(t), nc, natsbus.Config{})
	if err == nil || !strings.Contains(err.Error(), "tactus_jobs") {
		t.Errorf("opened over another's stream: %v", err)
	}
	open(t, nc, natsbus.Config{Prefix: "other"})
	if _, err := natsbus.Open(patience(t), nc, natsbus.Config{Prefix: "other", Replicas: 3}); err == nil {
		t.Error("one replica passes for three")
	}
	for _, c := range []natsbus.Config{{Prefix: "A.b"}, {Replicas: 2}, {Lease: -1}, {Lease: 1}, {Attempts: -1}, {Keep: -1},
		{KeepDead: -1}, {QueueBytes: -1}} {
		if _, err := natsbus.Open(patience(t), nc, c); err == nil {
			t.Errorf("opened with %+v", c)
		}
	}
}

// A wide is a runner whose verdict has more in it than a message can hold.
type wide struct{}

func (wide) Run(context.Context, verify.Job, []byte, func() error) (replay.Verdict, uint64, error) {
	fields := make([]replay.FieldDifference, 1<<16)
	for i := range fields {
		fields[i] = replay.FieldDifference{Name: "a field", Want: "something", Got: "something else"}
	}
	return replay.Verdict{Outcome: replay.Diverged, Fields: fields}, 0, nil
}

// TestAVerdictOnAWideStateIsStored lets a worker judge a run whose states differ everywhere.
func TestAVerdictOnAWideStateIsStored(t *testing.T) {
	b := open(t, connect(t, start(t, embedded.Config{})), natsbus.Config{})
	id, err := b.Put(patience(t), "one", []byte("a recording"))
	if err != nil {
		t.Fatal(err)
	}
	j, err := verify.NewJob(verify.Job{Tenant: "one", Recording: id})
	if err != nil {
		t.Fatal(err)
	}
	submit(t, b, j, true)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w := verify.Worker{Name: "w", Bus: b, Store: b, Runner: wide{},
		Done: func(verify.Job, verify.Verdict, verify.Verdict) { stop() },
		Failed: func(_ verify.Job, err error) {
			t.Error(err)
			stop()
		}}
	if err := w.Work(ctx, t.Context()); err != nil {
		t.Fatal(err)
	}
	v, err := b.Verdict(patience(t), "one", j.ID)
	if err != nil || v.Outcome != replay.Diverged || v.FieldsOmitted != 1<<16-verify.FieldsMost {
		t.Errorf("%s, %d fields omitted, %v", v.Outcome, v.FieldsOmitted, err)
	}
}

// TestAJobWithTheIdOfAnotherIsRefused.
func TestAJobWithTheIdOfAnotherIsRefused(t *testing.T) {
	b := open(t, connect(t, start(t, embedded.Config{})), natsbus.Config{})
	j := job(t, "one", 1)
	j.Tenant = "two"
	if _, err := b.Submit(patience(t), j); err == nil {
		t.Error("submitted")
	}
	if _, err := b.Submit(patience(t), verify.Job{}); err == nil {
		t.Error("submitted a zero job")
	}
}
