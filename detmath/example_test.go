package detmath_test

import (
	"fmt"

	"github.com/tactus-go/tactus/detmath"
)

// The price of a thing grows by 7 % a level. The power is the same on every machine, and so is what
// becomes of a price beyond all integers.
func Example() {
	price := func(level int) int64 { return detmath.Int64(100 * detmath.Pow(1.07, float64(level))) }
	fmt.Println(price(10), price(50), price(1000))
	// Output: 196 2945 9223372036854775807
}

// Growth formulas of integers use PowInt, which tells when a result does not fit.
func ExamplePowInt() {
	fmt.Println(detmath.PowInt(3, 39))
	fmt.Println(detmath.PowInt(3, 40))
	// Output:
	// 4052555153018976267 true
	// 0 false
}
