package stages

import "sync/atomic"

const (
	leftBits = 24 // over JobsMax
	leftMask = 1<<leftBits - 1
	noMore   = leftMask // as the number left: the pool is closed
)

// A ticket is how jobs are taken: the number of those left, and above it a number that is new for
// each stage, so that a worker who slept over the end of a stage cannot take a job of the next one
// in the belief that it is the old one's. The numbers come again after 2^40 stages.
type ticket struct{ word atomic.Uint64 }

func (t *ticket) open(epoch, jobs uint64) { t.word.Store(epoch<<leftBits | jobs) }

func (t *ticket) close() { t.word.Store(noMore) }

// opened reports whether there is a job to take, or no more will ever come.
func (t *ticket) opened() bool { return t.word.Load()&leftMask != 0 }

func (t *ticket) closed() bool { return t.word.Load()&leftMask == noMore }

// take takes one job and returns how many were left with it, 0 where none was.
func (t *ticket) take() uint64 {
	for {
		word := t.word.Load()
		left := word & leftMask
		if left == 0 || left == noMore {
			return 0
		}
		if t.word.CompareAndSwap(word, word-1) {
			return left
		}
	}
}

// cancel takes all jobs that are left and returns their number.
func (t *ticket) cancel() uint64 {
	for {
		word := t.word.Load()
		if t.word.CompareAndSwap(word, word&^leftMask) {
			return word & leftMask
		}
	}
}
