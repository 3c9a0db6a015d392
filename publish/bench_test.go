package publish_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/publish"
)

// small is a state of 64 bytes, so that the hand-over is measured and not the filling.
type small [8]uint64

// A pair is what the baselines hand over: the same content, by value.
type pair struct {
	previous, current small
	count             uint64
	base              publish.Base
}

// A way is one method of handing states over. Both functions are made for one goroutine each.
type way struct {
	name string
	make func() (write func(i uint64), read func() uint64)
}

var base = publish.Base{Rate: tactus.Hz(60), Scale: tactus.Hz(1)}

var ways = []way{
	{"publish", func() (func(uint64), func() uint64) {
		p, r := publish.New[small]()
		return func(i uint64) {
				p.Next()[0] = i
				p.Publish(base)
			}, func() uint64 {
				s, ok := r.Latest()
				if !ok {
					return 0
				}
				return s.Current[0] + s.Previous[0]
			}
	}},
	{"baseline-mutex", func() (func(uint64), func() uint64) {
		var mu sync.Mutex
		var shared pair
		return func(i uint64) {
				mu.Lock()
				shared.previous = shared.current
				shared.current[0] = i
				shared.base = base
				shared.count++
				mu.Unlock()
			}, func() uint64 {
				mu.Lock()
				s := shared // a copy, since the writer goes on
				mu.Unlock()
				return s.current[0] + s.previous[0]
			}
	}},
	{"baseline-channel", func() (func(uint64), func() uint64) {
		latest := make(chan pair, 1)
		var own, last pair
		return func(i uint64) {
				own.previous = own.current
				own.current[0] = i
				own.base = base
				own.count++
				select {
				case <-latest: // the reader was too slow for it
				default:
				}
				latest <- own
			}, func() uint64 {
				select {
				case last = <-latest:
				default:
				}
				return last.current[0] + last.previous[0]
			}
	}},
}

// BenchmarkHandOver is one Next, Publish and Latest with nobody in the way: a game draws and steps a
// few hundred times a second, so two sides at the same nanosecond are rare.
func BenchmarkHandOver(b *testing.B) {
	for _, w := range ways {
		b.Run(w.name, func(b *testing.B) {
			write, read := w.make()
			b.ReportAllocs()
			var i, sum uint64
			for b.Loop() {
				i++
				write(i)
				sum += read()
			}
			_ = sum
		})
	}
}

// BenchmarkHandOverContended is the writer's side while a reader on another processor does nothing
// but read: the worst case, in which the cache line goes to and fro.
func BenchmarkHandOverContended(b *testing.B) {
	if runtime.GOMAXPROCS(0) == 1 {
		b.Skip("one processor: nobody to contend with")
	}
	for _, w := range ways {
		b.Run(w.name, func(b *testing.B) {
			write, read := w.make()
			stop, stopped := make(chan struct{}), make(chan uint64)
			go func() {
				var sum uint64
				for {
					select {
					case <-stop:
						stopped <- sum
						return
					default:
						sum += read()
					}
				}
			}()
			b.ReportAllocs()
			var i uint64
			for b.Loop() {
				i++
				write(i)
			}
			close(stop)
			<-stopped
		})
	}
}

// BenchmarkAlpha is the reader's alpha, and what the writer pays for the base.
func BenchmarkAlpha(b *testing.B) {
	s := newStepper(b, tactus.StepperConfig{Rate: tactus.Hz(60)})
	const now = 10_000_000 // more than half a period
	s.Feed(0)
	s.Feed(now)
	var sum float64
	b.Run("BaseOf", func(b *testing.B) {
		for b.Loop() {
			sum += publish.BaseOf(s, now).Phase
		}
	})
	b.Run("Alpha", func(b *testing.B) {
		at := publish.BaseOf(s, now)
		now := tactus.Instant(now)
		for b.Loop() {
			now++
			sum += at.Alpha(now)
		}
	})
	b.Run("baseline-Stepper.Alpha", func(b *testing.B) {
		for b.Loop() {
			sum += s.Alpha()
		}
	})
	_ = sum
}
