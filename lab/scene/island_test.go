package scene_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/lab/scene"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/tactustest"
)

// An islandPage plays the island as a page does.
type islandPage struct {
	t     *testing.T
	scene scene.Taped
	now   tactus.Instant
}

func openIsland(t *testing.T) *islandPage {
	t.Helper()
	s, ok := scene.New("island")
	if !ok {
		t.Fatal("there is no scene island")
	}
	p := &islandPage{t: t, scene: s.(scene.Taped), now: tactus.Instant(700 * time.Millisecond)}
	p.scene.Frame(p.now)
	return p
}

// frames draws so many frames.
func (p *islandPage) frames(n int, d time.Duration) {
	for range n {
		p.now = p.now.Add(d)
		p.scene.Frame(p.now)
	}
}

func (p *islandPage) get(name string) float64 {
	p.t.Helper()
	v, ok := p.scene.Board().Get(name)
	if !ok {
		p.t.Fatalf("the board has no %s", name)
	}
	return v
}

func (p *islandPage) act(name string) { p.scene.Act(slices.Index(p.scene.Actions(), name)) }

func (p *islandPage) set(name string, value float64) {
	p.scene.Set(slices.IndexFunc(p.scene.Controls(), func(c scene.Control) bool { return c.Name == name }), value)
}

// key presses or releases a key, as long after the last frame as it says.
func (p *islandPage) key(way string, down float64, after time.Duration) {
	p.set("when", float64(p.now.Add(after))/1e6)
	p.set(way, down)
}

// verified takes the recording and judges it as a server does.
func (p *islandPage) verified(ticks tactus.Tick) *replay.Recording {
	p.t.Helper()
	file, err := p.scene.Recording()
	if err != nil {
		p.t.Fatal(err)
	}
	rec, err := replay.Read(bytes.NewReader(file))
	if err != nil {
		p.t.Fatal(err)
	}
	other := island.ThisBuild()
	other.OS = "somewhere else"
	if v := replay.Verify(rec, island.Host(other), replay.Options{}); v.Outcome != replay.OK || v.Compared.Ticks != ticks {
		p.t.Errorf("%v, want %d ticks ok", v, ticks)
	}
	return rec
}

func TestTheIslandStandsStillUntilItIsToldTo(t *testing.T) {
	p := openIsland(t)
	p.frames(50, 16*time.Millisecond)
	if p.get("tick") != 0 || p.get("paused") != 1 || p.get("dropped") != 0 {
		t.Errorf("tick %v, paused %v, dropped %v s", p.get("tick"), p.get("paused"), p.get("dropped"))
	}
	if _, err := p.scene.Recording(); err == nil {
		t.Error("a recording of nothing")
	}
	p.act("pause")
	p.frames(20, 16*time.Millisecond)
	if n := p.get("tick"); n < 18 || n > 20 {
		t.Errorf("tick %v after 20 frames of a step", n)
	}
}

func TestTheIslandLeftAloneIsGoldenUnderAnyFrames(t *testing.T) {
	seed := tactustest.Seed(t)
	for name, frames := range map[string]tactustest.Trace{
		"144 fps":   tactustest.FPS(tactus.Hz(144)),
		"uneven":    tactustest.FPS(tactus.Hz(60)).Jittered(0.4, 1.6, seed),
		"hitches":   tactustest.FPS(tactus.Hz(60)).Hitching(17, 400*time.Millisecond),
		"30 fps":    tactustest.FPS(tactus.Hz(30)),
		"very slow": tactustest.Steady(time.Second),
	} {
		p := openIsland(t)
		p.act("pause")
		n := 0
		for d := range frames {
			p.frames(1, d)
			if n++; p.get("rested") == 1 || n > 5000 {
				break
			}
		}
		if p.get("golden") != 1 || p.get("tick") != 100 {
			t.Errorf("%s: golden %v at tick %v", name, p.get("golden"), p.get("tick"))
		}
		hash := uint64(p.get("hashHigh"))<<32 | uint64(p.get("hashLow"))
		if hash != mergeisland.GoldenHash {
			t.Errorf("%s: the hash shown is %016x", name, hash)
		}
		p.frames(100, 16*time.Millisecond)
		if p.get("tick") != 100 {
			t.Errorf("%s: it goes on by itself to tick %v", name, p.get("tick"))
		}
		p.verified(100)
	}
}

