package guest

import (
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

// A Finisher is a game that ends by itself. The tick after which Finished is first true is the last:
// the host is told so, and further steps are refused.
type Finisher interface {
	Finished() bool
}

// A Resulter is a game with a result: a score, or what else a recording claims. Result appends it to
// dst and changes nothing; at most [abi.ResultMax] bytes. Equal runs must give equal bytes.
type Resulter interface {
	Result(dst []byte) []byte
}

// module is the game of this program.
var module machine

// Run names the function that makes the game of this program, at tick 0, from a config that has
// passed [abi.ParseConfig]. It is called once, from an init function, since no host calls main.
//
// The function is called at every start of a run and must give an independent game each time. An error
// of it that wraps an [abi.Status] is reported as that status, another as [abi.BadConfig]; the config's
// bytes must not be kept.
//
// The game may also be a [Finisher] and a [Resulter]. One made by [sim.Of] is put into a struct with
// these methods where it needs them.
//
// Outside of WebAssembly Run remembers the function and nothing calls it. It panics for nil, and
// where it is called twice.
func Run(newGame func(config abi.Config) (sim.Sim, error)) {
	if newGame == nil {
		panic("tactus: guest.Run of nil: want a function that makes the game")
	}
	if module.newGame != nil {
		panic("tactus: guest.Run is called twice: a module holds one game")
	}
	module.newGame = newGame
}
