package wide_test

import (
	"math/big"
	"testing"

	"github.com/tactus-go/tactus/internal/wide"
)

var modulus = new(big.Int).Lsh(big.NewInt(1), 256)

// FuzzEveryOperationAgreesWithBigIntegers holds each operation to math/big modulo 2^256.
func FuzzEveryOperationAgreesWithBigIntegers(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint64(3), uint64(4), uint64(5), uint64(6), uint64(7), uint8(8))
	f.Add(^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), uint8(64))
	f.Add(uint64(0), uint64(0), uint64(1), uint64(0), uint64(0), uint64(1), uint64(1), uint8(0))
	f.Fuzz(func(t *testing.T, a0, a1, a2, a3, b0, b1, m uint64, n uint8) {
		a, b := wide.Uint{a0, a1, a2, a3}, wide.Of(b1, b0)
		same := func(op string, got wide.Uint, want *big.Int) {
			t.Helper()
			if want.Mod(want, modulus); got.Big().Cmp(want) != 0 {
				t.Errorf("%s of %v, %v, m=%d, n=%d: got %v, want %v", op, a.Big(), b.Big(), m, n, got.Big(), want)
			}
		}
		same("Add", a.Add(b), new(big.Int).Add(a.Big(), b.Big()))
		same("Sub", a.Sub(b), new(big.Int).Sub(a.Big(), b.Big()))
		same("Mul", a.Mul(m), new(big.Int).Mul(a.Big(), new(big.Int).SetUint64(m)))
		shift := uint(n % 65)
		same("Lsh", a.Lsh(shift), new(big.Int).Lsh(a.Big(), shift))
		if got, want := a.Cmp(b), a.Big().Cmp(b.Big()); got != want {
			t.Errorf("Cmp(%v, %v): got %d, want %d", a.Big(), b.Big(), got, want)
		}
		if got, want := a.IsZero(), a.Big().Sign() == 0; got != want {
			t.Errorf("IsZero(%v): got %t", a.Big(), got)
		}
		if m != 0 {
			q, rest := a.Div(m)
			wantQ, wantRest := new(big.Int).DivMod(a.Big(), new(big.Int).SetUint64(m), new(big.Int))
			same("Div", q, wantQ)
			if rest != wantRest.Uint64() {
				t.Errorf("rest of %v / %d: got %d, want %v", a.Big(), m, rest, wantRest)
			}
		}
	})
}
