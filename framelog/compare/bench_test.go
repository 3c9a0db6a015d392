package compare

import (
	"math/rand/v2"
	"testing"
	"time"
)

func BenchmarkCompareTwoLogsOf10000Frames(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x := group("a", autoregressive(r, 10_000, 16*time.Millisecond, 0.9, 0.1))
	y := group("b", autoregressive(r, 10_000, 16*time.Millisecond, 0.9, 0.1))
	for b.Loop() {
		if _, err := Compare(b.Context(), x, []Group{y}, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
