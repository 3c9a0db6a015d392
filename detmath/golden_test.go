package detmath_test

import (
	"bufio"
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tactus-go/tactus/detmath"
)

// The rows are what every build and processor gives: function, bits of the arguments, bits of the
// result. They were written once, when the errors had been measured. Never edit them: fix the code.
//
//go:embed testdata/bits.txt
var goldenBits []byte

const goldenPath = "testdata/bits.txt"

var writeGolden = flag.Bool("write-golden", false, "write testdata/bits.txt where there is none (an empty file)")

// goldenRows is how many rows there are at least.
const goldenRows = 2000

// goldenFunctions are all functions, from bits to bits; those of one argument do not read the second.
func goldenFunctions() map[string]func(x, y uint64) uint64 {
	all := map[string]func(x, y uint64) uint64{}
	of := math.Float64frombits
	for _, f := range ours {
		all[f.name] = func(x, _ uint64) uint64 { return math.Float64bits(f.got(of(x))) }
	}
	for _, f := range oursOfTwo {
		all[f.name] = func(x, y uint64) uint64 { return math.Float64bits(f.got(of(x), of(y))) }
	}
	all["Sincos.sin"] = func(x, _ uint64) uint64 { s, _ := detmath.Sincos(of(x)); return math.Float64bits(s) }
	all["Sincos.cos"] = func(x, _ uint64) uint64 { _, c := detmath.Sincos(of(x)); return math.Float64bits(c) }
	all["Int64"] = func(x, _ uint64) uint64 { return uint64(detmath.Int64(of(x))) }
	all["Int32"] = func(x, _ uint64) uint64 { return uint64(detmath.Int32(of(x))) }
	all["Int16"] = func(x, _ uint64) uint64 { return uint64(detmath.Int16(of(x))) }
	all["Uint64"] = func(x, _ uint64) uint64 { return detmath.Uint64(of(x)) }
	all["Uint32"] = func(x, _ uint64) uint64 { return uint64(detmath.Uint32(of(x))) }
	all["Uint16"] = func(x, _ uint64) uint64 { return uint64(detmath.Uint16(of(x))) }
	all["Uint8"] = func(x, _ uint64) uint64 { return uint64(detmath.Uint8(of(x))) }
	all["PowInt"] = func(x, y uint64) uint64 { p, _ := detmath.PowInt(int64(x), int64(y)); return uint64(p) }
	return all
}

func TestBitsAreTheSameOnEveryBuildAndProcessor(t *testing.T) {
	if *writeGolden {
		writeGoldenBits(t)
	}
	functions, asked, rows := goldenFunctions(), map[string]bool{}, 0
	lines := bufio.NewScanner(bytes.NewReader(goldenBits))
	for ; lines.Scan(); rows++ {
		var name string
		var x, y, want uint64
		if _, err := fmt.Sscanf(lines.Text(), "%s %x %x %x", &name, &x, &y, &want); err != nil || functions[name] == nil {
			t.Fatalf("row %d: %q: %v", rows+1, lines.Text(), err)
		}
		asked[name] = true
		if got := functions[name](x, y); got != want {
			t.Errorf("%s(%#x, %#x) = %#x, want %#x", name, x, y, got, want)
		}
	}
	if rows < goldenRows || len(asked) != len(functions) {
		t.Errorf("%d rows of %d functions, want %d and %d", rows, len(asked), goldenRows, len(functions))
	}
	t.Logf("%d rows of %d functions", rows, len(asked))
}

// writeGoldenBits writes the rows where none are.
func writeGoldenBits(t *testing.T) {
	if len(goldenBits) != 0 {
		t.Fatal(goldenPath + " has rows, and they are never edited: fix the code")
	}
	var b bytes.Buffer
	r := rand.New(rand.NewPCG(9, 9))
	row := func(name string, x, y uint64) {
		fmt.Fprintf(&b, "%s %x %x %x\n", name, x, y, goldenFunctions()[name](x, y))
	}
	for _, f := range ours {
		for _, x := range goldenArguments(r, 12) {
			row(f.name, math.Float64bits(x), 0)
		}
	}
	for _, f := range oursOfTwo {
		xs, ys := goldenArguments(r, 24), goldenArguments(r, 24)
		for i, x := range xs {
			row(f.name, math.Float64bits(x), math.Float64bits(ys[i]))
		}
	}
	for _, name := range []string{
		"Sincos.sin", "Sincos.cos", "Int64", "Int32", "Int16", "Uint64", "Uint32", "Uint16", "Uint8",
	} {
		for _, x := range append(goldenArguments(r, 0), 255.5, -1.5, 1<<31, 1<<63, 1<<64, -1<<63) {
			row(name, math.Float64bits(x), 0)
		}
	}
	for base := int64(-12); base <= 12; base++ {
		for _, exp := range []int64{0, 3, 18} {
			row("PowInt", uint64(base), uint64(exp))
		}
	}
	goldenBits = b.Bytes()
	if err := os.WriteFile(goldenPath, goldenBits, 0o644); err != nil {
		t.Fatal(err)
	}
}

// goldenArguments returns the special ones, and n of each kind of random ones.
func goldenArguments(r *rand.Rand, n int) []float64 {
	list := append([]float64{709.43613930310403, 709.5, 709.782712893384, -740, -745.1332191019411}, specials...)
	for range n {
		list = append(list, (r.Float64()-0.5)*4, (r.Float64()-0.5)*1400)
	}
	for range n / 2 {
		list = append(list, r.Float64(), math.Float64frombits(r.Uint64()))
	}
	return list
}
