package publish

// A Reader is the reading side, which belongs to one other goroutine. [New] makes it.
type Reader[T any] struct {
	reader
	buffer *buffer[T]
}

// A State is a pair of states that was published whole, and its place in time. All of it, what it
// points to too, is for reading only, and stays as it is until the reader's next call of Latest.
type State[T any] struct {
	// Previous and Current are the states before and after the step that ended at Base.Tick.
	Previous, Current *T
	// Count is the number of calls of Publish up to this one. Where it is what it was, nothing is
	// new; where it is more than one higher, what was between was missed.
	Count uint64
	Base
}

// Latest returns what was published last, the same again where nothing new was, and nil and false
// before the first Publish. What it returned before is no longer the caller's.
func (r *Reader[T]) Latest() (*State[T], bool) {
	if r.arrived(&r.buffer.mailbox) {
		r.take(&r.buffer.mailbox)
	}
	h := &r.buffer.headers[r.own].is
	if h.Count == 0 {
		return nil, false
	}
	return h, true
}
