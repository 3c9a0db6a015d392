package ebitengine

import (
	"strconv"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/tactus-go/tactus/input"
)

// Codes of the pointer: CursorX and CursorY are where it is, in the game's own pixels; WheelX and WheelY
// are the running totals of the wheel, in 1/120 of a notch, of which a game subtracts two.
//
// Codes of keys come first, from 1; the blocks of the others are far enough apart for keys and buttons
// that a later Ebitengine adds. They are numbers of one run: Ebitengine may number its keys anew, so a
// recording keeps what the game made of them.
const (
	CursorX input.Code = 300
	CursorY input.Code = 301
	WheelX  input.Code = 302
	WheelY  input.Code = 303

	mouseFirst   = 310 // and up to 19 more
	padFirst     = 330
	padCodes     = 40 // 17 buttons of the standard layout from 0, 4 axes from padAxisFirst
	padAxisFirst = 30
)

// PadCount is the number of gamepads at a time; further ones are not read.
const PadCount = 4

// AxisMax is what [PadAxis] gives at the end of an axis to the right or down, and -AxisMax at the other.
const AxisMax = 32767

// Key returns the code of a key: in.Held(ebitengine.Key(ebiten.KeySpace)). Keys that stand for two,
// such as ebiten.KeyShift, are never pressed: ask for the left and the right one. It panics where k is
// no key.
func Key(k ebiten.Key) input.Code {
	return codeOf("key", 1, int(k), int(ebiten.KeyMax))
}

// Mouse returns the code of a mouse button. It panics where b is none.
func Mouse(b ebiten.MouseButton) input.Code {
	return codeOf("mouse button", mouseFirst, int(b), int(ebiten.MouseButtonMax))
}

// Pad returns the code of a button of gamepad n, 0 to PadCount-1 in the order in which they were
// connected, in the standard layout: pads that Ebitengine has no layout for are not read. It panics
// where there is none.
func Pad(n int, b ebiten.StandardGamepadButton) input.Code {
	return padOf(n) + codeOf("gamepad button", 0, int(b), int(ebiten.StandardGamepadButtonMax))
}

// PadAxis returns the code of an axis of gamepad n, from -AxisMax to AxisMax. It panics where there is
// none.
func PadAxis(n int, a ebiten.StandardGamepadAxis) input.Code {
	return padOf(n) + codeOf("gamepad axis", padAxisFirst, int(a), int(ebiten.StandardGamepadAxisMax))
}

// padOf returns the first code of a gamepad's block.
func padOf(n int) input.Code {
	codeOf("gamepad", 0, n, PadCount-1)
	return input.Code(padFirst + n*padCodes)
}

// codeOf returns the code of number n in a block that starts at first.
func codeOf(what string, first, n, most int) input.Code {
	if n < 0 || n > most {
		panic("tactus: ebitengine: " + what + " is " + strconv.Itoa(n) + ": want 0 to " + strconv.Itoa(most))
	}
	return input.Code(first + n)
}
