package wazerohost_test

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
	"github.com/tactus-go/tactus/replay"
)

// held returns how many bytes of the heap are in use. The first collection runs finalizers, the second
// frees what they held.
func held() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// resident returns how many bytes of the process are in memory, or 0 where the system does not say.
// Compiled code and the memory of a module may be mapped outside of the heap, so that only this shows
// them.
func resident() uint64 {
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(status)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// flat runs use once to fill what is filled once, then many times, and says what has grown.
func flat(t *testing.T, warm, times int, heapMax uint64, use func(k int)) {
	t.Helper()
	for k := range warm {
		use(k)
	}
	heap, pages := held(), resident()
	for k := range times {
		use(k)
	}
	// Pages that the heap has freed may stay with the process for a while: the bound is wide, and far under
	// what one mapping for each use would come to.
	pagesMax := pages + 64<<20
	heapEnd, pagesEnd := held(), resident()
	if heapEnd > heap+heapMax || pagesEnd > pagesMax {
		t.Errorf("after %d times %d bytes of heap and %d resident; %d and %d before", times, heapEnd, pagesEnd, heap, pages)
	}
	t.Logf("%d times: heap %d to %d, resident %d to %d", times, heap, heapEnd, pages, pagesEnd)
}

// counterRecording is a short run of the smallest module, recorded from the module itself.
func counterRecording(t *testing.T, binary []byte) *replay.Recording {
	t.Helper()
	h := newHost(t, binary, wazerohost.Options{})
	game, err := wazerohost.NewGame(h, anyConfig)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := replay.Record(&out, replay.Header{Game: "counter", Kind: replay.Module, Hash: h.SHA256(), Players: 1,
		Seed: [2]uint64{anyConfig.SeedLo, anyConfig.SeedHi}, RateNum: anyConfig.RateNum, RateDen: anyConfig.RateDen,
		Config: anyConfig.Game}, game)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 100 {
		r.Step([]byte{byte(1 + tick%3)})
	}
	result, err := game.Instance().Result(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(replay.Claim{Result: result}); err != nil {
		t.Fatal(err)
	}
	rec, err := replay.Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func mustVerify(t *testing.T, rec *replay.Recording, v *wazerohost.Verifier) {
	t.Helper()
	if got := replay.Verify(rec, v, replay.Options{}); got.Outcome != replay.OK || got.Compared.Ticks != rec.Ticks() {
		t.Fatal(got)
	}
}

// TestAThousandVerdictsOfOneVerifierLeaveMemoryFlat has a hundred on the Go module, since each takes as
// long as fifty on the small one, and its memory, 2 MiB, is what would be seen first.
func TestAThousandVerdictsOfOneVerifierLeaveMemoryFlat(t *testing.T) {
	island, large := recorded(t, 100, replay.Limits{}, ""), newVerifier(t)
	binary := asm.Counter().Bytes()
	counter := counterRecording(t, binary)
	small, err := wazerohost.NewVerifier("counter", binary, wazerohost.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	flat(t, 20, 1000, 1<<20, func(k int) {
		mustVerify(t, counter, small)
		if k%10 == 0 {
			mustVerify(t, island, large)
		}
	})
}

func TestAThousandVerifiersThatAreClosedLeaveMemoryFlat(t *testing.T) {
	binary := asm.Counter().Bytes()
	counter, island := counterRecording(t, binary), recorded(t, 100, replay.Limits{}, "")
	flat(t, 101, 1000, 1<<20, func(k int) {
		name, binary, rec := "counter", binary, counter
		if k%100 == 0 { // of the large kind a hundredth: each takes a tenth of a second
			name, binary, rec = "mergeisland", goGuest, island
		}
		v, err := wazerohost.NewVerifier(name, binary, wazerohost.Options{CacheDir: cacheDir})
		if err != nil {
			t.Fatal(err)
		}
		mustVerify(t, rec, v)
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAThousandInstancesLeaveMemoryFlat closes them, but not their hosts.
func TestAThousandInstancesLeaveMemoryFlat(t *testing.T) {
	small := newHost(t, asm.Counter().Bytes(), wazerohost.Options{})
	large := newHost(t, goGuest, wazerohost.Options{})
	flat(t, 20, 1000, 1<<20, func(k int) {
		h, c := small, anyConfig
		if k%50 == 0 {
			h, c = large, islandConfig()
		}
		i := newInstance(t, h, c)
		mustStep(t, i, 1)
		mustSave(t, i)
		if err := i.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestHostsThatAreClosedWithOpenInstancesLeaveMemoryFlat(t *testing.T) {
	flat(t, 2, 4, 4<<20, func(int) {
		h, err := wazerohost.New(goGuest, wazerohost.Options{CacheDir: cacheDir})
		if err != nil {
			t.Fatal(err)
		}
		newInstance(t, h, islandConfig())
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
