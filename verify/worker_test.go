package verify_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// runner is a Runner made of a function.
type runner func(j verify.Job, recording []byte, beat func() error) (replay.Verdict, uint64, error)

func (r runner) Run(_ context.Context, j verify.Job, b []byte, beat func() error) (replay.Verdict, uint64, error) {
	return r(j, b, beat)
}

// workOn lets a worker judge one recording, and returns the verdict on it.
func workOn(t *testing.T, r runner) verify.Verdict {
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
	w := verify.Worker{Name: "w", Bus: m, Store: m, Runner: r, Every: 1, Retry: 1}
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
