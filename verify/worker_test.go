package verify_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// runner is a Runner made of a function.
type runner func(j verify.Job, recording []byte, beat func() error) (replay.Verdict, uint64, error)

func (r runner) Run(_ context.Context, j verify.Job, b []byte, beat func() error) (replay.Verdict, uint64, error) {
	return r(j, b, beat)
}

// workOn lets a worker in a hurry judge one recording, and returns the verdict on it.
func workOn(t *testing.T, r runner) verify.Verdict {
	t.Helper()
	return workWith(t, verify.Worker{Runner: r, Every: 1, Retry: 1})
}

// workWith lets a worker judge one recording, and returns the verdict on it.
func workWith(t *testing.T, w verify.Worker) verify.Verdict {
	t.Helper()
	m, err := verify.NewMemory(verify.MemoryConfig{Attempts: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	d, err := m.Put(ctx, "one", []byte("a recording"))
	if err != nil {
		t.Fatal(err)
	}
	j, err := verify.NewJob(verify.Job{Tenant: "one", Recording: d})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Submit(ctx, j); err != nil {
		t.Fatal(err)
	}
	w.Name, w.Bus, w.Store = "w", m, m
	until, drain := context.WithCancel(ctx)
	ended := make(chan error)
	go func() { ended <- w.Work(until, ctx) }()
	v, err := m.Wait(ctx, "one", j.ID)
	if err != nil {
		t.Fatal(err)
	}
	drain()
	if err := <-ended; err != nil {
		t.Errorf("the worker ended with %v", err)
	}
	return v
}

func TestAWorkerStoresWhatItsRunnerSays(t *testing.T) {
	v := workOn(t, func(_ verify.Job, recording []byte, beat func() error) (replay.Verdict, uint64, error) {
		if string(recording) != "a recording" {
			t.Errorf("it runs %q", recording)
		}
		return replay.Verdict{Outcome: replay.OK, Tick: 7}, 9, beat()
	})
	if v.Outcome != replay.OK || v.Tick != 7 || v.Fuel != 9 || v.Worker != "w" || v.Attempt != 1 || v.Tenant != "one" {
		t.Errorf("the verdict is %+v", v)
	}
}

func TestAJobWhoseRunnerFailsIsGivenUpWithTheReason(t *testing.T) {
	runs := 0
	for want, fail := range map[string]func(){"no module": func() {}, "at the disco": func() { panic("at the disco") }} {
		v := workOn(t, func(verify.Job, []byte, func() error) (replay.Verdict, uint64, error) {
			runs++
			fail()
			return replay.Verdict{}, 0, errors.New("no module")
		})
		if v.Outcome != verify.GivenUp || v.Attempt != 2 || !strings.Contains(v.Reason, want) {
			t.Errorf("the verdict is %+v: want the reason %q", v, want)
		}
	}
	if runs != 4 {
		t.Errorf("%d runs of two jobs: want two of each", runs)
	}
}

// TestALeaseIsRenewedForARunnerThatIsSilentForATime has runners that call nothing for three leases: a
// worker that is patient keeps the job, and one that is not, or not for as long, loses it.
func TestALeaseIsRenewedForARunnerThatIsSilentForATime(t *testing.T) {
	const silence = 3 * verify.LeaseDefault
	for name, c := range map[string]struct {
		quiet   time.Duration
		outcome replay.Outcome
	}{
		"for longer":  {silence + 1, replay.OK},
		"not so long": {silence / 3, verify.GivenUp},
		"not at all":  {0, verify.GivenUp},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := workWith(t, verify.Worker{Quiet: c.quiet, Runner: runner(
					func(_ verify.Job, _ []byte, beat func() error) (replay.Verdict, uint64, error) {
						time.Sleep(silence) // of the bubble's time
						return replay.Verdict{Outcome: replay.OK}, 0, beat()
					})})
				if v.Outcome != c.outcome || (c.outcome == replay.OK && v.Attempt != 1) {
					t.Errorf("the verdict is %+v: want %v", v, c.outcome)
				}
			})
		})
	}
}

// TestAVerdictHasABound lets a state differ in each of its 4 MiB: the verdict says so in a few of them.
func TestAVerdictHasABound(t *testing.T) {
	v := workOn(t, func(verify.Job, []byte, func() error) (replay.Verdict, uint64, error) {
		fields := make([]replay.FieldDifference, 1<<18)
		want := strings.Repeat("é", 1000)
		for i := range fields {
			fields[i] = replay.FieldDifference{Name: "byte\xff", Want: want, Got: "0"}
		}
		return replay.Verdict{Outcome: replay.Diverged, Fields: fields, Reason: strings.Repeat("why ", 1<<20)}, 0, nil
	})
	if v.Outcome != replay.Diverged || len(v.Fields) != verify.FieldsMost || v.FieldsOmitted != 1<<18-verify.FieldsMost {
		t.Fatalf("%s with %d fields, %d omitted", v.Outcome, len(v.Fields), v.FieldsOmitted)
	}
	f := v.Fields[1]
	if f.Name != "byte?" || f.Got != "0" || len(f.Want) > verify.TextMost || !strings.HasSuffix(f.Want, "é…") ||
		!utf8.ValidString(f.Want) || len(v.Reason) > verify.ReasonMost || !strings.HasPrefix(v.Reason, "why why") {
		t.Errorf("field %+v, reason of %d bytes", f, len(v.Reason))
	}
}
