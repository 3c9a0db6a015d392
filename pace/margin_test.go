package pace_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/pace"
)

const us = time.Microsecond

func TestTheMarginIsTheQuantileOfWhatTheBudgetReaches(t *testing.T) {
	r := seeded(t, 5)
	for range 200 {
		budget := time.Duration(r.Int64N(int64(500 * us)))
		m := pace.NewMargin(budget)
		seen := slices.Repeat([]time.Duration{min(pace.MarginStart, budget)}, pace.MarginWindow)
		for range 400 {
			late := time.Duration(r.ExpFloat64() * float64(100*us)).Round(10 * us) // with many equal ones
			m.Add(late)
			if seen = append(seen[1:], late); r.IntN(50) == 0 {
				budget = time.Duration(r.Int64N(int64(500 * us)))
				m.Bound(budget)
			}
			var within []time.Duration
			for _, d := range seen {
				if d <= budget {
					within = append(within, d)
				}
			}
			slices.Sort(within)
			want := time.Duration(0)
			if len(within) > 0 {
				want = min(within[max(len(within)-1-pace.MarginSpared, 0)]+pace.MarginExtra, budget)
			}
			if m.Value() != want {
				t.Fatalf("margin %v, want %v", m.Value(), want)
			}
		}
	}
}

func TestTheMarginFollowsTheMachine(t *testing.T) {
	r := seeded(t, 6)
	m := pace.NewMargin(833 * us)
	for range 200 {
		m.Add(around(r, 80*us, 20*us)())
	}
	if m.Value() < 80*us || m.Value() > 150*us {
		t.Errorf("margin %v after 200 wake-ups late by 60 to 100 us", m.Value())
	}
	for range 200 {
		m.Add(around(r, 400*us, 50*us)())
	}
	if m.Value() < 400*us {
		t.Errorf("margin %v on a machine that is late by 350 to 450 us", m.Value())
	}
	for range pace.MarginWindow {
		m.Add(20 * us)
	}
	if m.Value() != 20*us+pace.MarginExtra {
		t.Errorf("margin %v one window after the machine is quiet again", m.Value())
	}
}

func TestTwoBadWakeUpsCostNothing(t *testing.T) {
	m := pace.NewMargin(833 * us)
	for range pace.MarginWindow {
		m.Add(60 * us)
	}
	quiet := m.Value()
	m.Add(800 * us)
	m.Add(700 * us)
	if m.Value() != quiet {
		t.Errorf("two outliers moved the margin from %v to %v", quiet, m.Value())
	}
}

func TestABadFirstWakeUpDoesNotMakeItSpinForEver(t *testing.T) {
	m := pace.NewMargin(833 * us)
	m.Add(830 * us)
	if m.Value() != pace.MarginStart+pace.MarginExtra {
		t.Errorf("margin %v after one bad wake-up", m.Value())
	}
}

func TestWakeUpsThatNoMarginCatchesAreLeftOut(t *testing.T) {
	m := pace.NewMargin(833 * us)
	for i := range 10_000 {
		late := 60 * us
		if i%3 == 0 {
			late = 12 * time.Millisecond // the system joins timers, or another program computes
		}
		m.Add(late)
	}
	if m.Value() != 60*us+pace.MarginExtra {
		t.Errorf("margin %v, want what the catchable two thirds need", m.Value())
	}
	for range pace.MarginWindow {
		m.Add(12 * time.Millisecond)
	}
	if m.Value() != 0 {
		t.Errorf("margin %v where no spin can help", m.Value())
	}
}

func TestTheSpinStaysWithinItsBudget(t *testing.T) {
	r := seeded(t, 7)
	w := &world{reading: us}
	for _, percent := range []int{1, 5, 20} {
		w.late = func() time.Duration { return time.Duration(r.ExpFloat64() * float64(400*us)) }
		p, _ := w.pacer(t, pace.Config{BudgetPercent: percent})
		for range 2000 {
			before := p.Counts().Spun
			must(t, p, pace.AtDeadline)
			budget := p.Rate().Period() * time.Duration(percent) / 100
			if spun := p.Counts().Spun - before; spun > budget+2*us {
				t.Fatalf("%d %%: spun %v, budget %v", percent, spun, budget)
			}
		}
	}
}
