package fixed_test

import (
	"fmt"

	"github.com/tactus-go/tactus/detmath/fixed"
)

// A ship flies for a second at 60 ticks a second, 30 degrees up, at 12 units a second: no float is in
// its state.
func Example() {
	heading := fixed.Degrees(fixed.FromInt(30))
	speed := fixed.FromRatio(12, 60)
	var x, y fixed.Fixed
	for range 60 {
		x = x.Add(heading.Cos().Mul(speed))
		y = y.Add(heading.Sin().Mul(speed))
	}
	fmt.Printf("%.6f %.6f\n", x.Float(), y.Float())
	fmt.Println(fixed.Atan2(int64(y), int64(x)).Degrees().Round(), "degrees")
	// Output:
	// 10.392305 6.000000
	// 30 degrees
}
