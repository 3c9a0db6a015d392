package ebitengine

import (
	"math"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/tactus-go/tactus/input"
)

// pads are the gamepads that are connected, each at its number for as long as it is.
type pads struct {
	slots [PadCount]pad
	ids   []ebiten.GamepadID // reused
}

// A pad is one gamepad as it was at the last poll.
type pad struct {
	id      ebiten.GamepadID
	present bool
	buttons [ebiten.StandardGamepadButtonMax + 1]bool
	axes    [ebiten.StandardGamepadAxisMax + 1]int32
}

func (p *pads) poll(events []input.Event) []input.Event {
	p.ids = ebiten.AppendGamepadIDs(p.ids[:0])
	p.ids = slices.DeleteFunc(p.ids, func(id ebiten.GamepadID) bool {
		return !ebiten.IsStandardGamepadLayoutAvailable(id)
	})
	p.seat(p.ids)
	for n := range p.slots {
		events = p.slots[n].poll(events, n)
	}
	return events
}

// seat gives each gamepad a number that it keeps: one that leaves frees its own, and one that comes
// takes the lowest that is free.
func (p *pads) seat(ids []ebiten.GamepadID) {
	for n := range p.slots {
		s := &p.slots[n]
		s.present = s.present && slices.Contains(ids, s.id)
	}
	for _, id := range ids {
		seated := func(s pad) bool { return s.present && s.id == id }
		free := func(s pad) bool { return !s.present }
		if slices.ContainsFunc(p.slots[:], seated) {
			continue
		}
		if n := slices.IndexFunc(p.slots[:], free); n >= 0 {
			p.slots[n].id, p.slots[n].present = id, true
		}
	}
}

// poll appends what changed on a gamepad. All is up and in the middle on one that has left.
func (s *pad) poll(events []input.Event, n int) []input.Event {
	for i := range s.buttons {
		b := ebiten.StandardGamepadButton(i)
		down := s.present && ebiten.IsStandardGamepadButtonPressed(s.id, b)
		events = appendEdges(events, Pad(n, b), s.buttons[i], false, false, down)
		s.buttons[i] = down
	}
	for i := range s.axes {
		a, at := ebiten.StandardGamepadAxis(i), int32(0)
		if s.present {
			at = axis(ebiten.StandardGamepadAxisValue(s.id, a))
		}
		events = appendMoved(events, PadAxis(n, a), s.axes[i], at)
		s.axes[i] = at
	}
	return events
}

// axis returns a position from -1 to 1 in whole units.
func axis(v float64) int32 {
	if math.IsNaN(v) {
		return 0
	}
	return int32(math.RoundToEven(max(-1, min(v, 1)) * AxisMax))
}
