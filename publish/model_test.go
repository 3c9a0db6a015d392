package publish

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
)

// The model runs the package's own code, one step of one side at a time, in every order that two
// goroutines can have. A step touches what is shared at most once, and the processor puts the
// mailbox's swaps and loads in one order, so that no other orders exist.
//
// The writer's program is a text: n is a state filled (begun in one step, finished in another), p a
// publish (seal, then send). The reader calls Latest (look, then take) again and again. Orders that
// lead to one world are followed once.

// A cell is a state of the model: its number, and whether it is whole.
type cell struct {
	tick  tactus.Tick
	whole bool
}

// A header is what the model hands over, with indexes in place of pointers.
type header struct {
	previous, current uint8
	count             uint64
	tick              tactus.Tick
}

// A world is all that there is at one moment.
type world struct {
	mailbox uint32
	headers [headerCount]header
	states  [8]cell // more than stateCount, so that too high an index shows
	writer  writer
	reader  reader

	ticks      tactus.Tick // filled so far
	part, read int         // steps done of the program, and of the reader's calls
	sent, seen uint64      // the highest count published, and read
	taken      [2]cell     // what the reader's states were when it took them
}

// A model searches the worlds of one program.
type model struct {
	program string
	looks   int           // calls of Latest
	states  uint8         // how many there are
	spoil   func(*writer) // breaks the writer after each of its steps; nil in the true model
	visited map[world]bool
	orders  int // worlds reached
}

func (m *model) run() error {
	m.visited = map[world]bool{}
	return m.search(world{mailbox: mailboxFirst, writer: writer{own: writersFirst}, reader: reader{own: readersFirst}})
}

func (m *model) search(at world) error {
	if m.visited[at] {
		return nil
	}
	m.visited[at] = true
	moved := false
	for _, move := range []func(*world) (bool, error){m.write, m.look} {
		next := at
		ok, err := move(&next)
		if err == nil && ok {
			moved = true
			if err = next.check(); err == nil {
				err = m.search(next)
			}
		}
		if err != nil {
			return err
		}
	}
	if !moved {
		m.orders++
		return at.last()
	}
	return nil
}

// with lets the real code loose on the world's mailbox.
func (w *world) with(step func(*mailbox)) {
	var m mailbox
	m.Store(w.mailbox)
	step(&m)
	w.mailbox = m.Load()
}

// write takes the writer's next step.
func (m *model) write(w *world) (bool, error) {
	if w.part == 2*len(m.program) {
		return false, nil
	}
	second := w.part%2 == 1
	switch op := m.program[w.part/2]; {
	case op == 'n' && !second:
		slot := w.writer.next()
		if slot >= m.states {
			return true, fmt.Errorf("no state is free in %+v", *w)
		}
		w.states[slot] = cell{w.ticks, false}
		w.ticks++
	case op == 'n':
		w.states[w.writer.current].whole = true
	case !second:
		if w.writer.own == w.reader.own {
			return true, fmt.Errorf("both sides have header %d", w.writer.own)
		}
		w.sent++
		w.headers[w.writer.own] = header{w.writer.previous, w.writer.current, w.sent, w.ticks - 1}
	default:
		w.with(w.writer.send)
	}
	w.part++
	if m.spoil != nil {
		m.spoil(&w.writer)
	}
	return true, nil
}

// look takes the reader's next step.
func (m *model) look(w *world) (bool, error) {
	if w.read == 2*m.looks {
		return false, nil
	}
	arrived := false
	if w.read%2 == 0 {
		w.with(func(box *mailbox) { arrived = w.reader.arrived(box) })
		w.read++
		if !arrived {
			w.read++ // this call takes nothing
		}
		return true, nil
	}
	w.with(w.reader.take)
	w.read++
	h := w.headers[w.reader.own]
	if h.count <= w.seen {
		return true, fmt.Errorf("count %d after %d", h.count, w.seen)
	}
	w.seen = h.count
	w.taken = [2]cell{w.states[h.previous], w.states[h.current]}
	return true, nil
}

// check says what is wrong with what the reader has.
func (w *world) check() error {
	h := w.headers[w.reader.own]
	if h.count == 0 {
		return nil
	}
	previous, current := w.states[h.previous], w.states[h.current]
	switch {
	case h.count != w.seen || w.taken != [2]cell{previous, current}:
		return fmt.Errorf("what the reader holds was %+v and became %+v", w.taken, [2]cell{previous, current})
	case !previous.whole || !current.whole:
		return fmt.Errorf("the reader holds a half-filled state: %+v, %+v", previous, current)
	case current.tick != h.tick || previous.tick != max(current.tick-1, 0):
		return fmt.Errorf("states %d and %d under tick %d", previous.tick, current.tick, h.tick)
	}
	return nil
}

// last looks once more when all is done: the reader must get what was published last.
func (w *world) last() error {
	if w.sent == 0 {
		return nil
	}
	w.with(func(box *mailbox) {
		if w.reader.arrived(box) {
			w.reader.take(box)
		}
	})
	if got := w.headers[w.reader.own].count; got != w.sent {
		return fmt.Errorf("the last count is %d, published %d", got, w.sent)
	}
	return nil
}

// programs returns every text of n and p up to a length that starts with n.
func programs(length int) (all []string) {
	for size := 1; size <= length; size++ {
		for bits := range 1 << (size - 1) {
			var b strings.Builder
			b.WriteByte('n')
			for i := range size - 1 {
				b.WriteByte("np"[bits>>i&1])
			}
			all = append(all, b.String())
		}
	}
	return all
}

func TestNoOrderOfStepsTearsLosesOrTurnsBackAState(t *testing.T) {
	length := 8
	if testing.Short() {
		length = 6
	}
	worlds, ends := 0, 0
	for _, program := range programs(length) {
		m := model{program: program, looks: 5, states: stateCount}
		if err := m.run(); err != nil {
			t.Fatalf("%s: %v", program, err)
		}
		worlds, ends = worlds+len(m.visited), ends+m.orders
	}
	t.Logf("%d programs, %d worlds, %d ends", len(programs(length)), worlds, ends)
}

func TestTheModelCatchesAWriterThatIsWrong(t *testing.T) {
	for name, m := range map[string]model{
		"one state too few":               {states: stateCount - 1},
		"forgets what the reader holds":   {states: stateCount, spoil: func(w *writer) { w.held = 0 }},
		"forgets what is in the mailbox":  {states: stateCount, spoil: func(w *writer) { w.sent = 0 }},
		"keeps its header after the swap": {states: stateCount, spoil: func(w *writer) { w.own = writersFirst }},
	} {
		caught := ""
		for _, program := range programs(8) {
			m.program, m.looks = program, 3
			if err := m.run(); err != nil {
				caught = program
				break
			}
		}
		if caught == "" {
			t.Errorf("%s: no order of any program shows it", name)
		}
		t.Logf("%s: shown by %s", name, caught)
	}
}
