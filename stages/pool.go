package stages

import (
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/tactus-go/tactus"
)

// WorkersMax is the most workers of a pool. More processors than that have caches so far apart that
// one ticket for all of them is the wrong way.
const WorkersMax = 64

// PoolConfig sets up a Pool. Its zero value is one worker for each processor that Go may use.
type PoolConfig struct {
	// Workers is how many run jobs at the same time, the caller among them, up to [WorkersMax]. 0 is
	// GOMAXPROCS at the time of NewPool. 1 has no goroutines and runs all jobs in order.
	Workers int
}

// cacheLine keeps what is written often off the lines of other things: 64 bytes on common
// processors, 128 where two are fetched together.
const cacheLine = 128

// A Pool is a fixed set of workers, which stay between the steps. Make one with [NewPool], and end
// it with Close.
type Pool struct {
	_      [cacheLine]byte
	ticket ticket // of all workers
	_      [cacheLine]byte
	alone  ticket       // of the caller, for stages of one job
	undone atomic.Int64 // jobs of the stage that have not ended
	_      [cacheLine]byte
	caller sleeper
	state  atomic.Int32

	index int // of the stage
	stage *Stage
	jobs  uint64
	epoch uint64
	spins int // rounds before a sleep

	workers []sleeper
	ended   sync.WaitGroup

	mu     sync.Mutex
	failed *JobPanic
}

// The states of a pool.
const (
	idle int32 = iota
	running
	closed
)

// NewPool starts the workers. The error is a *tactus.ConfigError that names the field.
func NewPool(c PoolConfig) (*Pool, error) {
	if c.Workers < 0 || c.Workers > WorkersMax {
		return nil, &tactus.ConfigError{Field: "PoolConfig.Workers", Value: strconv.Itoa(c.Workers),
			Want: "1 to 64, or 0 for one a processor"}
	}
	processors := runtime.GOMAXPROCS(0)
	if c.Workers == 0 {
		c.Workers = min(processors, WorkersMax)
	}
	p := &Pool{workers: make([]sleeper, c.Workers-1)}
	if c.Workers <= processors {
		p.spins = spinRounds // else a spinning worker takes the processor from one that has a job
	}
	p.caller.wake = make(chan struct{}, 1)
	p.ended.Add(len(p.workers))
	for i := range p.workers {
		p.workers[i].wake = make(chan struct{}, 1)
		go p.serve(&p.workers[i])
	}
	return p, nil
}

// Workers returns how many there are, the caller among them.
func (p *Pool) Workers() int { return len(p.workers) + 1 }

// Run runs the stages in order and returns when all jobs have ended. Everything that was written
// before a stage is seen by its jobs, and what they write is seen after it. Keep the slice from step
// to step: a new one at each call is an allocation of the caller's.
//
// Panics: with a [*JobPanic] where a job panics. The other jobs of its stage still run, later stages
// do not, and the pool can be run again; the game's state is then half a step on. A job that ends
// its goroutine counts as one that panicked; on the caller's goroutine it does end that. Run panics
// too where a stage has too many jobs or no Run, inside a job, beside another Run, and after Close.
func (p *Pool) Run(stages []Stage) {
	for i := range stages {
		stages[i].check(i)
	}
	p.enter("Run")
	defer p.leave()
	for i := range stages {
		if stages[i].Jobs > 0 {
			p.index, p.stage = i, &stages[i]
			p.runStage()
		}
		if p.failed != nil {
			panic(p.failed)
		}
	}
}

// Close ends the workers and returns when they have ended. A second Close does nothing.
//
// Panics: inside a job, and beside Run.
func (p *Pool) Close() {
	if p.state.Load() == closed {
		return
	}
	p.enter("Close")
	p.state.Store(closed)
	p.ticket.close()
	for i := range p.workers {
		p.workers[i].rouse()
	}
	p.ended.Wait()
}

// enter makes the caller the one who has the pool.
func (p *Pool) enter(what string) {
	if p.state.CompareAndSwap(idle, running) {
		return
	}
	if p.state.Load() == closed {
		panic("tactus: " + what + " of a Pool that is closed")
	}
	panic("tactus: " + what + " of a Pool that is running: a job has called it, or another goroutine")
}

// leave gives the pool back, also where a job panicked or ended the caller's goroutine: then it takes
// back what nobody has begun and waits for what others have.
func (p *Pool) leave() {
	if p.undone.Load() != 0 {
		if p.undone.Add(-p.caller.ran-int64(p.ticket.cancel()+p.alone.cancel())) != 0 {
			p.caller.sleepUntil(p.spins, p.stageEnded)
		}
	}
	p.caller.ran, p.stage, p.failed = 0, nil, nil
	p.state.Store(idle)
}

// runStage runs the jobs of one stage.
func (p *Pool) runStage() {
	p.jobs = uint64(p.stage.Jobs)
	p.undone.Store(int64(p.jobs))
	helpers := min(len(p.workers), p.stage.Jobs-1)
	if helpers == 0 {
		p.alone.open(0, p.jobs)
		p.share(&p.caller, &p.alone)
	} else {
		p.epoch++
		p.ticket.open(p.epoch, p.jobs)
		for i := range p.workers[:helpers] {
			p.workers[i].rouse()
		}
		p.share(&p.caller, &p.ticket)
	}
	if !p.account(&p.caller) {
		p.caller.sleepUntil(p.spins, p.stageEnded)
	}
}

func (p *Pool) stageEnded() bool { return p.undone.Load() == 0 }
