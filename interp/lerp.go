package interp

// Lerp returns the number between previous and current at alpha, previous*(1-alpha) +
// current*alpha. Between the ends each product is rounded, so the result can be one unit in the
// last place outside of them, also where both are equal: what draws on whole pixels rounds the
// result and does not cut it.
func Lerp(previous, current, alpha float64) float64 {
	switch w := weight(alpha); w {
	case 0:
		return previous
	case 1:
		return current
	default:
		return mix(previous, current, w)
	}
}
