// Package particles is a simulation for measurements: 256 particles of whole numbers and a generator of
// 64 bits, 4,112 bytes of state. A tick of merge-island takes a few nanoseconds, so on a module of it
// nothing but the border is measured; a tick of this takes some hundreds.
//
// Concurrency: not safe; one goroutine at a time.
// Determinism: safe inside a tick.
// Allocation: none but the game, and the image where it has no room.
package particles

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tactus-go/tactus/sim"
)

const (
	count = 256
	// side is that of the square, whose opposite edges are one.
	side = 1 << 20
	// speedMax is above every speed: a tick leaves 63/64 of it and adds 131 at most.
	speedMax   = 1 << 14
	multiplier = 6364136223846793005
	increment  = 1442695040888963407
	// StateBytes is the length of a state.
	StateBytes = 16 + 16*count
)

type particle struct{ x, y, velX, velY int32 }

// A Game is the simulation as a [sim.Sim].
type Game struct {
	tick, rng uint64
	particles [count]particle
}

// New returns the game at tick 0, with the particles where the generator puts them.
func New(seed uint64) *Game {
	g := &Game{rng: seed}
	for i := range g.particles {
		g.particles[i].x = int32(g.draw() >> 44)
		g.particles[i].y = int32(g.draw() >> 44)
	}
	return g
}

func (g *Game) draw() uint64 {
	g.rng = g.rng*multiplier + increment
	return g.rng
}

// Step runs a tick. An input of one byte is a signed push to all particles.
func (g *Game) Step(input []byte) {
	push := int32(0)
	if len(input) == 1 {
		push = int32(int8(input[0]))
	}
	rng := g.rng
	for i := range g.particles {
		p := &g.particles[i]
		rng = rng*multiplier + increment
		p.velX += push + int32(rng>>62) - 1 - p.velX>>6
		p.velY += int32(rng>>60)&3 - 1 - p.velY>>6
		p.x = (p.x + p.velX) & (side - 1)
		p.y = (p.y + p.velY) & (side - 1)
	}
	g.rng = rng
	g.tick++
}

// Hash writes the state.
func (g *Game) Hash(h *sim.Hash) {
	h.Uint("tick", g.tick)
	h.Uint("rng", g.rng)
	for i := range g.particles {
		p := &g.particles[i]
		h.At("particles", i)
		h.Int("x", int64(p.x))
		h.Int("y", int64(p.y))
		h.Int("velX", int64(p.velX))
		h.Int("velY", int64(p.velY))
		h.Out()
	}
}

// Save appends the state.
func (g *Game) Save(image []byte) []byte {
	image = binary.LittleEndian.AppendUint64(image, g.tick)
	image = binary.LittleEndian.AppendUint64(image, g.rng)
	for i := range g.particles {
		p := &g.particles[i]
		for _, v := range [...]int32{p.x, p.y, p.velX, p.velY} {
			image = binary.LittleEndian.AppendUint32(image, uint32(v))
		}
	}
	return image
}

// Load replaces the state, and refuses one with a number that no run reaches.
func (g *Game) Load(image []byte) error {
	if len(image) != StateBytes {
		return fmt.Errorf("%d bytes: want %d", len(image), StateBytes)
	}
	next := Game{tick: binary.LittleEndian.Uint64(image), rng: binary.LittleEndian.Uint64(image[8:])}
	for i := range next.particles {
		var v [4]int32
		for k := range v {
			v[k] = int32(binary.LittleEndian.Uint32(image[16+16*i+4*k:]))
		}
		p := particle{v[0], v[1], v[2], v[3]}
		if !place(p.x) || !place(p.y) || !speed(p.velX) || !speed(p.velY) {
			return errors.New("a particle is where none gets to, or faster than any")
		}
		next.particles[i] = p
	}
	*g = next
	return nil
}

func place(v int32) bool { return v >= 0 && v < side }

func speed(v int32) bool { return v > -speedMax && v < speedMax }
