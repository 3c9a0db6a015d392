package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// TestPagesAreTheVerdictsBackwards holds pages of any size, begun at any time, to a plain list.
func TestPagesAreTheVerdictsBackwards(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for range 200 {
		h := newHistory(1000)
		var model []verify.Verdict
		for n := range r.IntN(60) {
			v := verify.Verdict{Verdict: replay.Verdict{Outcome: []replay.Outcome{"ok", "diverged"}[r.IntN(2)]}, Tenant: "acme",
				Job: verify.DigestOf(fmt.Append(nil, n))}
			if h.add(v) != true || h.add(v) != false {
				t.Fatal("a verdict is not noted once")
			}
			model = append(model, v)
		}
		outcome := []replay.Outcome{"", "ok", "diverged"}[r.IntN(3)]
		limit, before := 1+r.IntN(9), 0
		var got, want []verify.Digest
		for {
			page, next := h.page("acme", outcome, before, limit)
			for _, v := range page {
				got = append(got, v.Job)
			}
			// what comes meanwhile is before what was shown, and moves nothing
			h.add(verify.Verdict{Tenant: "acme", Job: verify.DigestOf(fmt.Append(nil, "late", len(got)))})
			if before = next; next == 0 {
				break
			}
			if len(page) != limit {
				t.Fatalf("seed %d: a page of %d that is not the last: want %d", seed, len(page), limit)
			}
		}
		for _, v := range slices.Backward(model) {
			if outcome == "" || v.Outcome == outcome {
				want = append(want, v.Job)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d verdicts in pages of %d, want %d", seed, len(got), limit, len(want))
		}
	}
}

// Who has seen a verdict finds it in lists, however late the news of it comes, and old ones do not come
// back as new.
func TestAVerdictThatWasAnsweredIsInTheList(t *testing.T) {
	h := newHistory(100)
	verdict := func(n int) verify.Verdict {
		return verify.Verdict{Verdict: replay.Verdict{Outcome: "ok"}, Tenant: "acme",
			Job: verify.DigestOf(fmt.Append(nil, n))}
	}
	h.took(verify.Job{ID: verdict(1).Job, Tenant: "acme", Received: time.Now()})
	if !h.heard(verdict(1)) || h.heard(verdict(1)) || h.add(verdict(1)) {
		t.Error("a verdict is not noted once")
	}
	if h.heard(verdict(2)) {
		t.Error("a verdict is noted as new of a job that was not taken here")
	}
	if list, _ := h.page("acme", "", 0, 10); len(list) != 1 || list[0].Job != verdict(1).Job {
		t.Errorf("the list is %+v", list)
	}
}

func TestAHistoryIsBoundedAndCountsOn(t *testing.T) {
	h := newHistory(100)
	now := time.Now()
	for n := range 1000 {
		v := verify.Verdict{Verdict: replay.Verdict{Outcome: "ok"}, Tenant: "acme", Job: verify.DigestOf(fmt.Append(nil, n)),
			Took: time.Duration(n * 7919 % 1000), Decided: now, Worker: "w"}
		h.took(verify.Job{ID: v.Job, Tenant: "acme", Received: now})
		h.add(v)
	}
	s := h.summarize("acme", now)
	n := len(h.tenants["acme"].verdicts)
	if n < 100 || n > 113 || s.Decided != 1000 || s.Outcomes["ok"] != 1000 || s.Open != 0 {
		t.Errorf("%d are kept, %+v", n, s)
	}
	sorted := func(a, b verify.Verdict) int { return cmp.Compare(b.Took, a.Took) }
	if len(s.Slowest) != slowestShown || !slices.IsSortedFunc(s.Slowest, sorted) {
		t.Errorf("the slowest are %v", s.Slowest)
	}
	if other := h.summarize("other", now); other.Decided != 0 {
		t.Errorf("another tenant sees %+v", other)
	}
	h.took(verify.Job{ID: verify.DigestOf(fmt.Append(nil, 999)), Tenant: "acme"})
	if open, _ := h.queue(now); open != 0 {
		t.Error("a job is open whose verdict was faster")
	}
}

func TestAChangedFileThatCannotBeReadLeavesTheOldOne(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tenants.json")
	write := func(text string) {
		if err := replaceFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"tenants": {"acme": {"limits": {"jobs": 3}}}}`)
	complaints := 0
	w, err := watch(name, readTenants, func(error) { complaints++ })
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	w.now = func() time.Time { return now }
	for i, c := range []struct {
		text string
		jobs int64
		bad  int
	}{
		{`{"tenants": {"acme": {"limits": {"jobs": 44}}}}`, 44, 0},
		{`{"tenants": {"acme": {"limits": {"jobs": "many"}}}}`, 44, 1},
		{`{"tenants": {"../acme": {}}}`, 44, 2},
		{`{"tenants": {"acme": {"tokens": [{"sha256": "abc"}]}}}`, 44, 3},
		{`{"tenants": {}}`, 0, 3},
	} {
		write(c.text)
		now = now.Add(2 * time.Second)
		if got := w.get().limits["acme"].Jobs; got != c.jobs || complaints != c.bad {
			t.Errorf("%d: %d jobs, %d complaints: want %d and %d", i, got, complaints, c.jobs, c.bad)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * time.Second)
	if w.get() == nil || complaints != 4 {
		t.Error("a file that is gone took all with it")
	}
}
