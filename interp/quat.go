package interp

import "math"

// Quat is a rotation in space, a quaternion of length 1 with real part W. The zero value counts as
// no rotation, as Quat{W: 1} does.
type Quat struct{ X, Y, Z, W float64 }

const (
	// Sums of four rounded squares of a unit quaternion are this near to 1; one that is nearer is
	// taken as it is, so that Slerp gives back its ends unchanged.
	unitSlack = 1e-14

	// Below this angle, in radians, the straight line between two quaternions stands in for the
	// arc. It strays from it by less than angle^3/60, under the rounding of a float64, while
	// sin(angle) in the divisor would lose digits as the angle vanishes.
	arcMin = 1e-5
)

// Slerp returns the rotation between previous and current at alpha, on the shortest arc and at a
// constant angular speed. The result has length 1 to within 1e-12 for quaternions of any length,
// since they are brought to length 1 first; a zero quaternion counts as no rotation, and one with
// an infinite or NaN part gives NaN.
//
// q and -q are the same rotation, so on the way to a current of the far half the result is near
// -current. Of two rotations that are half a turn apart both arcs are shortest: it takes the one
// between the quaternions as they are.
func Slerp(previous, current Quat, alpha float64) Quat {
	previous, current = previous.unit(), current.unit()
	w := weight(alpha)
	switch w {
	case 0:
		return previous
	case 1:
		return current
	}
	if previous.dot(current) < 0 {
		current = Quat{-current.X, -current.Y, -current.Z, -current.W}
	}
	// The arc sine and cosine of the dot product lose half of the digits at their ends; the two
	// diagonals of the rhombus do not.
	gap, sum := blend(previous, current, 1, -1), blend(previous, current, 1, 1)
	angle := 2 * math.Atan2(math.Sqrt(gap.dot(gap)), math.Sqrt(sum.dot(sum)))
	if angle < arcMin {
		return blend(previous, current, 1-w, w).unit()
	}
	sin := math.Sin(angle)
	return blend(previous, current, math.Sin((1-w)*angle)/sin, math.Sin(w*angle)/sin)
}

// unit returns q at length 1, and Quat{W: 1} for the zero quaternion. Dividing by the largest part
// first keeps the squares of very long and very short ones within a float64.
func (q Quat) unit() Quat {
	if math.Abs(q.dot(q)-1) <= unitSlack {
		return q
	}
	largest := max(math.Abs(q.X), math.Abs(q.Y), math.Abs(q.Z), math.Abs(q.W))
	if largest == 0 {
		return Quat{W: 1}
	}
	q = Quat{q.X / largest, q.Y / largest, q.Z / largest, q.W / largest}
	length := math.Sqrt(q.dot(q))
	return Quat{q.X / length, q.Y / length, q.Z / length, q.W / length}
}

func (q Quat) dot(r Quat) float64 {
	return float64(q.X*r.X) + float64(q.Y*r.Y) + float64(q.Z*r.Z) + float64(q.W*r.W)
}

// blend returns p*pw + q*qw.
func blend(p, q Quat, pw, qw float64) Quat {
	return Quat{
		float64(p.X*pw) + float64(q.X*qw),
		float64(p.Y*pw) + float64(q.Y*qw),
		float64(p.Z*pw) + float64(q.Z*qw),
		float64(p.W*pw) + float64(q.W*qw),
	}
}
