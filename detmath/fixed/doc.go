// Package fixed computes with integers where floats are not wanted: a fixed-point number and an angle.
//
// A [Fixed] is Q32.32: a count of 2^-32, from -2147483648 to just below 2147483648. An [Angle] is a
// count of 2^-32 of a turn, so that a full turn wraps to 0 by itself. Every operation is integer
// arithmetic with 128 bits in between, and is the same on every processor and in every language that
// does the same; only [FromFloat] and [Fixed.Float] touch a float.
//
// Whatever does not fit saturates: a sum, a product, a quotient or a conversion past [Max] is Max, one
// past [Min] is Min. A game then goes wrong where it can be seen, at the border, and not on the other
// side of the world; what must not saturate is compared with Max and Min, which are reached in no other
// way but by those very numbers. Division by 0 saturates by the sign of what is divided, and 0/0 is 0.
//
// What is not representable is rounded to the nearest, halves to even, so that errors of many
// operations do not drift. Sine, cosine and arc tangent are within 0.501 units of the last place of the
// true value.
//
// Concurrency: safe; all functions are pure.
// Determinism: safe inside a tick.
// Allocation: none, but for texts and errors.
package fixed
