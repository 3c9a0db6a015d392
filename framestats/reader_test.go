package framestats_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
)

// torn returns what in a snapshot of frames made by hammerFrame is not of one frame, or "".
func torn(s *framestats.Stats, recent []time.Duration) string {
	c := s.Counts()
	var frames, phases uint64
	for _, n := range s.StepsPerFrame() {
		frames += n
	}
	bins, carried := s.Phase()
	for _, n := range bins {
		phases += n
	}
	n, _ := s.Window()
	recent = s.Recent(recent[:0])
	for i, d := range recent {
		if d != hammerTime(c.Recorded-uint64(len(recent)-i)) {
			return "the ring"
		}
	}
	switch {
	case c.Recorded != c.Measured:
		return "the counts"
	case frames != c.Recorded || phases+carried != c.Recorded:
		return "steps or phase"
	case s.Run().Count() != c.Recorded || s.StepCost().Count() != c.Recorded:
		return "a histogram's count"
	case uint64(s.Last().At) != c.Recorded-1:
		return "the last frame"
	case n > 0 && s.Run().Max() != hammerTime(c.Recorded-1):
		return "a histogram's maximum"
	case n > 0 && s.Percentile(1) != hammerTime(c.Recorded-1):
		return "the sorted window"
	case s.HitchCount() != c.Recorded:
		return "the hitches"
	}
	return ""
}

func hammerTime(i uint64) time.Duration { return ms + time.Duration(i) }

func hammerFrame(i uint64) framestats.Frame {
	return framestats.Frame{At: tactus.Instant(i), Real: hammerTime(i), Steps: 1, Cost: ms, Alpha: 0.5, Tag: "hammer"}
}

func TestHammerASnapshotIsOfOneFrameAndNeitherSideWaits(t *testing.T) {
	const frames = 60_000
	r := newRecorder(t, framestats.RecorderConfig{Count: 64, Hitch: 1, SnapshotEvery: 3 * ms})
	first := hammerFrame(0)
	r.Record(&first)
	b := r.Reader()
	var done sync.WaitGroup
	stop := make(chan struct{})
	var snapshots, last uint64
	done.Go(func() {
		recent := make([]time.Duration, 0, 64)
		for open := true; open; {
			select {
			case <-stop:
				open = false // and one more look
			default:
				runtime.Gosched()
			}
			s, fresh := b.Latest()
			if what := torn(s, recent); what != "" {
				t.Errorf("snapshot of frame %d: %s is of another frame", s.Counts().Recorded, what)
				return
			}
			if now := s.Counts().Recorded; fresh && now <= last || !fresh && now != last {
				t.Errorf("from frame %d to %d, fresh %v", last, now, fresh)
			}
			last = s.Counts().Recorded
			if fresh {
				snapshots++
			}
		}
	})
	for i := uint64(1); i < frames; i++ {
		f := hammerFrame(i)
		r.Record(&f)
		if i%64 == 0 {
			runtime.Gosched()
		}
	}
	r.Publish()
	close(stop)
	done.Wait()
	if last != frames {
		t.Errorf("the last snapshot is of frame %d, want %d", last, frames)
	}
	t.Logf("%d snapshots of %d frames seen", snapshots, frames)
}

func TestAReaderThatStopsDoesNotStopTheRecorder(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{SnapshotEvery: 1})
	b := r.Reader()
	if again := r.Reader(); again != b {
		t.Error("a recorder has two readers")
	}
	held, _ := b.Latest()
	feed(r, repeat(5000, 7*ms)...)
	if held.Counts().Recorded != 0 {
		t.Error("a snapshot changed in its reader's hands")
	}
	s, fresh := b.Latest()
	if !fresh || s.Counts().Recorded != 5000 {
		t.Errorf("%d frames, fresh %v: want the newest snapshot", s.Counts().Recorded, fresh)
	}
	if _, fresh = b.Latest(); fresh {
		t.Error("a snapshot is new twice")
	}
}

func TestSnapshotsComeAtTheirIntervalAlsoWhilePaused(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	b := r.Reader()
	b.Latest()
	for i, c := range []struct {
		f     framestats.Frame
		fresh bool
	}{
		{framestats.Frame{Real: 60 * ms}, false}, {framestats.Frame{Real: 40 * ms}, true},
		{framestats.Frame{Real: 60 * ms, Paused: true}, false}, {framestats.Frame{Real: 60 * ms, Paused: true}, true},
		{framestats.Frame{Real: 5 * time.Second, Cause: tactus.Asleep}, true}, {framestats.Frame{}, false},
	} {
		r.Record(&c.f)
		if _, fresh := b.Latest(); fresh != c.fresh {
			t.Errorf("frame %d: fresh %v, want %v", i, fresh, c.fresh)
		}
	}
}

func TestPublishWithoutAReaderDoesNothing(t *testing.T) {
	r := newRecorder(t, framestats.RecorderConfig{})
	r.Publish()
	feed(r, ms)
	if s, fresh := r.Reader().Latest(); !fresh || s.Counts().Recorded != 1 {
		t.Errorf("%+v, fresh %v: want the reader to begin with what there is", s.Counts(), fresh)
	}
}
