// Package fused has a product that meets a sum in each of the ways that a compiler may fuse.
package fused

// Sum is fused on all targets.
func Sum(x, y, z float64) float64 { return x*y + z }

// Difference is fused on arm64 and not on amd64.
func Difference(x, y, z float64) float64 {
	t := x * y
	return t - z
}

// half is inlined, and a division by a power of two is a product.
func half(x float64) float64 { return x / 2 }

// Inlined is fused where half was copied to.
func Inlined(x, y float64) float64 { return half(x) + y }

// scaled is fused where it stands and where it was copied to, which is one place.
func scaled(x, y float64) float64 { return x*3 + y }

// Twice calls it from two places.
func Twice(x, y float64) float64 { return scaled(x, y) / scaled(y, x) }

// Rounded is fused nowhere.
func Rounded(x, y, z float64) float64 { return float64(x*y) + z }

// Residue is fused on arm64: what is left of the rounding, where a reciprocal gives 0.
func Residue(x, inv float64) float64 { return 1 - x*inv }
