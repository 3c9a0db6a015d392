package scene

import "strconv"

// boardMax is how many numbers a board holds. They stay at one address, where the page reads them.
const boardMax = 1 << 13

// A Board is a scene's numbers as a page reads them: one run of floats, parts of which have names.
type Board struct {
	slots  []Slot
	values []float64
}

// A Slot is a named part of a board.
type Slot struct {
	Name string `json:"name"`
	At   int    `json:"at"`
	Len  int    `json:"len"`
}

func newBoard() *Board { return &Board{values: make([]float64, 0, boardMax)} }

// slot names the next n numbers and returns them.
func (b *Board) slot(name string, n int) []float64 {
	at := len(b.values)
	if at+n > boardMax {
		panic("tactus: scene: slot " + name + " of " + strconv.Itoa(n) + " numbers: want room in the board")
	}
	b.slots = append(b.slots, Slot{name, at, n})
	b.values = b.values[:at+n]
	return b.values[at : at+n : at+n]
}

// one names a single number.
func (b *Board) one(name string) *float64 { return &b.slot(name, 1)[0] }

// Slots returns the names, in order. They never change.
func (b *Board) Slots() []Slot { return b.slots }

// Values returns the numbers. The slice stays the same for the scene's life.
func (b *Board) Values() []float64 { return b.values }

// Get returns a number by its name, and false where there is none.
func (b *Board) Get(name string) (float64, bool) {
	for _, s := range b.slots {
		if s.Name == name {
			return b.values[s.At], true
		}
	}
	return 0, false
}

// A trail keeps the last pairs of numbers that were added, after the number of all that were.
type trail struct{ values []float64 }

// trail names the last n pairs.
func (b *Board) trail(name string, n int) trail { return trail{b.slot(name, 1+2*n)} }

func (t trail) add(x, y float64) {
	n := (len(t.values) - 1) / 2
	at := 1 + 2*(int(t.values[0])%n)
	t.values[at], t.values[at+1] = x, y
	t.values[0]++
}

func (t trail) clear() { t.values[0] = 0 }

// A pattern keeps the last whole numbers that were added, the newest at its end, after how many it has.
type pattern struct{ values []float64 }

const patternMax = 48

func (b *Board) pattern(name string) pattern { return pattern{b.slot(name, 1+patternMax)} }

func (p pattern) add(v int64) {
	copy(p.values[1:], p.values[2:])
	p.values[patternMax] = float64(v)
	p.values[0] = min(p.values[0]+1, patternMax)
}

func (p pattern) clear() { clear(p.values) }

// flag is a bool on a board.
func flag(on bool) float64 {
	if on {
		return 1
	}
	return 0
}
