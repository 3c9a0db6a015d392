package stages

import (
	"errors"
	"fmt"
)

// errEnded is the value of a job that ended its goroutine.
var errEnded = errors.New("the job ended its goroutine: runtime.Goexit, or FailNow of a test")

// A JobPanic is what Run panics with where a job did: the lowest of the jobs that did in the first
// stage in which one did, whatever the number of workers.
type JobPanic struct {
	Stage, Job int    // from 0
	Value      any    // what the job panicked with
	Stack      []byte // of the goroutine that ran the job, as text
}

// Error returns what happened where, with the job's stack.
func (p *JobPanic) Error() string {
	return fmt.Sprintf("tactus: stage %d, job %d panicked: %v\n\n%s", p.Stage, p.Job, p.Value, p.Stack)
}

// Unwrap returns the value where it is an error, else nil.
func (p *JobPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
