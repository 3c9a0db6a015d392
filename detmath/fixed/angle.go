package fixed

import "math/bits"

// Angle is a direction in units of 2^-32 of a turn, counted from the x axis towards the y axis. Sums
// and differences wrap at a full turn, as they should; int32(a-b) is the way from b to a by the
// shorter side. Its zero value is the x axis.
type Angle uint32

const (
	// Quarter is a quarter of a turn, a right angle.
	Quarter Angle = 1 << 30
	// Half is half a turn.
	Half Angle = 1 << 31
)

// Degrees returns the angle of so many degrees, of which 360 are a turn, rounded to the nearest.
func Degrees(x Fixed) Angle {
	// A turn's share is x/360, of which 32 bits after the point count: x in units, over 360.
	n := magnitude(int64(x))
	q, rest := n/360, n%360
	if rest > 180 || rest == 180 && q&1 == 1 {
		q++
	}
	if x < 0 {
		q = -q
	}
	return Angle(q)
}

// Radians returns the angle of x radians, rounded to the nearest, for every x.
func Radians(x Fixed) Angle { return nearest(phase(x)) }

// Degrees returns the angle in degrees, in [0, 360), which is exact.
func (a Angle) Degrees() Fixed { return Fixed(a) * 360 }

// Radians returns the angle in radians, in [0, 2 pi), rounded to the nearest.
func (a Angle) Radians() Fixed {
	high, low := bits.Mul64(uint64(a), twoPi)
	return Fixed(high<<3 | low>>61 + low>>60&1)
}

// Sin returns the sine, rounded to the nearest, within 0.501 units.
func (a Angle) Sin() Fixed { return sine(uint64(a) << 32) }

// Cos returns the cosine, rounded to the nearest, within 0.501 units.
func (a Angle) Cos() Fixed { return sine(uint64(a+Quarter) << 32) }

// Sin returns the sine of x radians, rounded to the nearest, within 0.501 units, for every x.
func (x Fixed) Sin() Fixed { return sine(phase(x)) }

// Cos returns the cosine of x radians, rounded to the nearest, within 0.501 units, for every x.
func (x Fixed) Cos() Fixed { return sine(phase(x) + 1<<62) }

// Units of a turn in 2^-32 radians: an integer and 64 bits after the point. And 2 pi with 61 bits.
const (
	perRadian     = 683565275
	perRadianRest = 0x9391054a7f09d5f4
	twoPi         = 0xc90fdaa22168c235
)

// phase returns x radians in units of 2^-64 of a turn. Whole turns wrap, and the error is 1 unit.
func phase(x Fixed) uint64 {
	n := magnitude(int64(x))
	high, low := bits.Mul64(n, perRadianRest)
	p := n*perRadian + high + low>>63
	if x < 0 {
		return -p
	}
	return p
}

// nearest rounds a phase to an angle.
func nearest(p uint64) Angle { return Angle((p + 1<<31) >> 32) }

// sineSeries holds (pi/2)^n/n! for odd n, in units of 2^-62.
var sineSeries = [...]uint64{
	0x6487ed5110b4611a,
	0x295779cc4b7ca57d,
	0x519af19dd6ab875,
	0x4cb4b3398af617,
	0x2a0f0690fdcf0,
	0xf183a7ef444,
	0x3d1e869a03,
	0xb7d6dcf9,
	0x1aaec33,
	0x31481,
}

// sine returns the sine of a phase: the series of Taylor over a quarter, in units of 2^-62.
func sine(p uint64) Fixed {
	quarter, t := p>>62, p<<2
	if quarter&1 == 1 {
		if t == 0 { // a quarter, whose sine is 1: it does not fit t
			return One - 2*One*Fixed(quarter>>1)
		}
		t = -t
	}
	square, _ := bits.Mul64(t, t)
	sum, _ := bits.Mul64(t, alternating(sineSeries[:], square))
	s := Fixed((sum + 1<<29) >> 30)
	if quarter&2 != 0 {
		return -s
	}
	return s
}

// alternating returns c0 - c1 x + c2 x^2 - ..., x in units of 2^-64.
func alternating(c []uint64, x uint64) uint64 {
	sum := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		term, _ := bits.Mul64(x, sum)
		sum = c[i] - term
	}
	return sum
}
