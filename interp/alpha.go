package interp

// weight returns alpha within [0, 1], and 1 (the current state) for NaN.
func weight(alpha float64) float64 {
	switch {
	case alpha > 0 && alpha < 1:
		return alpha
	case alpha <= 0:
		return 0
	}
	return 1
}

// mix is the formula of the whole package. Both products are rounded before they are added, so that
// no processor fuses them. The other form, previous + (current-previous)*alpha, is one product
// cheaper and misses the current value at alpha 1.
func mix(previous, current, alpha float64) float64 {
	return float64(previous*(1-alpha)) + float64(current*alpha)
}
