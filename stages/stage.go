package stages

import "strconv"

// JobsMax is the most jobs of a stage, 2^20. A few dozen are right: enough that no worker waits for
// the last job of another, and so few that each is worth the 20 ns that it costs to take one.
const JobsMax = 1 << 20

// A Stage is a number of jobs that do not depend on each other.
type Stage struct {
	// Jobs is how many there are, up to [JobsMax]. 0 is none. A single one runs on the caller's
	// goroutine: the serial part of a step.
	Jobs int
	// Run does one job, from 0 to Jobs-1. Jobs start in this order and end in any.
	Run func(job int)
}

// check panics where a stage is none.
func (s *Stage) check(index int) {
	switch {
	case s.Jobs < 0 || s.Jobs > JobsMax:
		panic("tactus: stage " + strconv.Itoa(index) + " has " + strconv.Itoa(s.Jobs) + " jobs: want 0 to 1048576")
	case s.Jobs > 0 && s.Run == nil:
		panic("tactus: stage " + strconv.Itoa(index) + " has " + strconv.Itoa(s.Jobs) + " jobs and Run is nil")
	}
}

// Range returns which of n things are a job's: first to end-1. The ranges of all jobs cover the
// things in order, each once, and differ in length by at most one. Where there are fewer things
// than jobs, some are empty.
//
// Panics: where n is negative, jobs under 1, or job not one of them.
func Range(n, jobs, job int) (first, end int) {
	if n < 0 || jobs < 1 || job < 0 || job >= jobs {
		panic("tactus: Range(" + strconv.Itoa(n) + ", " + strconv.Itoa(jobs) + ", " + strconv.Itoa(job) +
			"): want n of 0 or more, and job 0 to jobs-1")
	}
	each, longer := n/jobs, n%jobs // the first ones are longer by one
	first = each*job + min(job, longer)
	end = first + each
	if job < longer {
		end++
	}
	return first, end
}

// Reduce puts the slots of all jobs together, pairwise, in a shape that only their number decides:
// the first half and the second, each in the same way, the first being the largest power of two
// under the number. So a sum of floats has the same bits whoever ran the jobs, and less rounding
// than one after the other. No part gives T's zero value, one gives itself.
func Reduce[T any](parts []T, add func(a, b T) T) T {
	switch len(parts) {
	case 0:
		var none T
		return none
	case 1:
		return parts[0]
	}
	half := 1
	for half*2 < len(parts) {
		half *= 2
	}
	return add(Reduce(parts[:half], add), Reduce(parts[half:], add))
}
