package replay

// A walker gives the inputs of a recording in order.
type walker struct {
	rec     *Recording
	next    int // segment
	present present
	runs    runDecoder
	left    uint64 // ticks of the run
	tick    uint64 // ticks given
}

func newWalker(rec *Recording) *walker {
	w := &walker{rec: rec}
	w.rewind()
	return w
}

func (w *walker) rewind() {
	w.present.reset()
	w.next, w.left, w.tick, w.runs = 0, 0, 0, runDecoder{}
}

// take goes on by at most so many ticks of one input, which is then present, and returns by how many:
// 0 at the end.
func (w *walker) take(most uint64) uint64 {
	for w.left == 0 {
		if w.runs.present != nil {
			w.left = w.runs.next()
		}
		if w.left > 0 {
			break
		}
		if w.next == len(w.rec.segments) {
			return 0
		}
		w.runs = w.rec.segments[w.next].decoder(&w.present)
		w.next++
	}
	n := min(most, w.left)
	w.left -= n
	w.tick += n
	return n
}

// skip goes to a tick without giving what is before it.
func (w *walker) skip(tick uint64) {
	if tick < w.tick {
		w.rewind()
	}
	for w.tick < tick && w.take(tick-w.tick) > 0 {
	}
}
