package main

import (
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

// typed collects what a keyboard pushes, and what it lets go of.
func typed(t *testing.T) (k *keyboard, pushed *[]input.Kind, buffer *input.Buffer) {
	buffer, err := input.NewBuffer(input.BufferConfig{})
	if err != nil {
		t.Fatal(err)
	}
	pushed = new([]input.Kind)
	k = &keyboard{push: func(e input.Event) bool { *pushed = append(*pushed, e.Kind); return true }}
	return k, pushed, buffer
}

const tick = 10 * time.Millisecond

func TestAKeyWithoutReleasesIsLetGoAfterItsLastRepeat(t *testing.T) {
	k, pushed, buffer := typed(t)
	at := tactus.Instant(time.Second)
	for range 20 { // held: a repeat each 30 ms
		k.press(codeLeft, at)
		at = at.Add(3 * tick)
		k.decay(at, buffer)
	}
	if !slices.Equal(*pushed, []input.Kind{input.Press}) || !k.down[codeLeft] {
		t.Fatalf("pushed %v, want one press; down %v", *pushed, k.down[codeLeft])
	}
	k.decay(at.Add(keyDecay-4*tick), buffer)
	if !k.down[codeLeft] {
		t.Error("let go too early")
	}
	k.decay(at.Add(keyDecay), buffer)
	if k.down[codeLeft] {
		t.Error("not let go")
	}
}

func TestAKeyWithReleasesIsHeldUntilItsRelease(t *testing.T) {
	k, pushed, buffer := typed(t)
	k.tells()
	at := tactus.Instant(time.Second)
	k.press(codeAct, at)
	k.decay(at.Add(time.Hour), buffer)
	k.press(codeAct, at.Add(time.Hour)) // a repeat
	k.release(codeAct, at.Add(2*time.Hour))
	k.release(codeAct, at.Add(2*time.Hour))
	if !slices.Equal(*pushed, []input.Kind{input.Press, input.Release}) {
		t.Errorf("pushed %v, want a press and a release", *pushed)
	}
}

func TestHammerPicturesAreWholeAndTheLatestArrives(t *testing.T) {
	h := newHandover()
	const last = 100_000
	var wait sync.WaitGroup
	wait.Go(func() {
		for i := tactus.Tick(1); i <= last; i++ {
			p := h.blank()
			p.tick, p.of = i, i
			h.put(p)
		}
	})
	var shown *picture
	for shown == nil || shown.tick != last {
		<-h.news
		if p := h.take(); p != nil {
			if p.tick != p.of || shown != nil && p.tick < shown.tick {
				t.Fatalf("picture %d of %d", p.tick, p.of)
			}
			h.done(shown)
			shown = p
		}
	}
	wait.Wait()
}

func TestTheLibrarysTickerIsThere(t *testing.T) {
	inCabinet(t, "jump", tactus.Hz(60), func(t *testing.T, c *cabinet) {
		if setRedraw(c.screen, time.Second) {
			t.Error("a ticker before the screen runs")
		}
	})
	field, ok := tickerField()
	if !ok || field != "*time.Ticker" {
		t.Errorf("the library's ticker is a %q: setRedraw does nothing, and an idle game costs too much", field)
	}
}

// tickerField returns the type of the field that setRedraw reaches for.
func tickerField() (string, bool) {
	field, ok := reflect.TypeFor[tea.Program]().FieldByName("ticker")
	if !ok {
		return "", false
	}
	return field.Type.String(), true
}
