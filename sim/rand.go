package sim

import (
	"math/bits"
	"strconv"
)

// randGamma is SplitMix64's step from state to state: 2^64 divided by the golden ratio, odd, so
// that the state comes back to its start only after 2^64 draws.
const randGamma uint64 = 0x9E3779B97F4A7C15

// streamSalt keeps the seeds of streams apart from the numbers that a generator itself draws. It is
// the fraction of pi: a constant that nobody chose.
const streamSalt uint64 = 0x243F6A8885A308D3

// A Rand is a random number generator that belongs in a game's state: SplitMix64, as two words, the
// seed and the number of draws. Draw n (the first is 0) is a function of the two alone, so a copy
// is a snapshot, and a report that shows one more draw on one side shows who drew.
//
// The zero value is the generator of seed 0. Every bit pattern of it is a valid state, so it can be
// loaded from anything. It is no source of secrets.
type Rand struct {
	seed, draws uint64
}

// NewRand returns the generator of a seed, at its first draw. Every seed is as good as another.
func NewRand(seed uint64) Rand { return Rand{seed: seed} }

// RandAt returns the generator of a seed after that many draws, whatever their number, at no cost:
// what Load makes from the [Rand.Seed] and [Rand.Draws] that Save wrote.
func RandAt(seed, draws uint64) Rand { return Rand{seed: seed, draws: draws} }

// Seed returns the seed.
func (r Rand) Seed() uint64 { return r.seed }

// Draws returns how many numbers were drawn. [Rand.IntN] and what is made of it may draw more than
// one for a result.
func (r Rand) Draws() uint64 { return r.draws }

// Hash writes seed and number of draws under name.
func (r Rand) Hash(h *Hash, name string) {
	h.In(name)
	h.Uint("seed", r.seed)
	h.Uint("draws", r.draws)
	h.Out()
}

// Uint64 draws a number of 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.draws++
	return mix64(r.seed + r.draws*randGamma)
}

// IntN draws a number from 0 to n-1, each with exactly the same odds: results that would favour
// some are drawn again (Lemire's method), under n/2^64 of them. It panics where n is not over 0.
func (r *Rand) IntN(n int64) int64 {
	if n <= 0 {
		panic("tactus: Rand.IntN of " + strconv.FormatInt(n, 10) + ": want over 0")
	}
	return int64(r.below(uint64(n)))
}

// Range draws a number from low to high, both included: Range(1, 6) is a die. It panics where high
// is under low.
func (r *Rand) Range(low, high int64) int64 {
	if high < low {
		panic("tactus: Rand.Range from " + strconv.FormatInt(low, 10) + " to " +
			strconv.FormatInt(high, 10) + ": want the lower first")
	}
	span := uint64(high) - uint64(low) + 1
	if span == 0 { // all 2^64 of them
		return int64(r.Uint64())
	}
	return int64(uint64(low) + r.below(span))
}

// Chance is true num times in den, exactly. It panics where den is not over 0 or num is not from 0
// to den. It draws also where the answer is certain, so the number of draws does not tell.
func (r *Rand) Chance(num, den int64) bool {
	if den <= 0 || num < 0 || num > den {
		panic("tactus: Rand.Chance of " + strconv.FormatInt(num, 10) + " in " +
			strconv.FormatInt(den, 10) + ": want 0 or more, in as many or more")
	}
	return r.IntN(den) < num
}

// Float draws a number from 0 to under 1, one of the 2^53 multiples of 2^-53, each with the same
// odds. The same bits come out on every processor.
func (r *Rand) Float() float64 {
	return float64(r.Uint64()>>11) * (1.0 / (1 << 53)) // exact: 53 bits, and a power of two
}

// Stream returns a generator of its own for a part of the game, at its first draw. It depends on
// r's seed and id, and not on what r has drawn, so adding particles does not change what the
// enemies do. Different ids of one seed give different streams; that two of them meet within a
// thousand million draws each has odds of about 1 in 9 thousand million.
func (r Rand) Stream(id uint64) Rand {
	return Rand{seed: mix64(mix64(r.seed^streamSalt) + id*randGamma)}
}

// below draws from 0 to n-1, n over 0. The high word of a product is the result; low words under
// 2^64 mod n are those that would give some results one more chance.
func (r *Rand) below(n uint64) uint64 {
	high, low := bits.Mul64(r.Uint64(), n)
	if low < n {
		reject := -n % n
		for low < reject {
			high, low = bits.Mul64(r.Uint64(), n)
		}
	}
	return high
}

// mix64 is SplitMix64's finisher, one to one on 64 bits.
func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
