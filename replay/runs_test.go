package replay

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestTheQuickWayReadsRunsAsTheCheckedWayDoes(t *testing.T) {
	const seed = 20261130
	rng := rand.New(rand.NewPCG(seed, 0))
	quick := 0
	for k := range 100_000 {
		data := make([]byte, rng.IntN(40))
		for i := range data {
			data[i] = byte(rng.IntN(24)) // small numbers, since most others end a decoder at once
		}
		var a, b present
		a.reset()
		b.reset()
		a.length, b.length = k%2, k%2
		x := runDecoder{present: &a, cursor: cursor{data: data}, left: 60, first: true}
		y := runDecoder{present: &b, cursor: cursor{data: data}, left: 60, first: true}
		for y.left > 0 && y.err == nil {
			at := x.at
			n := x.quick()
			if n > 0 {
				quick++
			} else if n = x.checked(); x.at == at && x.err == nil {
				t.Fatalf("seed %d, case %d: a decoder stands still", seed, k)
			}
			if m := y.checked(); n != m || x.at != y.at || x.left != y.left || x.first != y.first ||
				!bytes.Equal(a.input, b.input) || (x.err == nil) != (y.err == nil) || x.err != nil && *x.err != *y.err {
				t.Fatalf("seed %d, case %d: %d ticks and %v; want %d and %v", seed, k, n, x.err, m, y.err)
			}
		}
	}
	if quick < 10_000 {
		t.Errorf("seed %d: the quick way read %d runs: too few to say anything", seed, quick)
	}
}
