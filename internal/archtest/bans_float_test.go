//go:build !wasm

package archtest

import "testing"

// fused has a line for each form. What is wrong stands in the table below, by line.
const fused = `package game

type vec struct{ X, Y float64 }

func area(w, h float64) float64 { return w * h } // 5

func (v vec) size() float64 { return float64(v.X * v.Y) }

func step[F float32 | float64](x, y, z float64, f F, v *vec, n int) {
	_ = x*y + z // 10
	_ = z - x*y // 11
	_ = x*y + z*x // 12, both
	_ = -(x * y) + z // 13
	_ = f*f + f // 14
	_ = complex(x, y)*complex(x, y) + 1 // 15
	z += x * y // 16
	z -= (x * y) // 17
	_ = z + area(x, y) // found at 5
	t := x * y // 19
	_ = z - t
	var u = x * y // 21
	u += z
	w := z
	w *= x // 24
	_ = w + z
	v.X = x * y // 26
	_ = v.X + z
	_ = vec{Y: x * y} // 28
	_ = v.Y + z
	_ = x*y*z + float64(x*y) // 30
}

func fine(x, y, z float64, n int) float64 {
	_ = float64(x*y) + z
	_ = float64(x*y) + float64(z*x) - float64(x*y*z)
	_ = n*n + n
	const c = 2.0 * 3.0
	_ = c*2 + z
	_ = x * (y + z)
	_ = x*y < z
	kept := float64(x * y)
	kept += z
	_ = vec{X: x}.size() + z
	alone := x * y
	return alone * z
}
`

func TestAnUnroundedProductInASumIsCaught(t *testing.T) {
	const use = " is added or subtracted unrounded, which some processors fuse: write float64(x*y) + z"
	product := ": a product of floats" + use
	held := func(name, at string) string {
		return ": the product that " + name + " holds, at game/a.go:" + at + "," + use
	}
	finds(t, banRule([]string{"game"}, nil), sources{"game/a.go": fused},
		"game/a.go:10"+product, "game/a.go:11"+product, "game/a.go:12"+product, "game/a.go:13"+product,
		"game/a.go:14"+product, "game/a.go:15"+product, "game/a.go:16"+product, "game/a.go:17"+product,
		"game/a.go:19"+held("t", "20"), "game/a.go:21"+held("u", "22"), "game/a.go:24"+held("w", "25"),
		"game/a.go:26"+held("X", "27"), "game/a.go:28"+held("Y", "29"), "game/a.go:30"+product,
		"game/a.go:5"+held("area", "18"))
}
