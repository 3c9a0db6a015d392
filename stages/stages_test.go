package stages_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/stages"
)

// crowds are the numbers of workers that each promise is tested with: none beside the caller, as
// many as small machines have processors, and more than that.
var crowds = []int{1, 2, 3, 8}

func TestEveryJobRunsOnce(t *testing.T) {
	for _, workers := range crowds {
		pool := newPool(t, workers)
		for _, jobs := range []int{0, 1, 2, 7, 64, 1000} {
			ran := make([]atomic.Int32, jobs)
			pool.Run([]stages.Stage{{Jobs: jobs, Run: func(job int) { ran[job].Add(1) }}})
			for job := range ran {
				if n := ran[job].Load(); n != 1 {
					t.Fatalf("%d workers, %d jobs: job %d ran %d times", workers, jobs, job, n)
				}
			}
		}
	}
}

func TestAStageBeginsAfterTheLastOneHasEnded(t *testing.T) {
	const count, jobs = 50, 16
	for _, workers := range crowds {
		pool := newPool(t, workers)
		var ended, early atomic.Int64
		list := make([]stages.Stage, count)
		for i := range list {
			list[i] = stages.Stage{Jobs: jobs, Run: func(int) {
				if n := ended.Load(); n < int64(i*jobs) {
					early.Add(1)
				}
				runtime.Gosched()
				ended.Add(1)
			}}
		}
		pool.Run(list)
		if early.Load() != 0 || ended.Load() != count*jobs {
			t.Errorf("%d workers: %d jobs began early, %d ended of %d", workers, early.Load(), ended.Load(), count*jobs)
		}
	}
}

func TestOneWorkerRunsJobsInOrder(t *testing.T) {
	var order []string
	log := func(stage string) func(int) {
		return func(job int) { order = append(order, stage+strconv.Itoa(job)) }
	}
	newPool(t, 1).Run([]stages.Stage{{3, log("a")}, {0, nil}, {1, log("b")}, {2, log("c")}})
	if got := strings.Join(order, " "); got != "a0 a1 a2 b0 c0 c1" {
		t.Errorf("order %s", got)
	}
}

// goroutine returns the number of the one that calls it.
func goroutine() string {
	text := make([]byte, 64)
	return strings.Fields(string(text[:runtime.Stack(text, false)]))[1]
}

func TestASingleJobRunsOnTheCaller(t *testing.T) {
	for _, workers := range crowds {
		pool, here := newPool(t, workers), goroutine()
		for range 100 {
			pool.Run([]stages.Stage{{4, func(int) {}}, {1, func(int) {
				if got := goroutine(); got != here {
					t.Errorf("%d workers: ran on goroutine %s, called on %s", workers, got, here)
				}
			}}})
		}
	}
}

// panicOf returns what f panics with.
func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func jobThatFails(err error) { panic(err) }

func TestAPanicReachesTheCallerWithTheLowestJob(t *testing.T) {
	cause := errors.New("out of bodies")
	for _, workers := range crowds {
		pool := newPool(t, workers)
		for round := range 50 {
			var ran, later atomic.Int32
			list := []stages.Stage{
				{3, func(int) {}},
				{40, func(job int) {
					ran.Add(1)
					if job >= 11 && job%2 == 1 {
						jobThatFails(cause)
					}
				}},
				{2, func(int) { later.Add(1) }},
			}
			value := panicOf(func() { pool.Run(list) })
			p, ok := value.(*stages.JobPanic)
			if !ok || p.Stage != 1 || p.Job != 11 || !errors.Is(p, cause) {
				t.Fatalf("%d workers, round %d: %v", workers, round, value)
			}
			if !strings.HasPrefix(p.Error(), "tactus: stage 1, job 11 panicked: out of bodies\n\n") ||
				!strings.Contains(p.Error(), "jobThatFails") {
				t.Fatalf("the message does not say what and where: %v", p)
			}
			if ran.Load() != 40 || later.Load() != 0 {
				t.Fatalf("%d workers: %d jobs of the stage ran, %d of the next", workers, ran.Load(), later.Load())
			}
		}
		if p := (&stages.JobPanic{Value: "text"}); p.Unwrap() != nil {
			t.Errorf("unwraps to %v", p.Unwrap())
		}
	}
}

