// Panics is a game that counts, passes every check, and panics at an input that no check makes up.
package main

import (
	"encoding/binary"
	"errors"

	"github.com/tactus-go/tactus/guest"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

type counter struct{ tick, sum uint64 }

func (c *counter) Step(input []byte) {
	if string(input) == "panic now" {
		panic("as asked for")
	}
	for _, b := range input {
		c.sum += uint64(b)
	}
	c.tick++
	c.sum += c.sum << 3
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
