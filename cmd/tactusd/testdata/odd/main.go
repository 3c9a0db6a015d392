// Odd is a game that counts and passes every check, but at inputs that no check makes up: it panics at
// one, and works for as long as another says.
package main

import (
	"encoding/binary"
	"errors"

	"github.com/tactus-go/tactus/guest"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

type counter struct{ tick, sum uint64 }

// always lets every input spin, where the linker sets it.
var always string

func (c *counter) Step(input []byte) {
	if string(input) == "panic now" {
		panic("as asked for")
	}
	c.spin(input)
	for _, b := range input {
		c.sum += uint64(b)
	}
	c.tick++
	c.sum += c.sum << 3
}

func (c *counter) spin(input []byte) {
	n := uint32(0)
	if len(input) == 8 && string(input[:4]) == "spin" {
		n = binary.LittleEndian.Uint32(input[4:])
	}
	if always != "" {
		n = 2_000_000
	}
	for ; n > 0; n-- {
		c.sum = c.sum*6364136223846793005 + 1442695040888963407
	}
}

func (c *counter) Hash(h *sim.Hash) {
	h.Uint("tick", c.tick)
	h.Uint("sum", c.sum)
}

func (c *counter) Save(image []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(image, c.tick), c.sum)
}

func (c *counter) Load(image []byte) error {
	if len(image) != 16 {
		return errors.New("want 16 bytes")
	}
	c.tick, c.sum = binary.LittleEndian.Uint64(image), binary.LittleEndian.Uint64(image[8:])
	return nil
}

func init() {
	guest.Run(func(c abi.Config) (sim.Sim, error) { return &counter{sum: c.SeedLo}, nil })
}

func main() {}
