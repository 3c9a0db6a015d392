package detmath

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math/big"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite tables.go from the references")

func TestTablesHoldTheRoundedValues(t *testing.T) {
	want, err := format.Source(writeTables())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("tables.go", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("tables.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("tables.go is not what its definitions give: run go test -run Tables -update")
	}
}

// cut rounds to so many bits.
func cut(x *big.Float, bits uint) *big.Float { return new(big.Float).SetPrec(bits).Set(x) }

func float(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}

// pair prints x as the float of so many bits, and what it lacks.
func pair(x *big.Float, bits uint) string {
	high := cut(x, bits)
	return fmt.Sprintf("double{%x, %x}", float(high), float(refSub(x, high)))
}

func writeTables() []byte {
	var b bytes.Buffer
	fmt.Fprint(&b, `// Written by TestTablesHoldTheRoundedValues with -update, from big floats. DO NOT EDIT.

package detmath

`)
	pi := refNew().Set(refPi)
	ln10 := refLn(refOf(10))
	fmt.Fprintf(&b, "var (\nln2 = %s\n", pair(refLn2, 53))
	fmt.Fprintf(&b, "// ln2Split and lnStep, which is ln(2)/128, leave room for the bits of a factor.\n")
	fmt.Fprintf(&b, "ln2Split = %s\n", pair(refLn2, 40))
	fmt.Fprintf(&b, "lnStep = %s\n", pair(refTwo(refLn2, -7), 34))
	fmt.Fprintf(&b, "invLn2 = %s\n", pair(refQuo(refOf(1), refLn2), 53))
	fmt.Fprintf(&b, "invLn10 = %s\n", pair(refQuo(refOf(1), ln10), 53))
	fmt.Fprintf(&b, "pi = %s\n", pair(pi, 53))
	fmt.Fprintf(&b, "halfPi = %s\n", pair(refTwo(pi, -1), 53))
	fmt.Fprintf(&b, "sixth = %s\n", pair(refQuo(refOf(1), refOf(6)), 53))
	fmt.Fprintf(&b, "twentyFourth = %s\n)\n\n", pair(refQuo(refOf(1), refOf(24)), 53))
	writeHalfPiParts(&b, refTwo(pi, -1))
	writeTwoOverPi(&b)
	writeSteps(&b)
	return b.Bytes()
}

// writeHalfPiParts cuts downward, so that no part is negative: 33 bits each, and the rest.
func writeHalfPiParts(b *bytes.Buffer, rest *big.Float) {
	fmt.Fprint(b, "// halfPiParts add up to pi/2; the first three have 33 bits.\nvar halfPiParts = [4]float64{\n")
	for range 3 {
		part := new(big.Float).SetMode(big.ToZero).SetPrec(33).Set(rest)
		fmt.Fprintf(b, "%x,\n", float(part))
		rest = refSub(rest, part)
	}
	fmt.Fprintf(b, "%x,\n}\n\n", float(rest))
}

// writeTwoOverPi writes a word of zeros, and the bits after the point up to where the largest float
// asks for them.
func writeTwoOverPi(b *bytes.Buffer) {
	words := (1023-52-2+64)/64 + 4
	q := new(big.Float).SetPrec(1600).Quo(big.NewFloat(2), refPi)
	n, _ := q.SetMantExp(q, 64*(words-1)).Int(nil)
	fmt.Fprint(b, "// twoOverPi is a word of zeros, the point, and the bits of 2/pi.\n")
	fmt.Fprintf(b, "var twoOverPi = [%d]uint64{\n0,\n", words)
	for i := words - 2; i >= 0; i-- {
		w := new(big.Int).Rsh(n, uint(64*i))
		fmt.Fprintf(b, "%#016x,\n", w.And(w, new(big.Int).SetUint64(1<<64-1)).Uint64())
	}
	fmt.Fprint(b, "}\n\n")
}

func writeSteps(b *bytes.Buffer) {
	fmt.Fprint(b, "// expTable holds 2^(i/128).\nvar expTable = [expSteps]double{\n")
	for i := range expSteps {
		x := refExp(refMul(refTwo(refLn2, -7), refNew().SetInt64(int64(i))))
		fmt.Fprintf(b, "%s,\n", pair(x, 53))
	}
	fmt.Fprint(b, "}\n\n// logTable holds, for m in [1+i/128, 1+(i+1)/128), a factor near 1/m and minus its logarithm.\n")
	fmt.Fprint(b, "// From logCut on m is halved, and the factor doubled for its logarithm.\n")
	const half = 53
	fmt.Fprintf(b, "const logCut = %d\n\nvar logTable = [logSteps]struct {\nfactor float64\nlog double\n}{\n", half)
	for i := range logSteps {
		c := logFactor(i)
		l := refLn(refOf(c))
		if i >= half {
			l = refLn(refOf(2 * c))
		}
		fmt.Fprintf(b, "{%x, %s},\n", c, pair(refNew().Neg(l), 53))
	}
	fmt.Fprint(b, "}\n\n// atanTable holds the arc tangent of i/64.\nvar atanTable = [atanSteps + 1]double{\n")
	for i := range atanSteps + 1 {
		fmt.Fprintf(b, "%s,\n", pair(refAtan(refOf(float64(i)/atanSteps)), 53))
	}
	fmt.Fprint(b, "}\n")
}

// logFactor is the reciprocal of the middle of a step in eleven bits, and exactly 1 and 1/2 at the
// ends, so that logarithms near 0 come from the series alone.
func logFactor(i int) float64 {
	switch i {
	case 0:
		return 1
	case logSteps - 1:
		return 0.5
	}
	return float(cut(refQuo(refOf(256), refOf(float64(257+2*i))), 11))
}
