package tactus

import "github.com/tactus-go/tactus/internal/wide"

// gain is how fast a count of nanoseconds becomes something else: times num (the rate's numerator,
// or 1 for a clock) times the scale, in units of 2^-64. What a fraction scale leaves over of a unit
// is the holder's rest until it fills one, so the sum of all results is the exact one rounded down.
type gain struct {
	num   uint64
	scale Rate
}

// units returns d*num*scale in 2^-64 units times scale.den: at most 2^63 * 2^32 * 2^53 * 2^64.
func (g *gain) units(d uint64) wide.Uint {
	return wide.Of(0, d).Mul(g.num).Mul(uint64(g.scale.num)).Lsh(64 - uint(g.scale.shift))
}

// take returns what d more nanoseconds give, and leaves in rest, under scale.den, what fills no unit.
func (g *gain) take(d uint64, rest *uint64) wide.Uint {
	n := g.units(d)
	if g.scale.den == 1 {
		return n
	}
	n, *rest = n.Add(wide.Of(0, *rest)).Div(uint64(g.scale.den))
	return n
}

// sum returns what d nanoseconds give from a rest of 0.
func (g *gain) sum(d uint64) wide.Uint {
	n, _ := g.units(d).Div(uint64(g.scale.den))
	return n
}
