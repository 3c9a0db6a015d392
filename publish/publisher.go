package publish

// A buffer is the memory that both sides share.
type buffer[T any] struct {
	_       [cacheLine]byte
	mailbox mailbox
	_       [cacheLine]byte
	headers [headerCount]padded[State[T]]
	states  [stateCount]padded[T]
}

// padded keeps small things of two goroutines off each other's cache lines.
type padded[V any] struct {
	is V
	_  [cacheLine]byte
}

// A Publisher is the writing side, which belongs to the simulation's goroutine. Make one with [New].
type Publisher[T any] struct {
	writer
	count  uint64
	buffer *buffer[T]
}

// New returns the two sides of a new buffer. It allocates all that is ever used: six T, at their
// zero value. T holds what is drawn: a plain struct, with slices where the number of things varies.
// What it points to must belong to it alone.
func New[T any]() (*Publisher[T], *Reader[T]) {
	b := new(buffer[T])
	b.mailbox.Store(mailboxFirst)
	return &Publisher[T]{writer: writer{own: writersFirst}, buffer: b},
		&Reader[T]{reader: reader{own: readersFirst}, buffer: b}
}

// Next returns the state to fill after a step; what was filled before it becomes the previous one.
// Call it once before the first step and then once in each, so that the two are one step apart; of
// a frame of many steps the last two are enough. To draw a cut instead of a way from one place to
// another, call it twice and fill both alike.
//
// The state has what an older one left in it: set every field, and use slices again from [:0]. It
// may be written until Publish, and read by the simulation until the second call of Next after it.
func (p *Publisher[T]) Next() *T { return &p.buffer.states[p.next()].is }

// Publish hands the last two states over, with their base; the reader's next Latest returns them.
// Call it once a frame, after its steps. A frame without a step needs no call while time goes on,
// and one when rate, scale or pause change: it hands the same states over with the new base. After
// only one Next that state is both previous and current.
//
// Panics: where there was no Next.
func (p *Publisher[T]) Publish(base Base) {
	if !p.filled {
		panic("tactus: Publish with 0 states filled: call Next and fill what it returns")
	}
	p.count++
	h := &p.buffer.headers[p.own].is
	h.Previous = &p.buffer.states[p.previous].is
	h.Current = &p.buffer.states[p.current].is
	h.Count = p.count
	h.Base = base
	p.send(&p.buffer.mailbox)
}
