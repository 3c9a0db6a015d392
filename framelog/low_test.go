package framelog_test

import (
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// The columns are: FPS, mean of instant FPS, and the lows of 1 % by rule. 0 is what is not stated.
func TestGoldenVectors(t *testing.T) {
	for _, c := range []struct {
		name                                                           string
		times                                                          []time.Duration
		fps, instant, mean, frameview, capframex, percentile, integral float64
		frames, frameviewFrames                                        int
	}{
		{"999 x 8 ms, 1 x 200 ms", repeat(999, 8*ms, 1, 200*ms), 122.07, 124.88, 36.76, 39.29, 122.07, 125, 5, 10, 11},
		{"990 x 10 ms, 10 x 50 ms", repeat(990, 10*ms, 10, 50*ms), 96.15, 99.2, 20, 21.57, 20, 96.15, 20, 10, 11},
		{"1 ms, 4 ms", []time.Duration{ms, 4 * ms}, 400, 625, 250, 0, 0, 0, 250, 1, 1},
		{"59 x 1 ms, 1 x 1000 ms", repeat(59, ms, 1, 1000*ms), 56.66, 983.35, 1, 0, 0, 0, 1, 1, 1},
	} {
		f := framelog.NewStream(c.times).Figures(framelog.Present)
		check := func(name string, got, want float64) {
			t.Helper()
			if want != 0 && math.Abs(got-want) > 0.005+1e-9 {
				t.Errorf("%s: %s is %.4f, want %v", c.name, name, got, want)
			}
		}
		low := func(rule framelog.LowRule) framelog.Low {
			l, ok := f.Low(rule, framelog.Percent)
			if !ok {
				t.Errorf("%s: no %v", c.name, rule)
			}
			return l
		}
		check("FPS", f.FPS(), c.fps)
		check("mean of instant FPS", f.MeanInstantFPS(), c.instant)
		check("mean", low(framelog.LowMean).FPS(), c.mean)
		check("frameview", low(framelog.LowFrameView).FPS(), c.frameview)
		check("capframex", low(framelog.LowCapFrameX).FPS(), c.capframex)
		check("percentile", low(framelog.LowPercentile).FPS(), c.percentile)
		check("integral", low(framelog.LowIntegral).FPS(), c.integral)
		k, j := low(framelog.LowMean).Frames, low(framelog.LowFrameView).Frames
		if k != c.frames || j != c.frameviewFrames {
			t.Errorf("%s: means of %d and %d frames, want %d and %d", c.name, k, j, c.frames, c.frameviewFrames)
		}
	}
}

func TestLowsEqualExactOnes(t *testing.T) {
	for _, times := range samples(t) {
		if len(times) == 0 || len(times) > 5000 {
			continue
		}
		x := sorted(times)
		slices.Reverse(x)
		f := framelog.NewStream(times).Figures(framelog.Present)
		for _, p := range shares {
			for _, rule := range framelog.LowRules() {
				k, want, ok := naiveLow(x, rule, p)
				got, gotOK := f.Low(rule, p)
				off := got.Time - want
				if rule != framelog.LowIntegralMean && off != 0 || max(off, -off) > want/1e9+1 || gotOK != ok {
					t.Errorf("%v %v of %d is %v, %v: want %v, %v", rule, p, len(x), got.Time, gotOK, want, ok)
				}
				if ok && got.Frames != k {
					t.Errorf("%v %v of %d stands on %d frames, want %d", rule, p, len(x), got.Frames, k)
				}
				if got.Enough() != (int64(p)*int64(len(x)) >= 1e6) {
					t.Errorf("%v of %d frames: enough is %v", p, len(x), got.Enough())
				}
			}
		}
	}
}

// naiveLow is the definitions in exact numbers, on descending times.
func naiveLow(x []time.Duration, rule framelog.LowRule, p framelog.Share) (frames int, low time.Duration, ok bool) {
	n := len(x)
	exact := new(big.Rat).Mul(share(p), rat(int64(n)))
	k := 0
	switch rule {
	case framelog.LowMean:
		k = ceil(p, n)
	case framelog.LowKFloor:
		k = int(floor(exact))
	case framelog.LowKRound:
		k = int(floor(exact.Add(exact, big.NewRat(1, 2))))
	case framelog.LowFrameView:
		k = int(floor(exact)) + 1
	case framelog.LowCapFrameX:
		q := type8(sorted(x), 1e6-p)
		for k < n && rat(int64(x[k])).Cmp(q) >= 0 {
			k++
		}
	case framelog.LowPercentile:
		q := type7(sorted(x), 1e6-p)
		return n - ceil(1e6-p, n-1), nanoseconds(q), true
	case framelog.LowMangoHud:
		i := float32(float32(float64(p)/1e6)*float32(n)) - 1
		if i < 0 {
			return 0, 0, false
		}
		return int(i) + 1, x[int(i)], true
	default:
		return naiveIntegral(x, rule, p)
	}
	k = min(max(k, 1), n)
	sum := new(big.Rat)
	for _, d := range x[:k] {
		sum.Add(sum, rat(int64(d)))
	}
	return k, nanoseconds(sum.Quo(sum, rat(int64(k)))), true
}

func naiveIntegral(x []time.Duration, rule framelog.LowRule, p framelog.Share) (int, time.Duration, bool) {
	target := new(big.Rat)
	for _, d := range x {
		target.Add(target, rat(int64(d)))
	}
	target.Mul(target, share(p))
	sum := new(big.Rat)
	for i, d := range x {
		before := new(big.Rat).Set(sum)
		if sum.Add(sum, rat(int64(d))); sum.Cmp(target) < 0 {
			continue
		}
		if rule == framelog.LowIntegral || p == 0 {
			return i + 1, d, true
		}
		part := new(big.Rat).Sub(target, before)
		count := part.Quo(part, rat(int64(d)))
		count.Add(count, rat(int64(i)))
		return i + 1, nanoseconds(target.Quo(target, count)), true
	}
	return 0, 0, false
}

func TestLowLabelNamesItsRule(t *testing.T) {
	f := framelog.NewStream(repeat(1390, 8*ms)).Figures(framelog.Present)
	for rule, want := range map[framelog.LowRule]string{
		framelog.LowMean:         "1 % low (mean of 14 slowest)",
		framelog.LowKFloor:       "1 % low (mean of 13 slowest, rounded down)",
		framelog.LowKRound:       "1 % low (mean of 14 slowest, rounded)",
		framelog.LowFrameView:    "1 % low (FrameView: mean of 14 slowest)",
		framelog.LowCapFrameX:    "1 % low (CapFrameX: mean of 1390 slowest)",
		framelog.LowPercentile:   "1 % low (percentile)",
		framelog.LowMangoHud:     "1 % low (MangoHud: last of 13 slowest)",
		framelog.LowIntegral:     "1 % low (integral: last of 14 slowest)",
		framelog.LowIntegralMean: "1 % low (integral: mean of 14 slowest)",
	} {
		if l, _ := f.Low(rule, framelog.Percent); l.Label() != want {
			t.Errorf("label is %q, want %q", l.Label(), want)
		}
	}
}

func TestLowOfLessThanOneFrameIsNotEnough(t *testing.T) {
	for n, want := range map[int]bool{1: false, 999: false, 1000: true} {
		l, ok := framelog.NewStream(repeat(time.Duration(n), ms)).Figures(framelog.Present).Low(framelog.LowMean, 1000)
		if l.Enough() != want || !ok || l.Frames != 1 {
			t.Errorf("0.1 %% of %d frames: %+v, enough %v", n, l, l.Enough())
		}
	}
}

func TestMangoHudHasNoLowOfTooFewFrames(t *testing.T) {
	for n, want := range map[int]bool{99: false, 100: true, 101: true} {
		f := framelog.NewStream(repeat(time.Duration(n), ms)).Figures(framelog.Present)
		if _, ok := f.Low(framelog.LowMangoHud, framelog.Percent); ok != want {
			t.Errorf("low of %d frames: %v", n, ok)
		}
	}
}

func TestParseLowRuleReadsEveryName(t *testing.T) {
	for _, rule := range framelog.LowRules() {
		if got, err := framelog.ParseLowRule(rule.String()); err != nil || got != rule {
			t.Errorf("%v is read as %v, %v", rule, got, err)
		}
	}
	if got, err := framelog.ParseLowRule("integral"); err != nil || got != framelog.LowIntegral {
		t.Errorf("integral is %v, %v", got, err)
	}
	for _, text := range []string{"", "Mean", "1%", "k_ceil"} {
		if _, err := framelog.ParseLowRule(text); err == nil {
			t.Errorf("%q is a rule", text)
		}
	}
}
