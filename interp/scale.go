package interp

import "math"

// Scale returns the magnification between previous and current at alpha, even in ratio: halfway
// from 1 to 4 is 2. A zoom that is mixed linearly seems to rush at its small end.
//
// Two negative scales (a mirrored picture) mix as their magnitudes do. Where one is zero, or the
// two have opposite signs, no ratio leads from one to the other, and the result is what [Lerp]
// gives. It never leaves the two ends.
func Scale(previous, current, alpha float64) float64 {
	switch w := weight(alpha); {
	case w == 0:
		return previous
	case w == 1:
		return current
	case previous > 0 && current > 0:
		return ratio(previous, current, w)
	case previous < 0 && current < 0:
		return -ratio(-previous, -current, w)
	default:
		return mix(previous, current, w)
	}
}

// ratio mixes the logarithms. The bounds take back what Exp and Log round, up to 1e-12 of a very
// large or small scale, so that a scale that stands still does not tremble.
func ratio(previous, current, alpha float64) float64 {
	between := math.Exp(mix(math.Log(previous), math.Log(current), alpha))
	return max(min(previous, current), min(between, max(previous, current)))
}
