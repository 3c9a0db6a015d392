package wide_test

import (
	"math/big"
	"testing"

	"github.com/tactus-go/tactus/internal/wide"
)

var modulus = new(big.Int).Lsh(big.NewInt(1), 256)

// bigOf returns a as a big integer.
func bigOf(a wide.Uint) *big.Int {
	n := new(big.Int)
	for i := len(a) - 1; i >= 0; i-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(a[i]))
	}
	return n
}

// FuzzEveryOperationAgreesWithBigIntegers holds each operation to math/big modulo 2^256.
func FuzzEveryOperationAgreesWithBigIntegers(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint64(3), uint64(4), uint64(5), uint64(6), uint64(7), uint8(8))
	f.Add(^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), uint8(64))
	f.Add(uint64(0), uint64(0), uint64(1), uint64(0), uint64(0), uint64(1), uint64(1), uint8(0))
	f.Fuzz(func(t *testing.T, a0, a1, a2, a3, b0, b1, m uint64, n uint8) {
		a, b := wide.Uint{a0, a1, a2, a3}, wide.Of(b1, b0)
		same := func(op string, got wide.Uint, want *big.Int) {
			t.Helper()
			if want.Mod(want, modulus); bigOf(got).Cmp(want) != 0 {
				t.Errorf("%s of %v, %v, m=%d, n=%d: got %v, want %v", op, bigOf(a), bigOf(b), m, n, bigOf(got), want)
			}
		}
		same("Add", a.Add(b), new(big.Int).Add(bigOf(a), bigOf(b)))
		same("Sub", a.Sub(b), new(big.Int).Sub(bigOf(a), bigOf(b)))
		same("Mul", a.Mul(m), new(big.Int).Mul(bigOf(a), new(big.Int).SetUint64(m)))
		shift := uint(n % 65)
		same("Lsh", a.Lsh(shift), new(big.Int).Lsh(bigOf(a), shift))
		if got, want := a.Cmp(b), bigOf(a).Cmp(bigOf(b)); got != want {
			t.Errorf("Cmp(%v, %v): got %d, want %d", bigOf(a), bigOf(b), got, want)
		}
		if m != 0 {
			q, rest := a.Div(m)
			wantQ, wantRest := new(big.Int).DivMod(bigOf(a), new(big.Int).SetUint64(m), new(big.Int))
			same("Div", q, wantQ)
			if rest != wantRest.Uint64() {
				t.Errorf("rest of %v / %d: got %d, want %v", bigOf(a), m, rest, wantRest)
			}
		}
	})
}
