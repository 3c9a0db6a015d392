package framelog_test

import (
	"cmp"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

var thresholds = []framelog.Threshold{{Over: 8 * ms}, {Over: 33_333 * time.Microsecond}, {Over: 5 * time.Second},
	{Times: 1.0001}, {Times: 1.3}, {Times: 2}, {Times: 3.7}, {Times: 1000}}

// naiveHitches is the definition, with every window sorted.
func naiveHitches(times []time.Duration, t framelog.Threshold) framelog.Hitches {
	h := framelog.Hitches{Threshold: t}
	var start time.Duration
	inside := false
	for i, d := range times {
		was := inside
		if t.Over > 0 {
			inside = d > t.Over
		} else {
			inside = float64(d) > t.Times*naiveMedian(times[max(0, i-50):min(len(times), i+51)])
		}
		if inside {
			if !was {
				h.Events = append(h.Events, framelog.Hitch{Row: i, Index: i, Line: i + 1, Start: start, At: start})
				h.Count++
			}
			e := &h.Events[len(h.Events)-1]
			e.Frames++
			e.Time += d
			e.Longest = max(e.Longest, d)
			h.Frames++
			h.Time += d
		}
		start += d
	}
	return h
}

func naiveMedian(window []time.Duration) float64 {
	x := sorted(window)
	if n := len(x); n%2 == 0 {
		return float64(x[n/2-1]+x[n/2]) / 2
	}
	return float64(x[len(x)/2])
}

func TestHitchesEqualNaiveOnes(t *testing.T) {
	for _, times := range samples(t) {
		times = times[:min(len(times), 3000)]
		s := framelog.NewStream(times)
		for _, threshold := range thresholds {
			got, want := s.Hitches(framelog.Present, threshold)[0], naiveHitches(times, threshold)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%d frames, %v: %d in %d events, %v: want %d in %d, %v", len(times), threshold,
					got.Frames, got.Count, got.Time, want.Frames, want.Count, want.Time)
			}
		}
	}
}

func TestHitchRaisesNotItsOwnYardstick(t *testing.T) {
	times := repeat(200, 10*ms, 50, 100*ms, 200, 10*ms)
	h := framelog.NewStream(times).Hitches(framelog.Present, framelog.Threshold{Times: 2})[0]
	if h.Count != 1 || h.Frames != 50 {
		t.Errorf("a stall of 50 frames is %d frames in %d events", h.Frames, h.Count)
	}
}

func TestSlowSceneIsNoHitchOnceItLasts(t *testing.T) {
	times := repeat(300, 10*ms, 300, 30*ms)
	if h := framelog.NewStream(times).Hitches(framelog.Present, framelog.Threshold{Times: 2})[0]; h.Frames > 1 {
		t.Errorf("a scene of three times the frame time is %d hitches", h.Frames)
	}
}

func TestShortFastSceneHasHitchesOfItsOwn(t *testing.T) {
	times := repeat(900, 10*ms, 30, ms, 1, 5*ms, 30, ms, 900, 10*ms)
	h := framelog.NewStream(times).Hitches(framelog.Present, framelog.Threshold{Times: 2})[0]
	if !slices.ContainsFunc(h.Events, func(e framelog.Hitch) bool { return e.Index == 930 && e.Frames == 1 }) {
		t.Errorf("a frame of five times those around is not among %+v", h.Events)
	}
	if want := naiveHitches(times, framelog.Threshold{Times: 2}); !reflect.DeepEqual(h, want) {
		t.Errorf("hitches are %+v, want %+v", h, want)
	}
}

func TestAdjacentSlowFramesAreOneHitch(t *testing.T) {
	frames := []framelog.Frame{{Interval: 10 * ms, Line: 2}, {Interval: 100 * ms, Line: 3, Tag: "city"},
		{Line: 4, Display: ms}, {Interval: 120 * ms, Line: 5}, {Interval: 80 * ms, Line: 6}, {Interval: 10 * ms, Line: 7},
		{Interval: 60 * ms, Line: 8}}
	h := framelog.NewStreamOf(frames, true).Hitches(framelog.Present, framelog.Threshold{Over: 50 * ms})[0]
	want := []framelog.Hitch{
		{Row: 1, Index: 1, Line: 3, Start: 10 * ms, At: 10 * ms, Time: 300 * ms, Longest: 120 * ms, Frames: 3, Tag: "city"},
		{Row: 6, Index: 5, Line: 8, Start: 320 * ms, At: 320 * ms, Time: 60 * ms, Longest: 60 * ms, Frames: 1}}
	if h.Frames != 4 || h.Count != 2 || h.Time != 360*ms || !slices.Equal(h.Events, want) {
		t.Errorf("hitches are %+v", h)
	}
}

func TestHitchesAreBoundedAndAllCounted(t *testing.T) {
	times := make([]time.Duration, 3*framelog.HitchesMax)
	for i := range times {
		times[i] = ms + time.Duration(i%2)*ms
	}
	h := framelog.NewStream(times).Hitches(framelog.Present, framelog.Threshold{Over: ms})[0]
	if h.Count != len(times)/2 || h.Frames != h.Count || len(h.Events) != framelog.HitchesMax ||
		h.Time != time.Duration(h.Count)*2*ms {
		t.Errorf("%d frames in %d events, %d kept, %v", h.Frames, h.Count, len(h.Events), h.Time)
	}
}

func TestSlowestIsLongestFirstAndEarlierOfEqual(t *testing.T) {
	for _, times := range samples(t) {
		var all []framelog.Slow
		var start time.Duration
		for i, d := range times {
			all = append(all, framelog.Slow{Index: i, Row: i, Line: i + 1, Start: start, At: start, Time: d})
			start += d
		}
		slices.SortStableFunc(all, func(a, b framelog.Slow) int { return cmp.Compare(b.Time, a.Time) })
		for _, n := range []int{0, 1, 5, 99, 1000} {
			got := framelog.NewStream(times).Slowest(framelog.Present, n)
			if !slices.Equal(got, all[:min(n, len(all))]) {
				t.Fatalf("the %d slowest of %d are %v", n, len(times), got)
			}
		}
	}
}

func TestRelativeHitchesCountFramesAndNotRows(t *testing.T) {
	var frames []framelog.Frame
	var times []time.Duration
	for i := range 3000 {
		d := 10*ms + time.Duration(i%7)*ms
		if i%211 == 0 {
			d = 40 * ms
		}
		frames = append(frames, framelog.Frame{Interval: d, Line: len(frames) + 1})
		times = append(times, d)
		for range i % 3 {
			frames = append(frames, framelog.Frame{Display: ms, Line: len(frames) + 1})
		}
	}
	got := framelog.NewStreamOf(frames, true).Hitches(framelog.Present, framelog.Threshold{Times: 2})[0]
	want := naiveHitches(times, framelog.Threshold{Times: 2})
	if got.Frames != want.Frames || got.Count != want.Count {
		t.Fatalf("%d frames in %d events, want %d in %d", got.Frames, got.Count, want.Frames, want.Count)
	}
	for i, e := range got.Events {
		w := want.Events[i]
		if e.Index != w.Index || e.Start != w.Start || frames[e.Row].Interval != 40*ms || e.Line != e.Row+1 {
			t.Fatalf("event %d is %+v, want %+v", i, e, w)
		}
	}
}
