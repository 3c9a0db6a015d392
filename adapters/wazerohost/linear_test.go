package wazerohost

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestAMemoryIsAllZerosWhoeverHadItBefore fills memories, lets go of them, and looks at each byte that
// the next ones get, at once and by growing.
func TestAMemoryIsAllZerosWhoeverHadItBefore(t *testing.T) {
	const page = 4 << 10 // less than a real one, so that each byte can be looked at
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	again := 0
	for range 300 {
		first := uint64(r.IntN(20)+1) * page
		l := newLinear(first, 1<<32)
		if uint64(cap(l.bytes)) > first {
			again++
		}
		size := uint64(0)
		for range 1 + r.IntN(4) {
			was := l.bytes
			size = max(size+uint64(r.IntN(10))*page, first)
			got := l.Reallocate(size)
			if uint64(len(got)) != size || !bytes.Equal(got[:len(was)], was) {
				t.Fatalf("%d bytes of %d, or others than before", len(got), size)
			}
			if i := bytes.IndexFunc(got[len(was):], func(c rune) bool { return c != 0 }); i >= 0 {
				t.Fatalf("byte %d of %d is not zero", len(was)+i, size)
			}
			for i := range got {
				got[i] = 'x'
			}
		}
		l.spare = r.IntN(4) > 0
		l.Free()
	}
	if again == 0 {
		t.Error("no memory was used again")
	}
}
