package framelog

import "sync"

// A rowParser makes a batch of a block. The line before the block comes with it, and a batch to
// use again.
type rowParser interface {
	block(data, before []byte, end byte, reuse *batch) *batch
}

// workers parse blocks while others are read, and give them back in the order of the file.
type workers struct {
	in      *reading
	n       int
	jobs    chan *job
	waits   []*job
	parsers []rowParser
	spare   []*batch
	ends    sync.WaitGroup
}

type job struct {
	data   []byte
	before []byte // the line before it
	reuse  *batch // one that nobody needs; nil for a new one
	out    chan *batch
}

func newWorkers(in *reading, n int) *workers {
	w := &workers{in: in, n: n}
	for range n {
		w.parsers = append(w.parsers, in.format.newParser(in.limits))
	}
	if n > 1 {
		w.jobs = make(chan *job, 2*n)
		for _, p := range w.parsers {
			w.ends.Go(func() {
				for j := range w.jobs {
					j.out <- p.block(j.data, j.before, in.blocks.end, j.reuse)
				}
			})
		}
	}
	return w
}

// give has a block parsed; where there is one worker, at once.
func (w *workers) give(data, before []byte) {
	j := &job{data, before, nil, make(chan *batch, 1)}
	if k := len(w.spare); k > 0 {
		j.reuse, w.spare = w.spare[k-1], w.spare[:k-1]
	}
	w.waits = append(w.waits, j)
	if w.n == 1 {
		j.out <- w.parsers[0].block(data, before, w.in.blocks.end, j.reuse)
		return
	}
	w.jobs <- j
}

func (w *workers) waiting() bool { return len(w.waits) > 0 }

// full reports whether the oldest block must be taken before another is given.
func (w *workers) full() bool { return len(w.waits) >= 2*w.n || w.n == 1 && w.waiting() }

// take merges the oldest block.
func (w *workers) take() {
	j := w.waits[0]
	w.waits = append(w.waits[:0], w.waits[1:]...)
	b := <-j.out
	w.in.merge(b)
	w.spare = append(w.spare, b.reset())
	w.in.blocks.recycle(j.data)
}

// stop ends the goroutines, and waits for them.
func (w *workers) stop() {
	if w.jobs != nil {
		close(w.jobs)
		w.ends.Wait()
	}
}