func TestAPlayerTakesTheIslandAndItsRecordingIsOK(t *testing.T) {
	for _, schedule := range []float64{0, 1} {
		p := openIsland(t)
		p.set("schedule", schedule)
		p.act("pause")
		p.frames(30, 16*time.Millisecond)
		p.key("left", 1, 3*time.Millisecond)
		p.frames(60, 7*time.Millisecond)
		if p.get("taken") != 1 || p.get("velX") > -20 || p.get("held") != -1 {
			t.Errorf("taken %v, speed %v, held %v", p.get("taken"), p.get("velX"), p.get("held"))
		}
		p.key("left", 0, 0)
		p.key("right", 1, time.Millisecond)
		p.act("hitch")
		p.frames(80, 16*time.Millisecond)
		p.act("pause")
		at := p.get("tick")
		p.key("right", 0, 0)
		p.frames(20, 16*time.Millisecond)
		if p.get("tick") != at {
			t.Errorf("in a pause it goes from tick %v to %v", at, p.get("tick"))
		}
		p.act("pause")
		p.frames(20, 16*time.Millisecond)
		if p.get("held") != 0 || p.get("dropped") == 0 {
			t.Errorf("held %v after the release in a pause, dropped %v s", p.get("held"), p.get("dropped"))
		}
		ticks := p.get("tick")
		rec := p.verified(tactus.Tick(ticks))
		frames := 0
		for range rec.Frames() {
			frames++
		}
		if frames > 0 != (schedule == 1) {
			t.Errorf("schedule %v: %d frames", schedule, frames)
		}
		p.act("pause")
		p.frames(20, 16*time.Millisecond)
		if p.get("tick") != ticks || p.get("closed") != 1 {
			t.Errorf("it goes on after its recording was taken, to tick %v", p.get("tick"))
		}
		again := p.verified(tactus.Tick(ticks))
		if again.Bytes != rec.Bytes {
			t.Errorf("taken twice: %d and %d bytes", rec.Bytes, again.Bytes)
		}
		p.act("restart")
		p.frames(5, 16*time.Millisecond)
		if p.get("closed") != 0 || p.get("tick") < 4 {
			t.Errorf("after a restart: closed %v, tick %v", p.get("closed"), p.get("tick"))
		}
	}
}

func TestAKeyBelongsToTheTickInWhoseTimeItWas(t *testing.T) {
	p := openIsland(t)
	p.key("left", 1, 0) // a key of the game begins it
	p.key("left", 0, time.Millisecond)
	p.frames(40, 16*time.Millisecond)
	p.key("right", 1, 40*time.Millisecond) // in the third step of a frame of five, and let go in the fourth
	p.key("right", 0, 50*time.Millisecond)
	before := int(p.get("tick"))
	p.frames(1, 80*time.Millisecond)
	var moves []int8
	for _, input := range p.verified(tactus.Tick(before + 5)).Inputs() {
		moves = append(moves, int8(replay.OwnInput(input)[0]))
	}
	if got := moves[before:]; !slices.Equal(got, []int8{0, 0, 1, 1, 0}) && !slices.Equal(got, []int8{0, 0, 1, 0, 0}) {
		t.Errorf("the inputs of the frame's ticks are %v", got)
	}
}

func TestAHiddenPageHoldsTheIslandAndItsKeys(t *testing.T) {
	p := openIsland(t)
	p.key("right", 1, 0)
	p.frames(30, 16*time.Millisecond)
	p.scene.Leave()
	at := p.get("tick")
	p.frames(1, time.Hour)
	if got := p.get("tick"); got > at+1 || p.get("dropped") != 0 {
		t.Errorf("after an hour away: tick %v after %v, dropped %v s", got, at, p.get("dropped"))
	}
	p.frames(3, 16*time.Millisecond)
	if p.get("held") != 0 {
		t.Error("a key is still held after the page was left")
	}
	p.verified(tactus.Tick(p.get("tick")))
}

func TestARecordingEndsAfterThirtyMinutes(t *testing.T) {
	for _, schedule := range []float64{0, 1} {
		p := openIsland(t)
		p.set("schedule", schedule)
		p.set("speed", 4)
		p.key("right", 1, 0)
		p.frames(16000, 32*time.Millisecond)
		if p.get("full") != 1 || p.get("tick") != 112500 {
			t.Fatalf("full %v at tick %v", p.get("full"), p.get("tick"))
		}
		p.verified(112500)
		if p.get("bytes") > 2<<20 {
			t.Errorf("%v bytes", p.get("bytes"))
		}
		t.Logf("schedule %v: %v bytes", schedule, p.get("bytes"))
	}
}

func TestAFrameOfTheIslandMakesNoGarbage(t *testing.T) {
	p := openIsland(t)
	p.act("pause")
	p.key("right", 1, 0)
	p.frames(2000, 16*time.Millisecond)
	if n := testing.AllocsPerRun(500, func() { p.frames(1, 16*time.Millisecond) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
