package tactus_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
)

const ms = time.Millisecond

func at(d time.Duration) tactus.Instant { return tactus.Instant(d) }

func newTimer(t *testing.T, c tactus.TimerConfig) *tactus.Timer {
	t.Helper()
	timer, err := tactus.NewTimer(c)
	if err != nil {
		t.Fatal(err)
	}
	return timer
}

func TestASourceThatStepsBackGivesNoTimeAndIsWaitedFor(t *testing.T) {
	timer := newTimer(t, tactus.TimerConfig{})
	for i, c := range []struct{ now, delta time.Duration }{{1000, 0}, {990, 0}, {1010, 10}, {1010, 0}, {1011, 1}} {
		timer.Tick(at(c.now * ms))
		if got := timer.Delta(); got != c.delta*ms {
			t.Errorf("reading %d, %d ms: delta %v, want %v", i, c.now, got, c.delta*ms)
		}
	}
	if timer.Backward() != 1 {
		t.Errorf("%d readings stepped back, want 1", timer.Backward())
	}
}

func TestThePauseIsInNoDelta(t *testing.T) {
	timer := newTimer(t, tactus.TimerConfig{})
	timer.Tick(at(0))
	timer.Tick(at(10 * ms))
	timer.Stop(at(14 * ms)) // 4 ms belong to the next delta
	timer.Stop(at(15 * ms))
	timer.Tick(at(500 * ms))
	if timer.Delta() != 0 || timer.Frames() != 1 || timer.Total() != 14*ms {
		t.Errorf("while stopped: delta %v, %d frames, total %v", timer.Delta(), timer.Frames(), timer.Total())
	}
	timer.Start(at(1000 * ms))
	timer.Start(at(1001 * ms))
	timer.Tick(at(1006 * ms))
	if timer.Delta() != 10*ms || timer.Total() != 20*ms {
		t.Errorf("after the pause: delta %v, total %v; want 10ms (4 before, 6 after), 20ms", timer.Delta(), timer.Total())
	}
}

func TestDeltasOfARunWithoutClampsAddUpToTotal(t *testing.T) {
	t.Logf("seed %d", *seedFlag)
	r := rand.New(rand.NewPCG(*seedFlag, 2))
	timer := newTimer(t, tactus.TimerConfig{Clamp: tactus.NoClamp})
	var now, sum, last time.Duration
	for range 10_000 {
		now += time.Duration(r.Int64N(int64(40*ms)) - int64(2*ms))
		switch r.IntN(8) {
		case 0:
			timer.Stop(at(now))
		case 1:
			timer.Start(at(now))
		default:
			timer.Tick(at(now))
			sum += timer.RawDelta()
		}
		if timer.Total() < last {
			t.Fatalf("total went back from %v to %v", last, timer.Total())
		}
		last = timer.Total()
	}
	timer.Start(at(now))
	timer.Tick(at(now))
	if sum += timer.RawDelta(); sum != timer.Total() {
		t.Errorf("deltas add up to %v, total is %v", sum, timer.Total())
	}
}

func TestTheClampCutsDeltaAloneAndFPSIsOfRawTimes(t *testing.T) {
	timer := newTimer(t, tactus.TimerConfig{})
	timer.Tick(at(0))
	timer.Tick(at(time.Second))
	if timer.Delta() != 250*ms || timer.RawDelta() != time.Second || timer.Total() != time.Second {
		t.Errorf("delta %v, raw %v, total %v", timer.Delta(), timer.RawDelta(), timer.Total())
	}
	if timer.FPS() != 1 {
		t.Errorf("%v FPS, want 1", timer.FPS())
	}
}

func TestFPSIsFramesOverTimeMeasuredInHalfSeconds(t *testing.T) {
	timer := newTimer(t, tactus.TimerConfig{})
	if timer.FPS() != 0 {
		t.Errorf("%v FPS before any frame", timer.FPS())
	}
	for i := range 101 {
		timer.Tick(at(time.Duration(i) * 10 * ms))
		if i > 0 && math.Abs(timer.FPS()-100) > 1e-9 {
			t.Fatalf("%v FPS after %d frames of 10 ms", timer.FPS(), i)
		}
	}
	for i := 1; i <= 25; i++ {
		timer.Tick(at(time.Second + time.Duration(i)*20*ms))
	}
	if math.Abs(timer.FPS()-50) > 1e-9 {
		t.Errorf("%v FPS after half a second of 20 ms", timer.FPS())
	}
}

func TestResetMakesATimerNew(t *testing.T) {
	timer := newTimer(t, tactus.TimerConfig{Clamp: 5 * ms})
	timer.Tick(at(0))
	timer.Tick(at(100 * ms))
	timer.Stop(at(200 * ms))
	timer.Reset()
	timer.Tick(at(50 * ms))
	if timer.Delta() != 0 || timer.Total() != 0 || timer.Frames() != 0 || timer.FPS() != 0 {
		t.Errorf("after Reset: delta %v, total %v, %d frames", timer.Delta(), timer.Total(), timer.Frames())
	}
	timer.Tick(at(150 * ms))
	if timer.Delta() != 5*ms || timer.Frames() != 1 {
		t.Errorf("after Reset the clamp is %v, %d frames", timer.Delta(), timer.Frames())
	}
}

func TestATotalDoesNotDriftIn400Days(t *testing.T) {
	timer := newTimer(t, tactus.TimerConfig{})
	timer.Tick(at(0))
	const days = 400
	end := days * 24 * time.Hour
	for now := time.Duration(0); now < end; {
		now += 7*time.Second + 333333333
		timer.Tick(at(min(now, end)))
	}
	if timer.Total() != end {
		t.Errorf("total %v, want %v", timer.Total(), end)
	}
}

func TestTimeStandsStillAfter292Years(t *testing.T) {
	timer := newTimer(t, tactus.TimerConfig{})
	timer.Tick(math.MinInt64)
	timer.Tick(0)
	timer.Tick(math.MaxInt64)
	if timer.Total() != math.MaxInt64 {
		t.Errorf("total %d", timer.Total())
	}
	if timer.Tick(math.MaxInt64); timer.Delta() != 0 {
		t.Errorf("delta %v past the end of time", timer.Delta())
	}
}

func TestATimerRefusesABadClamp(t *testing.T) {
	_, err := tactus.NewTimer(tactus.TimerConfig{Clamp: -5})
	if err == nil || !strings.Contains(err.Error(), "TimerConfig.Clamp is -5ns") {
		t.Errorf("error %v", err)
	}
}

func TestATimerDoesNotAllocate(t *testing.T) {
	timer := newTimer(t, tactus.TimerConfig{})
	var now tactus.Instant
	if n := testing.AllocsPerRun(100, func() { now += 1e7; timer.Tick(now); timer.Stop(now); timer.Start(now) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
