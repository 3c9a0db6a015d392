package framestats_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framestats"
)

func TestEveryTimeIsFoundAgainWithinTheStatedError(t *testing.T) {
	if framestats.HistogramError > 0.01 {
		t.Fatalf("the stated error is %g, over 1 %%", framestats.HistogramError)
	}
	check := func(v int64) {
		var h framestats.Histogram
		h.Add(0) // so that neither end helps
		h.Add(time.Duration(v))
		h.Add(math.MaxInt64)
		got := h.Percentile(0.5)
		if d := math.Abs(float64(got) - float64(v)); d > framestats.HistogramError*float64(v) || v < 128 && d != 0 {
			t.Fatalf("%d is found again as %d: off by %g", v, got, d/float64(v))
		}
	}
	for v := range int64(5000) {
		check(v)
	}
	for shift := 12; shift < 63; shift++ {
		for _, near := range []int64{-1, 0, 1} {
			check(1<<shift + near)
			check(1<<shift + 1<<(shift-6) + near)
			check(1<<shift + 1<<(shift-7) + near)
		}
	}
	check(math.MaxInt64)
	rng := rand.New(rand.NewPCG(5, 5))
	for range 5000 {
		check(rng.Int64() >> rng.IntN(62))
	}
}

func TestMergedHistogramsCountAsOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var whole, a, b, empty framestats.Histogram
	for i := range 10_000 {
		d := time.Duration(rng.Int64() >> rng.IntN(60))
		whole.Add(d)
		if i%3 == 0 {
			a.Add(d)
		} else {
			b.Add(d)
		}
	}
	a.Merge(&b)
	a.Merge(&empty)
	empty.Merge(&a)
	if a != whole || empty != whole {
		t.Error("merged parts are not the whole")
	}
	a.Reset()
	if a != (framestats.Histogram{}) {
		t.Error("a histogram is not empty after Reset")
	}
}

func TestTheMeanOfAnySumIsExact(t *testing.T) {
	var h framestats.Histogram
	for range 1000 {
		h.Add(math.MaxInt64) // the sum is over 64 bits
		h.Add(-5)            // counts as 0
	}
	if got := h.Mean(); got != math.MaxInt64/2 || h.Min() != 0 {
		t.Errorf("the mean is %d from %d on, want %d from 0 on", got, h.Min(), int64(math.MaxInt64/2))
	}
}

func FuzzAHistogramIsWithinItsErrorOfTheSortedTimes(f *testing.F) {
	f.Add([]byte("0123456789abcdef"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var values []int64
		var h, even framestats.Histogram
		for chunk := range slices.Chunk(data, 8) {
			var b [8]byte
			copy(b[:], chunk)
			v := int64(binary.LittleEndian.Uint64(b[:]) >> 1)
			values = append(values, v)
			if len(values)%2 == 0 {
				even.Add(time.Duration(v))
			} else {
				h.Add(time.Duration(v))
			}
		}
		h.Merge(&even)
		checkHistogram(t, &h, values)
	})
}
