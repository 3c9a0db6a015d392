package particles_test

import (
	"bytes"
	"testing"

	"github.com/tactus-go/tactus/games/particles"
)

func play(g *particles.Game, from, to int) {
	for tick := from; tick < to; tick++ {
		g.Step([]byte{byte(tick / 7 % 3)})
	}
}

func TestARunGoesOnFromAState(t *testing.T) {
	whole, before := particles.New(7), particles.New(7)
	play(whole, 0, 1000)
	play(before, 0, 400)
	after := particles.New(8)
	if err := after.Load(before.Save(nil)); err != nil {
		t.Fatal(err)
	}
	play(after, 400, 1000)
	if want, got := whole.Save(nil), after.Save(nil); !bytes.Equal(want, got) || len(got) != particles.StateBytes {
		t.Errorf("%d bytes that differ, want the %d of a run without a break", len(got), len(want))
	}
}

func TestAnotherSeedIsAnotherRun(t *testing.T) {
	if bytes.Equal(particles.New(7).Save(nil), particles.New(8).Save(nil)) {
		t.Error("seeds 7 and 8 have the same state")
	}
}

func TestAStateThatNoRunReachesIsRefusedAndChangesNothing(t *testing.T) {
	g := particles.New(7)
	play(g, 0, 100)
	before := g.Save(nil)
	bad := map[string][]byte{"short": before[:len(before)-1], "long": append(bytes.Clone(before), 0), "none": nil}
	for at, name := range map[int]string{16: "a place", 24: "a speed"} {
		image := bytes.Clone(before)
		copy(image[at:], []byte{0xff, 0xff, 0xff, 0x7f})
		bad[name] = image
	}
	for name, image := range bad {
		if err := g.Load(image); err == nil {
			t.Errorf("%s: taken", name)
		}
		if !bytes.Equal(g.Save(nil), before) {
			t.Fatalf("%s: the refused state changed the game", name)
		}
	}
}
