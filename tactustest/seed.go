package tactustest

import (
	"flag"
	"strconv"
	"strings"
)

// SeedDefault is the seed of a test that is given none, so that a run without flags is always the
// same run.
const SeedDefault = 1

// A TB is what Seed needs of a test: *testing.T, *testing.B and *testing.F are one. The package
// that tests are written with is not imported, so that a program may use the traces without its
// flags.
type TB interface {
	Helper()
	Logf(format string, args ...any)
	Name() string
}

// SeedFlag registers the flag -seed, unless the program has one. Call it as a package is
// initialized, before flags are read: var _ = tactustest.SeedFlag(). It returns whether the flag is
// its own.
func SeedFlag() bool {
	if flag.Lookup("seed") != nil {
		return false
	}
	flag.Uint64("seed", SeedDefault, "seed of what is random in tests; a test logs the one it used")
	return true
}

// Seed returns the seed that -seed gives, or [SeedDefault] where there is no such flag, and logs it
// with the arguments that repeat the test. The flag may be SeedFlag's or a test package's own of
// any kind of integer. It panics where the flag's value is no integer.
func Seed(tb TB) uint64 {
	tb.Helper()
	f := flag.Lookup("seed")
	if f == nil {
		tb.Logf("seed %d", SeedDefault)
		return SeedDefault
	}
	seed := parseSeed(f.Value.String())
	run := strings.ReplaceAll(tb.Name(), "/", "$/^") // -run takes one expression for each level
	tb.Logf("seed %d: repeat with -run '^%s$' -seed %d", seed, run, seed)
	return seed
}

// parseSeed reads a seed from all of uint64 and, since seeds are bits, all of int64.
func parseSeed(text string) uint64 {
	seed, err := strconv.ParseUint(text, 0, 64)
	if err == nil {
		return seed
	}
	signed, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		panic("tactus: -seed is " + strconv.Quote(text) + ": want an integer of 64 bits")
	}
	return uint64(signed)
}
