package wazerohost

import (
	"strconv"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/guest/abi"
)

// Limits bound a run. They are recorded with it, since what hits a limit ends there on every machine
// that has the same limits. The zero value of each field stands for its default, which is also the
// most, but for the fuel.
type Limits struct {
	// Fuel is what one tick may cost, 1 to 10^15 instructions; 100,000,000 by default, a tenth of a second
	// of compiled code. A start may cost 20 times as much, every other call twice.
	Fuel uint64
	// Pages bounds the memory, in pages of 64 KiB: 1,024 by default.
	Pages uint32
	// Input is the longest input of a tick, in bytes of its blob: 65,536 by default.
	Input uint32
	// State is the longest state, in bytes: 4,194,304 by default.
	State uint32
	// Log is how much of a guest's log is kept, in bytes: 65,536 by default. What is beyond is counted.
	Log uint32
}

const (
	fuelDefault = 100_000_000
	fuelMax     = 1_000_000_000_000_000
	startFuel   = 20
	otherFuel   = 2
	logDefault  = 64 << 10
)

// filled returns the limits with their defaults, or a [*tactus.ConfigError].
func (l Limits) filled() (Limits, error) {
	if l.Fuel == 0 {
		l.Fuel = fuelDefault
	}
	if l.Fuel > fuelMax {
		return l, &tactus.ConfigError{Field: "Limits.Fuel", Value: strconv.FormatUint(l.Fuel, 10), Want: "at most 10^15"}
	}
	for _, f := range []struct {
		name  string
		value *uint32
		most  uint32
	}{
		{"Pages", &l.Pages, wasmbin.PagesMax},
		{"Input", &l.Input, abi.InputMax},
		{"State", &l.State, abi.StateMax},
		{"Log", &l.Log, logDefault},
	} {
		if *f.value == 0 {
			*f.value = f.most
		}
		if *f.value > f.most {
			return l, &tactus.ConfigError{Field: "Limits." + f.name, Value: strconv.FormatUint(uint64(*f.value), 10),
				Want: "at most " + strconv.FormatUint(uint64(f.most), 10)}
		}
	}
	return l, nil
}
