package framestats_test

import (
	"io"
	"runtime"
	"testing"

	"github.com/tactus-go/tactus/framestats"
)

// allocated returns the bytes that a call allocates.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestMemoryIsFixedAndAsStated(t *testing.T) {
	var r *framestats.Recorder
	for _, c := range []struct {
		name string
		call func()
		most uint64
	}{
		{"a recorder", func() { r = newRecorder(t, framestats.RecorderConfig{}) }, 180_000},
		{"its reader", func() { r.Reader() }, 500_000},
		{"a log", func() { closeLog(t, newLog(t, io.Discard, framestats.LogConfig{})) }, 600_000},
	} {
		if n := allocated(c.call); n > c.most {
			t.Errorf("%s takes %d bytes, want at most %d", c.name, n, c.most)
		} else {
			t.Logf("%s takes %d bytes", c.name, n)
		}
	}
	b := r.Reader()
	if n := allocated(func() {
		for i := range 100_000 {
			feed(r, hammerTime(uint64(i)))
			if i%1000 == 0 {
				s, _ := b.Latest()
				s.Percentile(0.99)
			}
		}
	}); n > 10_000 {
		t.Errorf("100,000 frames allocate %d bytes", n)
	}
}
