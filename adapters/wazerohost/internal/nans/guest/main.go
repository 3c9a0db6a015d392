// Guest is the game nans as a TM/1 module.
package main

import (
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/nans"
	"github.com/tactus-go/tactus/guest"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

func init() {
	guest.Run(func(abi.Config) (sim.Sim, error) { return sim.Of[[1]uint8](new(nans.World)) })
}

// main does nothing: a host calls what the module exports.
func main() {}
