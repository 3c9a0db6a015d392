package replay

import (
	"fmt"
	"strings"

	"github.com/tactus-go/tactus"
)

// A Kind says what ran a game.
type Kind uint8

const (
	// Native is Go code in the process itself.
	Native Kind = 1
	// Module is a WebAssembly module of the ABI TM/1.
	Module Kind = 2
)

// String returns "native" or "module".
func (k Kind) String() string {
	switch k {
	case Native:
		return "native"
	case Module:
		return "module"
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// FlagSchedule is the behaviour flag of recordings that hold the frames of the host's loop.
const FlagSchedule = 1

// flagsRequired are the bits that a reader must know, and flagsKnown those that this one does.
const (
	flagsRequired = 0xffff
	flagsKnown    = FlagSchedule
)

// abiVersion is TM/1: major 1, minor 0.
const abiVersion = 1 << 16

// A Header says what a recording is of, and what it holds. Zero fields that have a default get it from
// [NewWriter].
type Header struct {
	Flags   uint32 // behaviour; a flag wins over today's default
	Game    string // id: a-z, 0-9, '.', '_', '-', 1 to 64 bytes
	Kind    Kind   // 0 is Native
	Hash    [32]byte
	Build   Build  // of native recordings; Hash is then of it
	Players uint32 // 0 is 1
	Seed    [2]uint64
	RateNum uint32 // steps a second, a fraction in lowest terms
	RateDen uint32
	Config  []byte // as the game reads it, up to 64 KiB

	Plain      uint32 // ticks from one plain hash to the next, up to 65,536; 0 is 60
	Chain      uint32 // ticks from one chained hash to the next, a multiple of Plain; 0 is 10 times Plain
	Checkpoint uint32 // ticks from one checkpoint to the next, a multiple of Plain, not of Chain; 0 is none
	Limits     Limits
}

// Limits are what a run may use. They are part of the recording, since a run that hits one ends there.
type Limits struct {
	Input        uint32 // bytes of a tick, up to 64 KiB; 0 is 64 KiB
	State        uint32 // bytes, up to 4 MiB; 0 is 4 MiB
	FuelSchedule uint32 // version of the fuel schedule; 0 is without fuel
	Fuel         uint64 // of a tick
	Depth        uint32 // of calls; 0 is without
	Pages        uint32 // of memory, 64 KiB each; 0 is without
}

const (
	plainDefault = 60 // a second of most games: 8 bytes and a chunk a second
	chainFactor  = 10
)

// filled returns h with its defaults.
func (h Header) filled() Header {
	fill := func(v *uint32, value uint32) {
		if *v == 0 {
			*v = value
		}
	}
	if h.Kind == 0 {
		h.Kind = Native
	}
	fill(&h.Players, 1)
	fill(&h.Plain, plainDefault)
	fill(&h.Chain, min(h.Plain, plainMax)*chainFactor)
	fill(&h.Limits.Input, inputMax)
	fill(&h.Limits.State, stateMax)
	if h.Kind == Native {
		h.Hash = h.Build.Hash()
	}
	return h
}

// Rate returns the step rate.
func (h *Header) Rate() tactus.Rate { return tactus.Ratio(int64(h.RateNum), int64(h.RateDen)) }

// checkpointAt reports whether a checkpoint is due after so many ticks, if more follow. None is where a
// chained hash is: it would hand the hashed state to a forger.
func (h *Header) checkpointAt(ticks uint64) bool {
	return h.Checkpoint > 0 && ticks > 0 && ticks%uint64(h.Checkpoint) == 0 && ticks%uint64(h.Chain) != 0
}

// A fault is a field that is out of its range.
type fault struct {
	field, reason string
}

// check returns the first field that is out of its range, in the order of the format.
func (h *Header) check() *fault {
	if unknown := h.Flags & flagsRequired &^ flagsKnown; unknown != 0 {
		return &fault{"behaviour flags", fmt.Sprintf("the required flags %#x are not known to this version", unknown)}
	}
	if h.Kind != Native && h.Kind != Module {
		return &fault{"kind", fmt.Sprintf("%d: want 1, native, or 2, module", h.Kind)}
	}
	for _, r := range h.ranges() {
		if r.value < r.low || r.value > r.high {
			return &fault{r.field, fmt.Sprintf("%d: want %d to %d", r.value, r.low, r.high)}
		}
	}
	if f := h.checkRate(); f != nil {
		return f
	}
	if h.Chain%h.Plain != 0 {
		return &fault{"chain interval", fmt.Sprintf("%d: want a multiple of %d", h.Chain, h.Plain)}
	}
	if h.Checkpoint%h.Plain != 0 {
		return &fault{"checkpoint interval", fmt.Sprintf("%d: want a multiple of %d", h.Checkpoint, h.Plain)}
	}
	if h.Checkpoint > 0 && h.Checkpoint%h.Chain == 0 {
		return &fault{"checkpoint interval",
			fmt.Sprintf("%d: want no multiple of the chain interval %d, where none may be", h.Checkpoint, h.Chain)}
	}
	return h.checkNames()
}

// A span is a number with its range.
type span struct {
	field     string
	value     uint64
	low, high uint64
}

func (h *Header) ranges() []span {
	return []span{
		{"players", uint64(h.Players), 1, playersMax},
		{"rate numerator", uint64(h.RateNum), 1, 1<<32 - 1},
		{"rate denominator", uint64(h.RateDen), 1, 1<<32 - 1},
		{"plain interval", uint64(h.Plain), 1, plainMax},
		{"chain interval", uint64(h.Chain), uint64(h.Plain), intervalMax},
		{"checkpoint interval", uint64(h.Checkpoint), 0, intervalMax},
		{"input limit", uint64(h.Limits.Input), 4, inputMax},
		{"state limit", uint64(h.Limits.State), 1, stateMax},
		{"memory limit", uint64(h.Limits.Pages), 0, pagesMax},
		{"game id length", uint64(len(h.Game)), 1, gameMax},
		{"config length", uint64(len(h.Config)), 0, configMax},
	}
}

func (h *Header) checkRate() *fault {
	if gcd(h.RateNum, h.RateDen) != 1 {
		return &fault{"rate", fmt.Sprintf("%d/%d is not in lowest terms", h.RateNum, h.RateDen)}
	}
	if uint64(h.RateNum) > uint64(h.RateDen)*rateMax {
		return &fault{"rate", fmt.Sprintf("%d/%d: want at most %d", h.RateNum, h.RateDen, rateMax)}
	}
	return nil
}

func gcd(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (h *Header) checkNames() *fault {
	if strings.ContainsFunc(h.Game, notInID) {
		return &fault{"game id", fmt.Sprintf("%q: want a-z, 0-9, '.', '_' and '-'", h.Game)}
	}
	if h.Kind == Module {
		if h.Build != (Build{}) {
			return &fault{"build identity", "a recording of a module has none"}
		}
		return nil
	}
	if reason := h.Build.check(); reason != "" {
		return &fault{"build identity", reason}
	}
	return nil
}

func notInID(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.' && r != '_' && r != '-'
}