func TestAJobThatEndsItsGoroutineEndsNoPool(t *testing.T) {
	for _, workers := range crowds {
		pool := newPool(t, workers)
		for range 20 {
			ended := make(chan any)
			go func() {
				var value any = "the caller ended too"
				defer func() {
					if p := recover(); p != nil {
						value = p
					}
					ended <- value
				}()
				pool.Run([]stages.Stage{{16, func(job int) {
					if job%3 == 0 {
						runtime.Goexit()
					}
				}}})
				value = "Run returned"
			}()
			// Which goroutine had which job is chance, but some job ended one.
			switch value := <-ended; v := value.(type) {
			case *stages.JobPanic:
				if v.Job%3 != 0 || !strings.Contains(v.Error(), "ended its goroutine") {
					t.Errorf("%d workers: %v", workers, v)
				}
			default:
				if v != "the caller ended too" {
					t.Errorf("%d workers: %v", workers, v)
				}
			}
			var ran atomic.Int32
			pool.Run([]stages.Stage{{64, func(int) { ran.Add(1) }}})
			if ran.Load() != 64 {
				t.Fatalf("%d workers: %d of 64 jobs ran afterwards", workers, ran.Load())
			}
		}
	}
}

func TestMisuseIsRefused(t *testing.T) {
	nothing := func(int) {}
	negative := []stages.Stage{{1, nothing}, {-1, nothing}}
	many := []stages.Stage{{stages.JobsMax + 1, nothing}}
	for _, workers := range crowds {
		pool, gone := newPool(t, workers), newPool(t, workers)
		gone.Close()
		for want, misuse := range map[string]func(){
			"tactus: stage 1 has -1 jobs: want 0 to 1048576":      func() { pool.Run(negative) },
			"tactus: stage 0 has 1048577 jobs: want 0 to 1048576": func() { pool.Run(many) },
			"tactus: stage 0 has 5 jobs and Run is nil":           func() { pool.Run([]stages.Stage{{Jobs: 5}}) },
			"tactus: Run of a Pool that is closed":                func() { gone.Run([]stages.Stage{{1, nothing}}) },
			"tactus: Run of a Pool that is running: a job has called it, or another goroutine": func() {
				pool.Run([]stages.Stage{{3, func(int) { pool.Run(nil) }}})
			},
			"tactus: Close of a Pool that is running: a job has called it, or another goroutine": func() {
				pool.Run([]stages.Stage{{1, func(int) { pool.Close() }}})
			},
		} {
			value := panicOf(misuse)
			if p, ok := value.(*stages.JobPanic); ok {
				value = p.Value
			}
			if value != want {
				t.Errorf("%d workers: panicked with %v, want %s", workers, value, want)
			}
		}
	}
}

