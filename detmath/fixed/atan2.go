package fixed

import "math/bits"

// arcSeries holds 1/(2 pi (2n+1)), in units of 2^-66 of a turn.
var arcSeries = [...]uint64{
	0xa2f9836e4e44152a,
	0x36532bcf6f6c070e,
	0x20984d7c760d9dd5,
	0x17483758e69c0306,
	0x121bb9452524025a,
	0xed0dd671e6347be,
	0xc8958e119b677c8,
	0xadd6f297caf349c,
	0x99634e85ef4f230,
	0x893de7f1197cb38,
	0x7c2bd1da2340102,
	0x715fa957dd67039,
	0x684dc4c179c52c4,
	0x6093dc1b70c00c9,
	0x59eac4198c48df9,
}

// Atan2 returns the direction of the point (x, y), rounded to the nearest unit, within 0.501 units: by
// coordinates in any unit that both share, Fixed among them. That of (0, 0) is 0.
func Atan2(y, x int64) Angle {
	across, along := magnitude(y), magnitude(x)
	steep := across > along
	if steep {
		across, along = along, across
	}
	p := eighth(across, along)
	if steep {
		p = 1<<62 - p
	}
	if x < 0 {
		p = 1<<63 - p
	}
	if y < 0 {
		p = -p
	}
	return nearest(p)
}

// eighth returns the phase of y/x, for 0 <= y <= x: an eighth of a turn at most. Above half of that it
// counts from the diagonal, so that the series has a small argument.
func eighth(y, x uint64) uint64 {
	const diagonal = 1 << 61
	switch {
	case y == 0:
		return 0
	case y == x:
		return diagonal
	}
	// tan(pi/8), of which 12 bits will do.
	if slope, _ := bits.Mul64(x, 0x6a0<<52); y <= slope {
		q, _ := bits.Div64(y, 0, x)
		return arc(q)
	}
	q, _ := bits.Div64(x-y, 0, x+y) // the sum fits, as both are 2^63 at most and differ
	return diagonal - arc(q)
}

// arc returns the phase whose tangent is q in units of 2^-64, up to 0.42.
func arc(q uint64) uint64 {
	square, _ := bits.Mul64(q, q)
	sum, _ := bits.Mul64(q, alternating(arcSeries[:], square))
	return (sum + 2) >> 2
}
