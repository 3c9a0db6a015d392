package framelog_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// scenes is rows of 10 ms with a tag that changes, some without a present interval, one of 50 s.
func scenes() []framelog.Frame {
	frames := make([]framelog.Frame, 60)
	for i := range frames {
		frames[i] = framelog.Frame{Interval: 10 * ms, Display: time.Duration(i%4) * 7 * ms,
			Clock: time.Duration(i) * time.Hour, Line: 100 + i,
			Tag: []string{"", "menu", "city", "menu"}[i/15], Dropped: i%4 == 0, Generated: i%5 == 0}
		if i%5 == 0 {
			frames[i].Interval = 0
		}
	}
	frames[31].Interval = 50 * time.Second
	return frames
}

func rowsOf(s *framelog.Stream) []framelog.Frame {
	var out []framelog.Frame
	for i := range s.Len() {
		out = append(out, s.Frame(i))
	}
	return out
}

func TestCutTakesFramesThatStartInsideWithAllTheirColumns(t *testing.T) {
	frames := scenes()
	s := framelog.NewStreamOf(frames, true)
	s.StreamName = framelog.StreamName{Application: "game.exe", Run: 2}
	for _, c := range []framelog.Cut{{}, {From: 40 * ms}, {To: 40 * ms},
		{From: 35 * ms, To: 100 * ms}, {From: time.Minute},
		{From: time.Second, To: time.Second}, {From: -5, To: ms}, {Tag: "menu", HasTag: true}, {HasTag: true},
		{Tag: "menu"},
		{From: 200 * ms, To: 51 * time.Second, Tag: "city", HasTag: true}, {Tag: "nowhere", HasTag: true}} {
		var want []framelog.Frame
		var engine []int64
		var start time.Duration
		for i, f := range frames {
			if start >= c.From && (c.To == 0 || start < c.To) && (!c.HasTag || f.Tag == c.Tag) {
				want = append(want, f)
				engine = append(engine, int64(i))
			}
			start += f.Interval
		}
		got := s.Cut(c)
		if !slices.Equal(rowsOf(got), want) || got.StreamName != s.StreamName {
			t.Errorf("%+v takes %d rows of %v, want %d", c, got.Len(), got.StreamName, len(want))
			continue
		}
		for i, steps := range engine {
			e := got.Engine(i)
			if e.Steps != steps || e.Alpha != 0.5 || e.Cost != time.Duration(steps) || e.Dropped != 2*time.Duration(steps) {
				t.Errorf("%+v: engine of row %d is %+v, want steps %d", c, i, e, steps)
			}
		}
		checkCounts(t, c, got, want)
	}
}