func TestANumberOfWorkersOutOfRangeIsAnError(t *testing.T) {
	for _, workers := range []int{-1, stages.WorkersMax + 1} {
		_, err := stages.NewPool(stages.PoolConfig{Workers: workers})
		var config *tactus.ConfigError
		if !errors.As(err, &config) || config.Field != "PoolConfig.Workers" || config.Value != strconv.Itoa(workers) {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
	if got, want := newPool(t, 0).Workers(), min(runtime.GOMAXPROCS(0), stages.WorkersMax); got != want {
		t.Errorf("0 gives %d workers, want %d", got, want)
	}
	if got := newPool(t, stages.WorkersMax).Workers(); got != stages.WorkersMax {
		t.Errorf("%d workers", got)
	}
}

// TestAnIdlePoolSleeps and the next use a bubble, whose Wait returns when every goroutine in it is
// blocked: none spins.
func TestAnIdlePoolSleeps(t *testing.T) {
	for _, workers := range crowds {
		synctest.Test(t, func(t *testing.T) {
			pool := newPool(t, workers)
			synctest.Wait() // before the first Run
			pool.Run([]stages.Stage{{64, func(int) {}}, {1, func(int) {}}, {3, func(int) {}}})
			synctest.Wait() // and after one
		})
	}
}

func TestCloseEndsTheWorkersAndMayBeCalledAgain(t *testing.T) {
	for _, workers := range crowds {
		synctest.Test(t, func(t *testing.T) { // fails where a goroutine of it is left
			pool, err := stages.NewPool(stages.PoolConfig{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			pool.Run([]stages.Stage{{4, func(int) {}}})
			pool.Close()
			pool.Close()
		})
	}
}

func TestRunDoesNotAllocate(t *testing.T) {
	for _, workers := range crowds {
		s, pool := newSwarm(500), newPool(t, workers)
		pool.Run(s.steps)
		// An average, since the runtime makes what a sleeping goroutine needs once for each processor.
		if n := testing.AllocsPerRun(200, func() { pool.Run(s.steps) }); n != 0 {
			t.Errorf("%d workers: %v allocations", workers, n)
		}
	}
}

// TestHammerRandomStagesSumRight runs random lists of stages, short and long, with and without
// panics, and counts what they did.
func TestHammerRandomStagesSumRight(t *testing.T) {
	const seed = 7
	t.Logf("seed %d", seed)
	rounds := 3000
	if testing.Short() {
		rounds = 500
	}
	for _, workers := range crowds {
		rng := rand.New(rand.NewPCG(seed, uint64(workers)))
		pool := newPool(t, workers)
		for round := range rounds {
			list, slots := make([]stages.Stage, rng.IntN(6)), make([][]int, 6)
			bad := -1
			if rng.IntN(10) == 0 && len(list) > 0 {
				bad = rng.IntN(len(list))
			}
			for i := range list {
				jobs, last := rng.IntN(20), i-1
				slots[i] = make([]int, jobs)
				list[i] = stages.Stage{Jobs: jobs, Run: func(job int) {
					slots[i][job] = job + 1
					if last >= 0 {
						for _, v := range slots[last] { // written in the stage before: a race if not over
							slots[i][job] += min(v, 1)
						}
					}
					if i == bad && job == jobs-1 {
						panic(i)
					}
				}}
			}
			if rng.IntN(8) == 0 {
				runtime.Gosched()
			}
			value := panicOf(func() { pool.Run(list) })
			if fails := bad >= 0 && list[bad].Jobs > 0; fails != (value != nil) {
				t.Fatalf("%d workers, round %d: panicked with %v", workers, round, value)
			}
			for i := range list {
				for job, v := range slots[i] {
					want := job + 1
					if i > 0 {
						want += len(slots[i-1])
					}
					if over := value != nil && i > bad; v != want && !over {
						t.Fatalf("%d workers, round %d: stage %d, job %d: %d, want %d", workers, round, i, job, v, want)
					}
				}
			}
		}
	}
}

func TestRangesCoverAllThingsInOrder(t *testing.T) {
	for n := range 70 {
		for jobs := 1; jobs < 20; jobs++ {
			next, shortest, longest := 0, n, 0
			for job := range jobs {
				first, end := stages.Range(n, jobs, job)
				if first != next || end < first {
					t.Fatalf("Range(%d, %d, %d) is %d to %d after %d", n, jobs, job, first, end, next)
				}
				next, shortest, longest = end, min(shortest, end-first), max(longest, end-first)
			}
			if next != n || longest-shortest > 1 {
				t.Fatalf("%d things, %d jobs: end at %d, lengths %d to %d", n, jobs, next, shortest, longest)
			}
		}
	}
	const most = int(^uint(0) >> 1)
	if _, end := stages.Range(most, 7, 6); end != most {
		t.Errorf("the last range of %d ends at %d", most, end)
	}
	for _, bad := range [][3]int{{-1, 1, 0}, {1, 0, 0}, {1, 2, 2}, {1, 2, -1}} {
		want := fmt.Sprintf("tactus: Range(%d, %d, %d): want n of 0 or more, and job 0 to jobs-1", bad[0], bad[1], bad[2])
		if got := panicOf(func() { stages.Range(bad[0], bad[1], bad[2]) }); got != want {
			t.Errorf("%v: panicked with %v", bad, got)
		}
	}
}

func TestReduceHasOneShapeForANumberOfParts(t *testing.T) {
	for _, c := range []struct{ parts, want string }{
		{"", ""}, {"a", "a"}, {"ab", "(ab)"}, {"abc", "((ab)c)"}, {"abcd", "((ab)(cd))"},
		{"abcde", "(((ab)(cd))e)"}, {"abcdefg", "(((ab)(cd))((ef)g))"},
	} {
		got := stages.Reduce(strings.Split(c.parts, ""), func(a, b string) string { return "(" + a + b + ")" })
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.parts, got, c.want)
		}
	}
}

// Shows a step in two stages: bodies that move, each job its range of them, and what they add up to.
func Example() {
	pool, err := stages.NewPool(stages.PoolConfig{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer pool.Close()

	const jobs = 8 // of the game, not of the machine
	position, velocity := make([]float64, 1000), make([]float64, 1000)
	for i := range velocity {
		velocity[i] = float64(i) * 0.1
	}
	sums := make([]float64, jobs) // one slot a job
	total := 0.0
	step := []stages.Stage{
		{Jobs: jobs, Run: func(job int) {
			sum := 0.0
			first, end := stages.Range(len(position), jobs, job)
			for i := first; i < end; i++ {
				position[i] += velocity[i]
				sum += position[i]
			}
			sums[job] = sum
		}},
		{Jobs: 1, Run: func(int) {
			total = stages.Reduce(sums, func(a, b float64) float64 { return a + b })
		}},
	}

	for range 3 { // the same slice in every step
		pool.Run(step)
	}
	fmt.Println(total)
	// Output: 149850
}
