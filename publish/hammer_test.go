package publish_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/publish"
)

// A sealed state says of itself whether it is whole: every word follows from its number.
type sealed struct {
	number uint64
	words  [62]uint64
	list   []uint64
	sum    uint64
}

func word(number uint64, i int) uint64 { return (number + uint64(i)) * 0x9e3779b97f4a7c15 }

func (s *sealed) fill(number uint64) {
	s.number, s.sum, s.list = number, number, s.list[:0]
	for i := range s.words {
		s.words[i] = word(number, i)
		s.list = append(s.list, ^s.words[i])
		s.sum += s.words[i]
	}
}

func (s *sealed) whole() bool {
	sum := s.number
	for i := range s.words {
		if s.words[i] != word(s.number, i) || len(s.list) != len(s.words) || s.list[i] != ^s.words[i] {
			return false
		}
		sum += s.words[i]
	}
	return sum == s.sum
}

// TestHammerNoStateIsTorn lets a writer and a reader loose on each other. Run it with -race: then
// the detector watches every word too.
func TestHammerNoStateIsTorn(t *testing.T) {
	frames := 300_000
	if testing.Short() || runtime.GOMAXPROCS(0) == 1 {
		frames = 20_000
	}
	p, r := publish.New[sealed]()
	var met atomic.Bool // the reader has seen new states while the writer went on
	done := make(chan struct{})
	go func() {
		defer close(done)
		number := uint64(0)
		p.Next().fill(number)
		for frame := 0; frame < frames || !met.Load() && frame < 100*frames; frame++ {
			for range (frame * 7) % 4 { // frames of 0 to 3 steps
				number++
				p.Next().fill(number)
			}
			if frame%11 != 0 {
				p.Publish(publish.Base{Tick: tactus.Tick(number), At: tactus.Instant(number) * 1000})
			}
			if frame%64 == 0 {
				runtime.Gosched() // on one processor the reader gets its turn only so
			}
		}
		p.Publish(publish.Base{Tick: tactus.Tick(number), At: tactus.Instant(number) * 1000})
	}()
	var last publish.State[sealed]
	reads, fresh := 0, 0
	for running := true; running; reads++ {
		select {
		case <-done:
			running = false // and once more, for the last one
		default:
		}
		s, ok := r.Latest()
		if !ok {
			runtime.Gosched()
			continue
		}
		check(t, s, &last)
		if s.Count != last.Count {
			fresh++
			met.Store(fresh >= 10)
		}
		last = *s
		if reads%5 == 0 {
			runtime.Gosched() // now and then hold a state while the writer goes on
			check(t, s, &last)
		}
		if t.Failed() {
			<-done
			return
		}
	}
	if got := int(last.Count); got < frames*10/11-1 {
		t.Errorf("the last read count is %d of %d frames", got, frames)
	}
	if fresh < 10 {
		t.Errorf("only %d new states in %d reads: the two sides did not meet", fresh, reads)
	}
	t.Logf("%d reads, %d new states of %d", reads, fresh, last.Count)
}

func check(t *testing.T, s, last *publish.State[sealed]) {
	t.Helper()
	number := s.Current.number
	switch {
	case !s.Current.whole() || !s.Previous.whole():
		t.Errorf("torn: states %d and %d", s.Previous.number, number)
	case s.Previous.number != max(number, 1)-1:
		t.Errorf("states %d and %d are not one step apart", s.Previous.number, number)
	case uint64(s.Tick) != number || s.At != tactus.Instant(number)*1000:
		t.Errorf("state %d with the base of tick %d", number, s.Tick)
	case s.Count < last.Count || s.Tick < last.Tick:
		t.Errorf("count %d, tick %d after count %d, tick %d", s.Count, s.Tick, last.Count, last.Tick)
	}
}

// TestHammerAStoppedSideStopsNobody has each side run alone while the other one's goroutine is stuck.
func TestHammerAStoppedSideStopsNobody(t *testing.T) {
	p, r := publish.New[sealed]()
	p.Next().fill(0)
	p.Publish(publish.Base{})
	holds, release, stopped := make(chan struct{}), make(chan struct{}), make(chan bool)
	go func() {
		s, ok := r.Latest()
		close(holds)
		<-release // the reader is stuck with its state in its hands
		stopped <- ok && s.Current.whole() && s.Current.number == 0
	}()
	<-holds
	const count = 10_000
	start := time.Now()
	for i := range uint64(count) {
		p.Next().fill(i + 1)
		p.Publish(publish.Base{Tick: tactus.Tick(i + 1)})
	}
	t.Logf("%d hand-overs to nobody in %v", count, time.Since(start))
	close(release)
	if !<-stopped {
		t.Error("the stuck reader's state changed")
	}
	for range count { // and now the writer has stopped
		if s, ok := r.Latest(); !ok || s.Current.number != count || !s.Current.whole() {
			t.Fatalf("the last state reads as %d, %v", s.Current.number, ok)
		}
	}
}