func checkCounts(t *testing.T, c framelog.Cut, got *framelog.Stream, want []framelog.Frame) {
	t.Helper()
	var present, display, dropped, generated int
	var tags []string
	for _, f := range want {
		present += one(f.Interval > 0)
		display += one(f.Display > 0)
		dropped += one(f.Dropped)
		generated += one(f.Generated)
		if f.Tag != "" && !slices.Contains(tags, f.Tag) {
			tags = append(tags, f.Tag)
		}
	}
	if got.Count(framelog.Present) != present || got.Count(framelog.Display) != display || got.Dropped != dropped ||
		got.Generated != generated || got.Rows != len(want) || !slices.Equal(got.Tags(), tags) {
		t.Errorf("%+v counts %d, %d, %d, %d, %d, %v: want %d, %d, %d, %d, %d, %v", c,
			got.Count(framelog.Present), got.Count(framelog.Display), got.Dropped, got.Generated, got.Rows, got.Tags(),
			present, display, dropped, generated, len(want), tags)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestCutLeavesUntoldUntold(t *testing.T) {
	s := framelog.NewStream(repeat(100, ms))
	got := s.Cut(framelog.Cut{From: 10 * ms, HasTag: true})
	if got.Len() != 90 || got.Dropped != -1 || got.Generated != -1 || got.Missed != -1 ||
		got.HasClock() || got.HasDisplay() || got.HasEngine() || got.Tags() != nil {
		t.Errorf("cut of a plain stream is %+v", got)
	}
	if got := s.Cut(framelog.Cut{HasTag: true, Tag: "menu"}); got.Len() != 0 {
		t.Errorf("a stream without tags has %d rows of one", got.Len())
	}
}

func TestCutOfDisplayIntervalsAloneCountsThose(t *testing.T) {
	frames := make([]framelog.Frame, 10)
	for i := range frames {
		frames[i] = framelog.Frame{Display: 10 * ms, Line: i}
	}
	got := framelog.NewStreamOf(frames, true).Cut(framelog.Cut{From: 30 * ms, To: 50 * ms})
	if got.Len() != 2 || got.Frame(0).Line != 3 || got.Count(framelog.Display) != 2 {
		t.Errorf("cut is %v", rowsOf(got))
	}
}

func TestEnvelopeEqualsNaiveOne(t *testing.T) {
	for _, times := range samples(t) {
		if len(times) > 3000 {
			continue
		}
		for _, columns := range []int{1, 2, 7, 100, 3001} {
			checkEnvelope(t, times, framelog.NewStream(times).Envelope(framelog.Present, columns), columns)
		}
	}
}

func checkEnvelope(t *testing.T, times []time.Duration, got []framelog.Extremes, columns int) {
	t.Helper()
	var total time.Duration
	for _, d := range times {
		total += d
	}
	if want := min(time.Duration(columns), total); len(got) != int(want) {
		t.Fatalf("%d columns of %d frames, want %d", len(got), len(times), want)
	}
	first, start := 0, time.Duration(0) // of the frame that covers a column's start
	var end time.Duration
	for i, e := range got {
		if e.Start != end || e.End <= e.Start || i == len(got)-1 && e.End != total {
			t.Fatalf("column %d is from %v to %v, after %v", i, e.Start, e.End, end)
		}
		end = e.End
		for start+times[first] <= e.Start {
			start += times[first]
			first++
		}
		want := framelog.Extremes{Start: e.Start, End: e.End, Min: math.MaxInt64}
		for k, at := first, start; k < len(times) && at < e.End; k++ {
			want.Min, want.Max = min(want.Min, times[k]), max(want.Max, times[k])
			want.Frames++
			at += times[k]
		}
		if e != want {
			t.Fatalf("column %d of %d is %+v, want %+v", i, len(got), e, want)
		}
	}
}

func TestEnvelopeShowsOneHitchAmongAMillion(t *testing.T) {
	times := repeat(1_000_000, ms)
	times[654_321] = 200 * ms
	seen := 0
	for _, e := range framelog.NewStream(times).Envelope(framelog.Present, 800) {
		if e.Max == 200*ms {
			seen++
		}
	}
	if seen == 0 {
		t.Error("a frame of 200 ms is not seen")
	}
}

func TestEnvelopeDrawsAHitchOverItsWholeLength(t *testing.T) {
	columns := framelog.NewStream(repeat(100, 10*ms, 1, time.Second, 100, 10*ms)).Envelope(framelog.Present, 30)
	for i, e := range columns {
		if inside := i >= 10 && i < 20; inside != (e.Max == time.Second) || inside != (e.Frames == 1) {
			t.Errorf("column %d is %+v", i, e)
		}
	}
}

func TestByTagIsACutForEachTag(t *testing.T) {
	l := readTwin(t, "stadia-frametimes.csv")
	s := l.Stream()
	parts := s.ByTag()
	if len(parts) != len(s.Tags()) || len(parts) < 2 {
		t.Fatalf("%d parts of %d tags", len(parts), len(s.Tags()))
	}
	for i, tag := range s.Tags() {
		want := s.Cut(framelog.Cut{Tag: tag, HasTag: true})
		same(t, tag+" rows", parts[i].Len(), want.Len())
		for k := range want.Len() {
			same(t, tag+" row", parts[i].Frame(k), want.Frame(k))
		}
	}
}
