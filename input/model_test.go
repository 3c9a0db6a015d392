package input_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

// model is the buffer as its documentation says it, slow and obvious: lists that are sorted anew,
// and places in exact fractions worked out from the stepper's phase, without a Window.
type model struct {
	cap     int
	waiting []input.Event
	merged  []input.Event
	held    map[input.Code]bool
	level   map[input.Code]int32
	down    map[input.Code]bool
	letGo   map[input.Code]bool // by releaseAll, and nothing came since
	dropped uint64
	merges  uint64
}

func newModel(size int) *model {
	return &model{cap: size, held: map[input.Code]bool{}, level: map[input.Code]int32{}, down: map[input.Code]bool{},
		letGo: map[input.Code]bool{}}
}

func (m *model) push(e input.Event) bool {
	m.moveUp()
	again := m.again(e)
	m.letGo[e.Code] = false
	switch {
	case again:
		return true
	case len(m.merged) == 0 && len(m.waiting) < m.cap:
		m.queue(e)
	case e.Kind == input.Press:
		m.dropped++
		return false
	default:
		m.merge(e)
		m.merges++
	}
	if e.Kind != input.Analog {
		m.down[e.Code] = e.Kind == input.Press
	}
	return true
}

// again reports whether an event is the release of what releaseAll has let go.
func (m *model) again(e input.Event) bool { return e.Kind == input.Release && m.letGo[e.Code] }

// releaseAll releases what is down of some codes, in ascending order.
func (m *model) releaseAll(at tactus.Instant, codes []input.Code) {
	for _, c := range codes {
		if m.down[c] {
			m.push(input.Event{At: at, Code: c, Kind: input.Release})
			m.letGo[c] = true
		}
	}
}

// queue sorts an event in: by time, never before an earlier one of its code.
func (m *model) queue(e input.Event) {
	for _, w := range m.waiting {
		if w.Code == e.Code {
			e.At = max(e.At, w.At)
		}
	}
	m.waiting = append(m.waiting, e)
	slices.SortStableFunc(m.waiting, func(a, b input.Event) int { return int(min(max(a.At-b.At, -1), 1)) })
}

// merge keeps the latest of each code and kind, and no analog before a release.
func (m *model) merge(e input.Event) {
	if e.Kind == input.Release {
		e.Value = 0
	}
	var others []input.Event
	for _, o := range m.merged {
		if o.Code == e.Code {
			e.At = max(e.At, o.At)
		}
	}
	for _, o := range m.merged {
		switch {
		case o.Code != e.Code:
			others = append(others, o)
		case o.Kind == input.Release && e.Kind == input.Analog:
			o.At = e.At
			others = append(others, o)
		}
	}
	m.merged = append(others, e)
	slices.SortFunc(m.merged, func(a, b input.Event) int {
		return (int(a.Code)-int(b.Code))*10 + int(a.Kind) - int(b.Kind)
	})
}

func (m *model) moveUp() {
	for len(m.merged) > 0 && len(m.waiting) < m.cap {
		m.queue(m.merged[0])
		m.merged = m.merged[1:]
	}
}

// frame is one frame's time as the model sees it.
type frame struct {
	plan  tactus.Plan
	grant bool
	now   tactus.Instant
	after *big.Rat // the phase that the plan leaves
	speed *big.Rat // steps per nanosecond
}

// place returns the tick and the offset of an instant; ok is false where it waits for a later
// frame.
func (f *frame) place(at tactus.Instant) (tick tactus.Tick, offset float64, ok bool) {
	if f.grant {
		return f.plan.First, 0, true
	}
	if at >= f.now || f.speed.Sign() == 0 {
		return 0, 0, false
	}
	back := new(big.Rat).SetInt(new(big.Int).Sub(big.NewInt(int64(f.now)), big.NewInt(int64(at))))
	back.Mul(back, f.speed).Sub(back, f.after) // steps before the end of the last tick
	if back.Sign() <= 0 {
		return 0, 0, false
	}
	whole := new(big.Int).Div(new(big.Int).Sub(back.Num(), big.NewInt(1)), back.Denom()) // ceil(back) - 1
	if !whole.IsInt64() || whole.Int64() >= f.plan.Steps {
		return f.plan.First, 0, true
	}
	into := new(big.Rat).SetInt(whole.Add(whole, big.NewInt(1)))
	offset, _ = into.Sub(into, back).Float64()
	return f.plan.First + tactus.Tick(f.plan.Steps) - tactus.Tick(whole.Int64()), offset, true
}

// tick returns what tick t sees, and brings the levels up to date.
func (m *model) tick(f *frame, t tactus.Tick) []input.TickEvent {
	var seen []input.TickEvent
	for {
		for len(m.waiting) > 0 {
			tick, offset, ok := f.place(m.waiting[0].At)
			if !ok || tick > t {
				break
			}
			if len(seen) > 0 {
				offset = max(offset, seen[len(seen)-1].Offset)
			}
			seen = append(seen, input.TickEvent{Event: m.waiting[0], Offset: offset})
			m.settle(m.waiting[0])
			m.waiting = m.waiting[1:]
		}
		if len(m.merged) == 0 || len(m.waiting) == m.cap {
			return seen
		}
		m.moveUp()
	}
}

func (m *model) flush() int {
	all := 0
	for len(m.waiting) > 0 {
		for _, e := range m.waiting {
			m.settle(e)
		}
		all += len(m.waiting)
		m.waiting = nil
		m.moveUp()
	}
	return all
}

func (m *model) settle(e input.Event) {
	switch {
	case e.Kind == input.Press:
		m.held[e.Code] = true
		m.level[e.Code] = e.Value
		if e.Value == 0 {
			m.level[e.Code] = 1
		}
	case e.Kind == input.Release:
		m.held[e.Code] = false
		m.level[e.Code] = 0
	default:
		m.level[e.Code] = e.Value
	}
}

// check compares the state of a tick with what the model saw.
func (m *model) check(t *testing.T, tick tactus.Tick, got *input.State, want []input.TickEvent, codes []input.Code) {
	t.Helper()
	if len(got.Events()) != len(want) {
		t.Fatalf("tick %d sees %v, want %v", tick, got.Events(), want)
	}
	pressed, released := map[input.Code]int{}, map[input.Code]int{}
	for i, e := range got.Events() {
		w := want[i]
		if e.Event != w.Event || e.Offset < w.Offset-1e-9 || e.Offset > w.Offset+1e-9 || e.Offset < 0 || e.Offset >= 1 {
			t.Fatalf("tick %d event %d is %+v, want %+v", tick, i, e, w)
		}
		switch w.Kind {
		case input.Press:
			pressed[w.Code]++
		case input.Release:
			released[w.Code]++
		}
	}
	for _, c := range codes {
		if got.Pressed(c) != pressed[c] || got.Released(c) != released[c] {
			t.Fatalf("tick %d code %d: %d presses and %d releases, want %d and %d",
				tick, c, got.Pressed(c), got.Released(c), pressed[c], released[c])
		}
		if got.Held(c) != m.held[c] || got.Level(c) != m.level[c] {
			t.Fatalf("tick %d code %d: held %v at %d, want %v at %d", tick, c, got.Held(c), got.Level(c), m.held[c], m.level[c])
		}
	}
}
