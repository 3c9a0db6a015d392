package ebitengine

import "github.com/hajimehoshi/ebiten/v2"

// What the tests of this package look into.
var (
	AppendEdges = appendEdges
	Axis        = axis
)

// Pads are the gamepads' numbers, without the gamepads.
type Pads = pads

// Seat gives the pads their numbers.
func (p *pads) Seat(ids []int) (numbers [PadCount]int) {
	p.ids = p.ids[:0]
	for _, id := range ids {
		p.ids = append(p.ids, ebiten.GamepadID(id))
	}
	p.seat(p.ids)
	for n, s := range p.slots {
		numbers[n] = -1
		if s.present {
			numbers[n] = int(s.id)
		}
	}
	return numbers
}
