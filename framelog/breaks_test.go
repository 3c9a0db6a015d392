package framelog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// visits is a tag that comes, goes and comes again: 100 rows each, slow where the first visit ends and
// where the second begins.
func visits() *framelog.Stream {
	var frames []framelog.Frame
	for i := range 300 {
		f := framelog.Frame{Interval: 10 * ms, Line: i + 1, Tag: "city"}
		if i >= 100 && i < 200 {
			f.Tag = "menu"
		}
		if i == 99 || i == 200 {
			f.Interval = 60 * ms
		}
		frames = append(frames, f)
	}
	return framelog.NewStreamOf(frames, false)
}

func TestAHitchIsNotOneOfTwoVisits(t *testing.T) {
	s := visits()
	city := slices.Index(s.Tags(), "city")
	for _, part := range []*framelog.Stream{s.Cut(framelog.Cut{Tag: "city", HasTag: true}), s.ByTag()[city]} {
		same(t, "breaks", fmt.Sprint(part.Breaks()), "[100]")
		for _, threshold := range []framelog.Threshold{{Over: 50 * ms}, {Times: 2}} {
			h := part.Hitches(framelog.Present, threshold)[0]
			same(t, threshold.String()+" events", h.Count, 2)
			same(t, threshold.String()+" frames", h.Frames, 2)
		}
		again := part.Cut(framelog.Cut{From: 100 * ms})
		same(t, "breaks of a cut of a cut", fmt.Sprint(again.Breaks()), "[90]")
	}
	same(t, "breaks of the whole", len(s.Breaks()), 0)
}

func TestARollingMedianIsOfOneVisit(t *testing.T) {
	frames := make([]framelog.Frame, 0, 300)
	for i := range 300 {
		f := framelog.Frame{Interval: 10 * ms, Line: i + 1, Tag: "city"}
		switch {
		case i >= 200:
			f.Interval = 30 * ms // the second visit is slow all over, and has no hitch
		case i >= 190:
			f.Tag = "menu"
		}
		frames = append(frames, f)
	}
	part := framelog.NewStreamOf(frames, false).Cut(framelog.Cut{Tag: "city", HasTag: true})
	h := part.Hitches(framelog.Present, framelog.Threshold{Times: 2})[0]
	same(t, "hitches", h.Frames, 0)
}

func TestAClockThatStartsAgainIsABreakForAnyWorkers(t *testing.T) {
	var b strings.Builder
	b.WriteString("frame,frame_time_ms,time_ms\n")
	for i := range 60_000 {
		fmt.Fprintf(&b, "%d,60,%d\n", i, i%25_000*60)
	}
	for _, workers := range []int{1, 3} {
		s := read(t, b.String(), framelog.Options{Workers: workers}).Stream()
		same(t, "breaks", fmt.Sprint(s.Breaks()), "[25000 50000]")
		same(t, "events", s.Hitches(framelog.Present, framelog.Threshold{Over: 50 * ms})[0].Count, 3)
	}
}

func TestAPauseIsABreakAndARowWithoutATimeIsNone(t *testing.T) {
	var b strings.Builder
	b.WriteString("frame,time_s,frame_ms,steps,paused\n")
	for i := range 100_000 {
		paused, time := 0, "60"
		switch {
		case i%30_000 == 29_999:
			paused = 1
		case i%7 == 3:
			time = "NA"
		}
		fmt.Fprintf(&b, "%d,%d,%s,1,%d\n", i, i, time, paused)
	}
	var want string
	for _, workers := range []int{1, 3} {
		s := read(t, b.String(), framelog.Options{Workers: workers}).Stream()
		same(t, "breaks", len(s.Breaks()), 3)
		same(t, "events", s.Hitches(framelog.Present, framelog.Threshold{Over: 50 * ms})[0].Count, 4)
		if want == "" {
			want = fmt.Sprint(s.Breaks())
		}
		same(t, "rows", fmt.Sprint(s.Breaks()), want)
	}
}

func TestRelativeHitchesWithBreaksEqualThoseOfTheStretches(t *testing.T) {
	frames := make([]framelog.Frame, 5000)
	for i := range frames {
		frames[i] = framelog.Frame{Interval: time.Duration(5+i*i%37) * ms, Line: i + 1, Tag: "a"}
		if i%701 > 690 || i%97 == 0 {
			frames[i].Tag = "b"
		}
	}
	part := framelog.NewStreamOf(frames, false).Cut(framelog.Cut{Tag: "a", HasTag: true})
	want := 0
	var stretch []time.Duration
	for i := 0; i <= len(frames); i++ {
		if i < len(frames) && frames[i].Tag == "a" {
			stretch = append(stretch, frames[i].Interval)
			continue
		}
		want += framelog.NewStream(stretch).Hitches(framelog.Present, framelog.Threshold{Times: 1.5})[0].Frames
		stretch = nil
	}
	same(t, "frames", part.Hitches(framelog.Present, framelog.Threshold{Times: 1.5})[0].Frames, want)
}
