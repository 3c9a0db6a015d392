package framelog_test

import (
	"strings"
	"testing"

	"github.com/tactus-go/tactus/framelog"
)

func TestParseShareTakesPercentLiterally(t *testing.T) {
	for text, want := range map[string]framelog.Share{
		"1%": framelog.Percent, "0.1%": 1000, "0.1 %": 1000, " 99.9% ": 999_000, "0%": 0, "100%": 1_000_000,
		"0.0001%": 1, "007%": 70_000, "12.3456%": 123_456,
	} {
		if got, err := framelog.ParseShare(text); err != nil || got != want {
			t.Errorf("%q is %d, %v: want %d", text, got, err, want)
		}
	}
}

func TestParseShareRefusesWhatIsNone(t *testing.T) {
	for _, text := range []string{"", "%", ".%", "1.%", ".5%", "-1%", "+1%", "101%", "100.0001%", "0.00001%", "1e1%",
		"1,5%", "1%%", "NaN%", "0x1%", "1 2%", "99999999999999999999%"} {
		if got, err := framelog.ParseShare(text); err == nil {
			t.Errorf("%q is %v", text, got)
		} else if !strings.HasPrefix(err.Error(), "tactus: ") {
			t.Errorf("error of %q is %v", text, err)
		}
	}
}

func TestParseShareRefusesBareNumberWithReason(t *testing.T) {
	for _, text := range []string{"0.1", "1"} {
		_, err := framelog.ParseShare(text)
		if err == nil || !strings.Contains(err.Error(), "no percent sign") || !strings.Contains(err.Error(), text+"%") {
			t.Errorf("error of %q is %v", text, err)
		}
	}
}

func TestShareStringIsPercent(t *testing.T) {
	for s, want := range map[framelog.Share]string{framelog.Percent: "1 %", 1000: "0.1 %", 0: "0 %", 1: "0.0001 %",
		999_000: "99.9 %", 1_000_000: "100 %", -1000: "-0.1 %"} {
		if got := s.String(); got != want {
			t.Errorf("%d is %q, want %q", int64(s), got, want)
		}
	}
}

func TestNoSharePanics(t *testing.T) {
	f := framelog.NewStream(repeat(3, ms)).Figures(framelog.Present)
	for name, call := range map[string]func(p framelog.Share){
		"percentile":   func(p framelog.Share) { f.Percentile(p) },
		"nearest rank": func(p framelog.Share) { f.NearestRank(p) },
		"R8":           func(p framelog.Share) { f.R8(p) },
		"low":          func(p framelog.Share) { f.Low(framelog.LowMean, p) },
	} {
		for _, p := range []framelog.Share{-1, 1_000_001} {
			func() {
				defer func() {
					if text, _ := recover().(string); !strings.HasPrefix(text, "tactus: share is ") {
						t.Errorf("%s of %d: %q", name, int64(p), text)
					}
				}()
				call(p)
			}()
		}
	}
}

func FuzzParseShare(f *testing.F) {
	for _, text := range []string{"1%", "0.1 %", "0.1", "99.9999%", "", "%"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := framelog.ParseShare(text)
		if err != nil {
			return
		}
		if again, err := framelog.ParseShare(s.String()); err != nil || again != s || s < 0 || s > 1e6 {
			t.Errorf("%q is %v, read again %v, %v", text, s, again, err)
		}
	})
}
