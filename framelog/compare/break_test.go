package compare

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// visits returns a log with three visits of one scene, each of which ends and begins with a hitch, cut
// to that scene.
func visits(t *testing.T) (*framelog.Log, *framelog.Stream) {
	t.Helper()
	var b strings.Builder
	b.WriteString("frame,time_s,frame_ms,steps,alpha,sim_ms,dropped_ms,scene\n")
	for _, scene := range []string{"quay", "menu", "quay", "menu", "quay"} {
		for i := range 20 {
			ms := "10"
			if i == 0 || i == 19 {
				ms = "90"
			}
			b.WriteString("0,," + ms + ",,,,," + scene + "\n")
		}
	}
	l, err := framelog.Read(strings.NewReader(b.String()), "visits", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return l, l.Stream().Cut(framelog.Cut{Tag: "quay", HasTag: true})
}

func TestHitchesAreNotJoinedAcrossABreak(t *testing.T) {
	l, s := visits(t)
	r := NewRun("visits", l, s, framelog.Present)
	if !slices.Equal(r.breaks, []int{20, 40}) {
		t.Fatalf("breaks before frames %v", r.breaks)
	}
	for _, name := range []string{"hitch50ms", "hitch2x"} {
		want := []int{0, 19, 20, 39, 40, 59}
		if got := hitches(r, metric(t, name)); !slices.Equal(got, want) {
			t.Errorf("%s begin at %v, want %v", name, got, want)
		}
	}
	if n := s.Hitches(framelog.Present, framelog.Threshold{Over: 50 * time.Millisecond})[0].Count; n != 6 {
		t.Errorf("the stream has %d hitches", n)
	}
}

func TestBlocksStayWithinTheirStretch(t *testing.T) {
	for _, block := range []int{1, 7, 10, 25} {
		r := RunOf("", slices.Repeat([]time.Duration{time.Millisecond}, 60))
		r.breaks = []int{10, 40}
		k := rank(r, nil, time.Nanosecond)
		k.block = block
		var w walk
		var draws random
		draws.seed(3, 0, 0)
		sums := make([]int, 60)
		const times = 6000
		for range times {
			if total := w.draw(k, &draws); total != 60*time.Millisecond {
				t.Fatalf("blocks of %d: %v drawn", block, total)
			}
			for i := range sums {
				sums[i] += int(w.often[i])
			}
		}
		for i, n := range sums {
			if n < times*85/100 || n > times*115/100 {
				t.Errorf("blocks of %d: frame %d was drawn %d times, others %d", block, i, n, times)
			}
		}
	}
	r := RunOf("", make([]time.Duration, 0))
	r.times, r.breaks = make([]time.Duration, 60), []int{10, 40}
	for _, c := range [][3]int{{0, 0, 10}, {9, 0, 10}, {10, 10, 40}, {39, 10, 40}, {40, 40, 60}, {59, 40, 60}} {
		if from, to := r.stretch(c[0]); from != c[1] || to != c[2] {
			t.Errorf("frame %d is in a stretch from %d to %d", c[0], from, to)
		}
	}
}

// TestOneBlockHoldsOneStretch draws a single block, so that what it joins can be seen.
func TestOneBlockHoldsOneStretch(t *testing.T) {
	r := RunOf("", slices.Repeat([]time.Duration{time.Millisecond}, 60))
	r.breaks = []int{10, 40}
	k := rank(r, nil, time.Nanosecond)
	k.block = 60
	var w walk
	var draws random
	for seed := range uint64(50) {
		draws.seed(seed, 0, 0)
		w.draw(k, &draws)
		stretches := 0
		for _, at := range []int{0, 10, 40} {
			if from, to := r.stretch(at); slices.Max(w.often[from:to]) > 0 {
				stretches++
			}
		}
		if stretches != 1 {
			t.Fatalf("seed %d: a block holds frames of %d stretches: %v", seed, stretches, w.often)
		}
	}
}
