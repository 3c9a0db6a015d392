package proof_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/lab/proof"
	"github.com/tactus-go/tactus/sim"
)

// firstOf steps two games side by side, one with the input changed, and returns the first tick whose
// states differ, -1 for none.
func firstOf(t *testing.T, moves []int8, at tactus.Tick, move int8) tactus.Tick {
	t.Helper()
	a, errA := mergeisland.New(mergeisland.DefaultConfig())
	b, errB := mergeisland.New(mergeisland.DefaultConfig())
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for i, m := range moves {
		changed := m
		if tactus.Tick(i) == at {
			changed = move
		}
		a.Step(mergeisland.Input(m))
		b.Step(mergeisland.Input(changed))
		if sim.HashOf(a) != sim.HashOf(b) {
			return tactus.Tick(i)
		}
	}
	return -1
}

func TestAChangedInputDivergesAtTheFirstTickWhoseStateDiffers(t *testing.T) {
	moves := mergeisland.ReferenceMoves()
	for at := range tactus.Tick(len(moves)) {
		for move := -1; move <= 1; move++ {
			want := firstOf(t, moves, at, int8(move))
			p, points, err := proof.Change(nil, at, move, here)
			if err != nil {
				t.Fatal(err)
			}
			c := p.Comparison
			if c.Tick != want || p.Was != int(moves[at]) || p.Ticks != 100 || c.Same != (want < 0) {
				t.Fatalf("tick %d, %d: first %d, want %d: %s", at, move, c.Tick, want, p.Text)
			}
			if want >= 0 && (len(c.Fields) == 0 || c.Input != at || c.Probes < 1 || c.Probes > 8 || c.Agreed != want-1) {
				t.Errorf("tick %d, %d: %+v", at, move, c)
			}
			parts(t, points, want)
		}
	}
}

// parts checks that the two lines of the points are one until a tick and differ after it.
func parts(t *testing.T, points []byte, first tactus.Tick) {
	t.Helper()
	number := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(points[8*i:])) }
	if len(points) != 100*3*8 {
		t.Fatalf("%d bytes of points", len(points))
	}
	for i := range 100 {
		tick, differ := number(3*i), number(3*i+1) != number(3*i+2)
		if tick != float64(i) || differ && (first < 0 || tactus.Tick(i) < first) || !differ && tactus.Tick(i) == first {
			t.Fatalf("point %d: tick %v, %v and %v, first %d", i, tick, number(3*i+1), number(3*i+2), first)
		}
	}
}

func TestAChangeInALongRecordingShowsTheTicksAroundIt(t *testing.T) {
	file := recorded(t, island.Header(here, false), 5000)
	for at, from := range map[tactus.Tick]tactus.Tick{0: 0, 100: 0, 2500: 2400, 4999: 4600} {
		p, points, err := proof.Change(file, at, 0, here)
		if err != nil {
			t.Fatal(err)
		}
		if p.From != from || len(points) != 400*3*8 || p.Comparison.Tick != at || p.Ticks != 5000 {
			t.Errorf("tick %d: from %d, %d bytes, first %d", at, p.From, len(points), p.Comparison.Tick)
		}
	}
}

func TestAChangeThatCannotBeIsAnError(t *testing.T) {
	file := recorded(t, island.Header(here, false), 50)
	jump := island.Header(here, false)
	jump.Game = "jump"
	for name, test := range map[string]struct {
		file []byte
		tick tactus.Tick
		move int
	}{
		"a tick below":    {file, -1, 0},
		"a tick above":    {file, 50, 0},
		"an input":        {file, 3, 2},
		"text":            {[]byte("text"), 0, 0},
		"nothing":         {[]byte{}, 0, 0},
		"another game":    {recorded(t, jump, 50), 0, 0},
		"no tick":         {recorded(t, island.Header(here, false), 0), 0, 0},
		"the reference's": {nil, 100, 0},
	} {
		if _, _, err := proof.Change(test.file, test.tick, test.move, here); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
