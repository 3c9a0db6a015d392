package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// enters begins work, and fails where it has to wait.
func enters(t *testing.T, s *shares, tenant string, rank rank) *hold {
	t.Helper()
	got := make(chan *hold, 1)
	go func() {
		h, err := s.enter(t.Context(), tenant, rank)
		if err == nil {
			got <- h
		}
	}()
	synctest.Wait()
	select {
	case h := <-got:
		return h
	default:
		t.Fatalf("%s has to wait", tenant)
		return nil
	}
}

// ticks begins a tick's end, and returns what is closed when the work goes on.
func ticks(t *testing.T, h *hold) <-chan struct{} {
	on := make(chan struct{})
	go func() {
		defer close(on)
		if err := h.tick(t.Context(), time.Hour, func() error { return nil }); err != nil {
			t.Error(err)
		}
	}()
	synctest.Wait()
	return on
}

func goesOn(on <-chan struct{}) bool {
	synctest.Wait()
	select {
	case <-on:
		return true
	default:
		return false
	}
}

func TestATenantAloneIsNotHeldBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShares(2)
		for range 9 {
			h := enters(t, s, "acme", aRun)
			defer h.leave()
			time.Sleep(time.Second) // of the bubble's own time: a slow one
			if !goesOn(ticks(t, h)) {
				t.Fatal("it gives way to nobody")
			}
		}
	})
}

func TestWorkGivesWayBetweenTicksAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShares(2)
		one, two := enters(t, s, "many", aRun), enters(t, s, "many", aRun)
		if !goesOn(ticks(t, one)) || !goesOn(ticks(t, two)) {
			t.Fatal("it gives way to nobody")
		}
		other := enters(t, s, "other", aRun) // at once, whatever runs
		first, second := ticks(t, one), ticks(t, two)
		if goesOn(first) == goesOn(second) {
			t.Fatal("of two pieces of work, not one gave way")
		}
		if !goesOn(ticks(t, other)) {
			t.Error("the other tenant has less than its share, and gave way")
		}
		other.leave()
		if !goesOn(first) || !goesOn(second) {
			t.Error("what gave way does not come back")
		}
	})
}

func TestATenantOfSlowTicksRestsWhileThereAreOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShares(3)
		enters(t, s, "other", aRun).leave()
		one, two := enters(t, s, "slow", aRun), enters(t, s, "slow", aRun)
		time.Sleep(time.Minute) // its module is made ready: no tick of its own
		ticks(t, one)
		time.Sleep(time.Minute)
		ticks(t, one)
		ticks(t, two)
		ticks(t, two)
		enters(t, s, "other", aRun).leave()
		time.Sleep(2 * slowTick)
		first, second := ticks(t, one), ticks(t, two)
		enters(t, s, "slow", aRequest).leave() // a request is no tick
		for rested := time.Duration(0); !goesOn(first) && !goesOn(second); rested += lookEvery {
			if rested > slowRest*(2*slowTick+lookEvery) {
				t.Fatalf("it rests for over %v", rested)
			}
			time.Sleep(lookEvery)
			if early := rested + lookEvery; early < slowRest*(2*slowTick-lookEvery) && (goesOn(first) || goesOn(second)) {
				t.Fatalf("it rests for %v only", early)
			}
		}
		if goesOn(first) && goesOn(second) {
			t.Error("it has more than one processor")
		}
		time.Sleep(2 * slowFor) // nobody came
		if !goesOn(first) || !goesOn(second) {
			t.Error("it waits for nobody")
		}
		one.leave()
		two.leave()
	})
}

// TestACheckComesBeforeItsTenantsRunsAndRestsLess fills a tenant's share with a run that has no end.
func TestACheckComesBeforeItsTenantsRunsAndRestsLess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShares(2)
		other, run := enters(t, s, "other", aRun), enters(t, s, "one", aRun)
		got := make(chan *hold, 2)
		for _, rank := range []rank{aRun, aCheck} { // the run has come first
			go func() {
				h, err := s.enter(t.Context(), "one", rank)
				if err != nil {
					t.Error(err)
				}
				got <- h
			}()
			synctest.Wait()
		}
		goes := ticks(t, run)
		synctest.Wait()
		if goesOn(goes) {
			t.Fatal("the run goes on, and a check waits")
		}
		check := <-got
		if check.rank != aCheck {
			t.Fatal("the run that waits comes before the check")
		}
		for range 2 { // the first is not looked at
			ticks(t, check)
		}
		time.Sleep(4 * slowTick)
		slow := ticks(t, check)
		rested := time.Duration(0)
		for ; !goesOn(slow) && rested < time.Minute; rested += lookEvery {
			time.Sleep(lookEvery)
		}
		if most := checkRest * (4*slowTick + lookEvery); rested < checkRest*3*slowTick || rested > most+lookEvery {
			t.Errorf("a check rests for %v after a tick of %v, want %d times as long", rested, 4*slowTick, checkRest)
		}
		if check.waited < rested-lookEvery {
			t.Errorf("it has waited for %v, and says %v", rested, check.waited)
		}
		check.leave()
		(<-got).leave()
		time.Sleep(2 * slowFor) // the tenant is slow no more
		if !goesOn(goes) {
			t.Error("the run does not go on")
		}
		run.leave()
		other.leave()
	})
}

func TestWorkThatWaitsSaysThatItIsAliveAndEndsWithThat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShares(1)
		one := enters(t, s, "one", aRun)
		other := enters(t, s, "other", aRun)
		other.leave()
		_ = enters(t, s, "other", aRun)
		lost, beats := errors.New("lost"), 0
		waits := make(chan error, 1)
		go func() {
			_, err := s.join(t.Context(), "one", aRun, time.Second, func() error {
				if beats++; beats == 3 {
					return lost
				}
				return nil
			})
			waits <- err
		}()
		if err := <-waits; !errors.Is(err, lost) || beats != 3 {
			t.Errorf("%v after %d beats", err, beats)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		if _, err := s.enter(ctx, "one", aRun); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		one.leave()
		enters(t, s, "one", aRun) // what has ended takes up nothing
	})
}

// TestHammerOfShares has many tenants at it: all of their work comes to its end.
func TestHammerOfShares(t *testing.T) {
	const tenants = 6
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	s := newShares(4)
	var all sync.WaitGroup
	for n := range 48 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			tenant := n % tenants
			for range 300 {
				h, err := s.enter(t.Context(), string(rune('a'+tenant)), rank(r.IntN(3)))
				if err != nil {
					t.Error(err)
					return
				}
				for range r.IntN(20) {
					if err := h.tick(t.Context(), time.Hour, func() error { return nil }); err != nil {
						t.Error(err)
					}
				}
				h.leave()
			}
		})
	}
	all.Wait()
	if len(s.active) != 0 {
		t.Errorf("%d tenants have work for ever", len(s.active))
	}
}
