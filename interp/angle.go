package interp

import "math"

const turn = 2 * math.Pi

// Angle returns the angle between previous and current at alpha, the shortest way: from 350 to 10
// degrees it goes through 0, and not back through 180. Half a turn, which has no shorter way, goes
// through 0 too.
//
// Angles are radians, of any number of turns. The result is in [-Pi, Pi]; its two ends are the same
// direction and both can occur. An angle that is infinite or NaN gives NaN.
func Angle(previous, current, alpha float64) float64 {
	previous, current = wrap(previous), wrap(current)
	switch w := weight(alpha); w {
	case 0:
		return previous
	case 1:
		return current
	default:
		switch way := current - previous; {
		case way > math.Pi:
			current -= turn
		case way < -math.Pi:
			current += turn
		}
		return wrap(mix(previous, current, w))
	}
}

// wrap returns the same direction within [-Pi, Pi]. The turn is the float64 nearest to 2*Pi, so an
// angle of many turns is off by 2.4e-16 radians for each of them.
func wrap(angle float64) float64 {
	if math.Abs(angle) <= math.Pi {
		return angle
	}
	return math.Remainder(angle, turn)
}
