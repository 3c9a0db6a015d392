package framelog_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

func TestParseThresholdReadsTimesAndMultiples(t *testing.T) {
	for text, want := range map[string]framelog.Threshold{
		"33.3ms": {Over: 33_300 * time.Microsecond}, "33.333 ms": {Over: 33_333 * time.Microsecond},
		"1s": {Over: time.Second}, "2x": {Times: 2}, " 2.5 x ": {Times: 2.5}, "1000x": {Times: 1000},
	} {
		got, err := framelog.ParseThreshold(text)
		if err != nil || got != want {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
		if again, err := framelog.ParseThreshold(got.String()); err != nil || again != want {
			t.Errorf("%q is written %q and read %+v, %v", text, got, again, err)
		}
	}
}

func TestParseThresholdRefusesWhatIsNone(t *testing.T) {
	for _, text := range []string{"", "x", "1x", "0.5x", "-2x", "NaNx", "Infx", "1001x", "0ms",
		"-1ms", "ms", "fast", "2xx"} {
		if got, err := framelog.ParseThreshold(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
	if _, err := framelog.ParseThreshold("33.3"); err == nil || !strings.Contains(err.Error(), "33.3ms") {
		t.Errorf("error of a bare number is %v", err)
	}
}

func TestNoThresholdPanics(t *testing.T) {
	s := framelog.NewStream(repeat(3, ms))
	for _, h := range []framelog.Threshold{{}, {Over: -1}, {Times: 1}, {Times: math.NaN()}, {Times: math.Inf(1)},
		{Over: ms, Times: 2}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v did not panic", h)
				}
			}()
			s.Hitches(framelog.Present, h)
		}()
	}
}

func FuzzParseThreshold(f *testing.F) {
	for _, text := range []string{"33.3ms", "2x", "1.5 x", "33", "", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := framelog.ParseThreshold(text)
		if err != nil {
			return
		}
		if again, err := framelog.ParseThreshold(v.String()); err != nil || again != v {
			t.Errorf("%q is %v, read again %v, %v", text, v, again, err)
		}
		framelog.NewStream(repeat(3, ms)).Hitches(framelog.Present, v)
	})
}
