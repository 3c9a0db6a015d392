package stages_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/stages"
)

// BenchmarkSwarm is one step of 10,000 bodies.
func BenchmarkSwarm(b *testing.B) {
	b.Run("baseline-loops", func(b *testing.B) {
		s := newSwarm(10_000)
		for b.Loop() {
			s.stepAlone()
		}
	})
	for _, workers := range []int{1, 2, 8} {
		b.Run(fmt.Sprintf("workers-%d", workers), func(b *testing.B) {
			s, pool := newSwarm(10_000), newPool(b, workers)
			b.ReportAllocs()
			for b.Loop() {
				pool.Run(s.steps)
			}
		})
	}
}

// BenchmarkSpeedup compares 2 workers with plain loops on 10,000 bodies, in rounds of one step each,
// one after the other, so that what else the machine does hits all alike. It reports the median over
// the rounds, and beside it what the machine gave: how much faster two goroutines that have nothing
// to do with each other step two swarms than one steps both. Where that is not near 2, the second
// processor was not free, and the speed-up says nothing about the pool.
func BenchmarkSpeedup(b *testing.B) {
	s, first, second, pool := newSwarm(10_000), newSwarm(10_000), newSwarm(10_000), newPool(b, 2)
	timed := func(f func()) float64 {
		start := time.Now()
		f()
		return float64(time.Since(start))
	}
	var speedups, machine, loops, two []float64
	for b.Loop() {
		alone := timed(func() { first.stepAlone(); second.stepAlone() }) / 2
		pooled := timed(func() { pool.Run(s.steps) })
		free := timed(func() {
			done := make(chan struct{})
			go func() { second.stepAlone(); close(done) }()
			first.stepAlone()
			<-done
		}) / 2
		s.stepAlone() // now all three are as far on
		speedups, machine = append(speedups, alone/pooled), append(machine, alone/free)
		loops, two = append(loops, alone), append(two, pooled)
	}
	b.ReportMetric(median(speedups), "speed-up")
	b.ReportMetric(median(machine), "machine")
	b.ReportMetric(median(loops)/1e3, "loops-us")
	b.ReportMetric(median(two)/1e3, "two-us")
	b.ReportMetric(0, "ns/op") // which counts all three: this takes it out of the table
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// BenchmarkEmpty is what the package itself costs: a Run whose jobs do nothing, in one stage and in
// ten, beside the same calls in a loop and beside goroutines made for each stage.
func BenchmarkEmpty(b *testing.B) {
	const jobs = 16
	nothing := func(int) {}
	list := make([]stages.Stage, 10)
	for i := range list {
		list[i] = stages.Stage{Jobs: jobs, Run: nothing}
	}
	for _, count := range []int{1, 10} {
		b.Run(fmt.Sprintf("baseline-loops/stages-%d", count), func(b *testing.B) {
			for b.Loop() {
				for _, s := range list[:count] {
					for job := range s.Jobs {
						s.Run(job)
					}
				}
			}
		})
		b.Run(fmt.Sprintf("baseline-go-statements/stages-%d", count), func(b *testing.B) {
			b.ReportAllocs()
			done := make(chan struct{}, jobs)
			for b.Loop() {
				for _, s := range list[:count] {
					for job := range s.Jobs {
						go func() {
							s.Run(job)
							done <- struct{}{}
						}()
					}
					for range s.Jobs {
						<-done
					}
				}
			}
		})
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("workers-%d/stages-%d", workers, count), func(b *testing.B) {
				pool := newPool(b, workers)
				b.ReportAllocs()
				for b.Loop() {
					pool.Run(list[:count])
				}
			})
		}
	}
}

// asleep runs the stages again and again, each time after the worker has gone to sleep, and reports
// the median time of a Run. The timer's own stop would halt all processors at each.
func asleep(b *testing.B, pool *stages.Pool, list []stages.Stage) {
	var all []float64
	for b.Loop() {
		for range 2000 { // longer than a worker spins
			runtime.Gosched()
		}
		start := time.Now()
		pool.Run(list)
		all = append(all, float64(time.Since(start)))
	}
	b.ReportMetric(median(all), "median-ns")
	b.ReportMetric(0, "ns/op") // which counts the wait: this takes it out of the table
}

// BenchmarkWake is a Run of two empty jobs after the worker has gone to sleep.
func BenchmarkWake(b *testing.B) {
	asleep(b, newPool(b, 2), []stages.Stage{{Jobs: 2, Run: func(int) {}}})
}

// BenchmarkBreakEven is one stage of so much work that it takes that long alone, in plain loops and
// with 2 workers: awake, as in the second stage of a step, and asleep, as in the first.
func BenchmarkBreakEven(b *testing.B) {
	const jobs = 16
	sink := make([]float64, jobs)
	for _, micros := range []int{10, 30, 100, 300} {
		stage := []stages.Stage{{Jobs: jobs, Run: func(job int) {
			v := 1.5
			for range micros * 1000 / jobs / 4 { // a division takes about 4 ns
				v = 2 / v
			}
			sink[job] = v
		}}}
		b.Run(fmt.Sprintf("%dus/baseline-loops", micros), func(b *testing.B) {
			for b.Loop() {
				for job := range jobs {
					stage[0].Run(job)
				}
			}
		})
		pool := newPool(b, 2)
		b.Run(fmt.Sprintf("%dus/awake", micros), func(b *testing.B) {
			for b.Loop() {
				pool.Run(stage)
			}
		})
		b.Run(fmt.Sprintf("%dus/asleep", micros), func(b *testing.B) {
			asleep(b, pool, stage)
		})
	}
}
