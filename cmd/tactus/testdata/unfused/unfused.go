// Package unfused converts each product before it meets a sum.
package unfused

// Sum is fused nowhere.
func Sum(x, y, z float64) float64 { return float64(x*y) + z }
