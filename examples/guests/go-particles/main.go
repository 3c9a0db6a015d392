// Guest is the simulation particles as a TM/1 module.
package main

import (
	"github.com/tactus-go/tactus/games/particles"
	"github.com/tactus-go/tactus/guest"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

func init() {
	guest.Run(func(c abi.Config) (sim.Sim, error) {
		if c.Players != 1 || c.SeedHi != 0 {
			return nil, abi.Unsupported
		}
		return particles.New(c.SeedLo), nil
	})
}

// main does nothing: a host calls what the module exports.
func main() {}
