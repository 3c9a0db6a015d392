package ebitengine_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/tactus-go/tactus/adapters/ebitengine"
	"github.com/tactus-go/tactus/input"
)

func TestEveryKeyButtonAndAxisHasACodeOfItsOwn(t *testing.T) {
	names := map[input.Code]string{}
	add := func(c input.Code, name string) {
		if c < 1 || c > input.CodeMax {
			t.Errorf("%s has code %d", name, c)
		}
		if other, taken := names[c]; taken {
			t.Errorf("code %d is %s and %s", c, other, name)
		}
		names[c] = name
	}
	for k := range ebiten.KeyMax + 1 {
		add(ebitengine.Key(k), k.String())
	}
	for b := range ebiten.MouseButtonMax + 1 {
		add(ebitengine.Mouse(b), fmt.Sprint("mouse ", b))
	}
	for i, c := range []input.Code{ebitengine.CursorX, ebitengine.CursorY, ebitengine.WheelX, ebitengine.WheelY} {
		add(c, fmt.Sprint("pointer ", i))
	}
	for n := range ebitengine.PadCount {
		for b := range ebiten.StandardGamepadButtonMax + 1 {
			add(ebitengine.Pad(n, b), fmt.Sprint("pad ", n, " button ", b))
		}
		for a := range ebiten.StandardGamepadAxisMax + 1 {
			add(ebitengine.PadAxis(n, a), fmt.Sprint("pad ", n, " axis ", a))
		}
	}
}

func TestWhatIsNoKeyPanicsWithItsNumber(t *testing.T) {
	for want, f := range map[string]func(){
		"key is -1":            func() { ebitengine.Key(-1) },
		"key is 999":           func() { ebitengine.Key(999) },
		"mouse button is 77":   func() { ebitengine.Mouse(77) },
		"gamepad is 4":         func() { ebitengine.Pad(4, 0) },
		"gamepad is -1":        func() { ebitengine.PadAxis(-1, 0) },
		"gamepad button is 99": func() { ebitengine.Pad(0, 99) },
		"gamepad axis is 4":    func() { ebitengine.PadAxis(0, 4) },
	} {
		func() {
			defer func() {
				if r, _ := recover().(string); !strings.HasPrefix(r, "tactus: ebitengine: "+want) {
					t.Errorf("panics with %q, want %q", r, want)
				}
			}()
			f()
		}()
	}
}

func TestEdgesAreTheShortestRowThatExplainsABitPattern(t *testing.T) {
	for _, c := range []struct {
		was, pressed, released, down bool
		want                         string
	}{
		{false, false, false, false, ""},
		{false, true, false, true, "P"},
		{false, true, true, false, "PR"},
		{false, true, true, true, "PRP"},
		{true, false, false, true, ""},
		{true, false, true, false, "R"},
		{true, true, true, true, "RP"},
		{true, true, true, false, "RPR"},
		{false, false, false, true, "P"}, // down before the window came
		{true, false, false, false, "R"}, // a gamepad that left
	} {
		got := ""
		for _, e := range ebitengine.AppendEdges(nil, 7, c.was, c.pressed, c.released, c.down) {
			got += map[input.Kind]string{input.Press: "P", input.Release: "R"}[e.Kind]
			if e.Code != 7 || e.At != 0 {
				t.Errorf("event %+v", e)
			}
		}
		if got != c.want {
			t.Errorf("was %v, pressed %v, released %v, down %v: %q, want %q", c.was, c.pressed, c.released, c.down, got, c.want)
		}
	}
}

func TestAGamepadKeepsItsNumber(t *testing.T) {
	var p ebitengine.Pads
	for _, c := range []struct{ ids, want []int }{
		{nil, []int{-1, -1, -1, -1}},
		{[]int{9}, []int{9, -1, -1, -1}},
		{[]int{2, 9}, []int{9, 2, -1, -1}},
		{[]int{2}, []int{-1, 2, -1, -1}},
		{[]int{2, 5, 6, 7, 8}, []int{5, 2, 6, 7}},
		{[]int{8}, []int{8, -1, -1, -1}},
	} {
		if got := p.Seat(c.ids); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("connected %v: numbers %v, want %v", c.ids, got, c.want)
		}
	}
}

func TestAnAxisIsAWholeNumberWithinItsEnds(t *testing.T) {
	for in, want := range map[float64]int32{-1: -32767, 0: 0, 1: 32767, 0.5: 16384, 3: 32767, -9: -32767} {
		if got := ebitengine.Axis(in); got != want {
			t.Errorf("%v gives %d, want %d", in, got, want)
		}
	}
	if got := ebitengine.Axis(math.NaN()); got != 0 {
		t.Errorf("NaN gives %d", got)
	}
}
