// Package unfused converts each product before it meets a sum.
package unfused

// Sum is fused nowhere.
func Sum(x, y, z float64) float64 { return float64(x*y) + z }

// Residue is 0 where x*inv rounds to 1.
func Residue(x, inv float64) float64 { return 1 - float64(x*inv) }
