// Package detmath computes the elementary functions to the same bits on every processor and build.
//
// Package math does not: its Exp is assembly whose result depends on the processor at hand, and the
// compiler fuses a product and a sum of Go code, which then round once, on arm64 and with GOAMD64=v3.
// A simulation that calls it comes apart between a server, a browser and a phone. Here every product
// that meets a sum is converted, so that nothing fuses, and nothing is asked of the processor but what
// IEEE 754 defines to the last bit.
//
// No result is off by more than 1 ulp, a unit of its last place; each function's comment gives the
// largest error that was measured against references of 320 bits, rounded up a little, over some
// hundred thousand random arguments, hard ones, and the ends of each range. Angles are reduced
// exactly: Sin(1e22) is as good as Sin(1). Special cases are those of package math; every NaN that is
// returned has the bits of math.NaN().
//
// [Int64] and its like convert floats to integers alike everywhere, by saturation; [PowInt] is the
// power of integers that tells an overflow. For numbers that are no floats at all see package
// detmath/fixed.
//
// A float from elsewhere (a file, the network, a platform's own sine) carries its differences in.
//
// Concurrency: safe; all functions are pure.
// Determinism: safe inside a tick.
// Allocation: none.
package detmath
