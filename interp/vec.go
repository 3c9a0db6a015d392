package interp

// Vec2 is a position or an extent in the plane, in any unit. The zero value is the origin.
type Vec2 struct{ X, Y float64 }

// Vec3 is a position or an extent in space, in any unit. The zero value is the origin.
type Vec3 struct{ X, Y, Z float64 }

// LerpVec2 returns the point between previous and current at alpha, on the straight line; each
// component is what [Lerp] gives. Directions that must keep their length are for [Angle].
func LerpVec2(previous, current Vec2, alpha float64) Vec2 {
	switch w := weight(alpha); w {
	case 0:
		return previous
	case 1:
		return current
	default:
		return Vec2{mix(previous.X, current.X, w), mix(previous.Y, current.Y, w)}
	}
}

// LerpVec3 returns the point between previous and current at alpha, on the straight line; each
// component is what [Lerp] gives.
func LerpVec3(previous, current Vec3, alpha float64) Vec3 {
	switch w := weight(alpha); w {
	case 0:
		return previous
	case 1:
		return current
	default:
		return Vec3{mix(previous.X, current.X, w), mix(previous.Y, current.Y, w), mix(previous.Z, current.Z, w)}
	}
}

// LerpVec2s is [LerpVec2] for many pairs in one pass: dst[i] is the point of pairs[i]. It writes to
// dst from its start and returns it with the length of pairs, as a new slice where dst has not the
// capacity.
func LerpVec2s(dst []Vec2, pairs []Pair[Vec2], alpha float64) []Vec2 {
	dst = sized(dst, len(pairs))[:len(pairs)] // the length spares a check of each index
	switch w := weight(alpha); w {
	case 0:
		for i := range pairs {
			dst[i] = pairs[i].Previous
		}
	case 1:
		for i := range pairs {
			dst[i] = pairs[i].Current
		}
	default:
		for i := range pairs {
			p := &pairs[i]
			dst[i] = Vec2{mix(p.Previous.X, p.Current.X, w), mix(p.Previous.Y, p.Current.Y, w)}
		}
	}
	return dst
}

// LerpVec3s is [LerpVec3] for many pairs in one pass, with dst as in [LerpVec2s].
func LerpVec3s(dst []Vec3, pairs []Pair[Vec3], alpha float64) []Vec3 {
	dst = sized(dst, len(pairs))[:len(pairs)] // the length spares a check of each index
	switch w := weight(alpha); w {
	case 0:
		for i := range pairs {
			dst[i] = pairs[i].Previous
		}
	case 1:
		for i := range pairs {
			dst[i] = pairs[i].Current
		}
	default:
		for i := range pairs {
			p := &pairs[i]
			dst[i] = Vec3{
				mix(p.Previous.X, p.Current.X, w),
				mix(p.Previous.Y, p.Current.Y, w),
				mix(p.Previous.Z, p.Current.Z, w),
			}
		}
	}
	return dst
}

// sized returns dst with length n; its contents are about to be overwritten.
func sized[T any](dst []T, n int) []T {
	if cap(dst) < n {
		return make([]T, n)
	}
	return dst[:n]
}
