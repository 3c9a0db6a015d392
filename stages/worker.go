package stages

import (
	"runtime/debug"
)

// serve is a worker's life.
func (p *Pool) serve(w *sleeper) {
	over := false
	defer func() {
		if over {
			p.ended.Done()
			return
		}
		p.account(w) // a job ended this goroutine: another one takes its place
		go p.serve(w)
	}()
	for {
		w.sleepUntil(p.spins, p.ticket.opened)
		if p.ticket.closed() {
			over = true
			return
		}
		p.share(w, &p.ticket)
		p.account(w)
	}
}

// share runs jobs until none is left to take, whatever they do.
func (p *Pool) share(w *sleeper, t *ticket) {
	for !p.runJobs(w, t) {
	}
}

// runJobs runs jobs until none is left, and reports that, or until one panics.
func (p *Pool) runJobs(w *sleeper, t *ticket) (none bool) {
	job := 0
	defer func() {
		if !none {
			p.fail(job, recover())
		}
	}()
	for {
		left := t.take()
		if left == 0 {
			return true
		}
		// From here to account the stage cannot end, so its fields stand still.
		w.ran++
		job = int(p.jobs - left)
		p.stage.Run(job)
	}
}

// account says that the jobs a worker ran have ended, and reports whether they were the last.
func (p *Pool) account(w *sleeper) bool {
	ran := w.ran
	w.ran = 0
	if ran == 0 {
		return p.undone.Load() == 0
	}
	if p.undone.Add(-ran) != 0 {
		return false
	}
	if w != &p.caller {
		p.caller.rouse()
	}
	return true
}

// fail keeps the lowest job of those that panic. value is nil where the job ended its goroutine.
func (p *Pool) fail(job int, value any) {
	if value == nil {
		value = errEnded
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed == nil || job < p.failed.Job {
		p.failed = &JobPanic{Stage: p.index, Job: job, Value: value, Stack: debug.Stack()}
	}
}
