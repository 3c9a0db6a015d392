package compare

import (
	"math/bits"
	"math/rand/v2"
)

// A random is a stream of numbers that a seed, a resample and a group name: a resample is the same
// whichever worker draws it.
type random struct{ pcg rand.PCG }

func (r *random) seed(seed uint64, resample, group int) {
	const golden = 0x9E3779B97F4A7C15
	id := uint64(resample)<<16 | uint64(group)
	r.pcg.Seed(mix(seed), mix(seed+golden*(id+1)))
}

// below returns a number from 0 to n-1. Its bias is below n/2^64.
func (r *random) below(n int) int {
	high, _ := bits.Mul64(r.pcg.Uint64(), uint64(n))
	return int(high)
}

// mix is the finaliser of SplitMix64: neighbouring seeds give streams that have nothing in common.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
