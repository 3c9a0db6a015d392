package compare

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

func TestEveryMetricIsReadBackFromItsName(t *testing.T) {
	for _, m := range append(allMetrics(), Metric{kind: kindHitches, times: 2.5},
		Metric{kind: kindHitches, over: 16_667 * time.Microsecond}, Metric{kind: kindPercentile, share: 123_456}) {
		if got, err := ParseMetric(strings.ToUpper(m.String())); err != nil || got != m {
			t.Errorf("%v: read back as %v, %v", m, got, err)
		}
		if m.Label() == "" || m.Format(1) == "" {
			t.Errorf("%v has no label or format", m)
		}
	}
	for name, want := range map[string]Metric{
		"p50":           {kind: kindPercentile, share: 50 * framelog.Percent},
		"low1:mean":     LowMetric(framelog.LowMean, framelog.Percent),
		"low1:integral": LowMetric(framelog.LowIntegral, framelog.Percent),
	} {
		if got, err := ParseMetric(name); err != nil || got != want {
			t.Errorf("%s is %v, %v, want %v", name, got, err, want)
		}
	}
}

func TestWhatIsNoMetricIsRefusedWithWhatThereIs(t *testing.T) {
	for _, name := range []string{"", "p", "p100", "p0", "p99.99999", "p.5", "p5.", "pp", "low", "low0", "low101", "low1:",
		"low1:slow", "low1:mangohud", "hitch", "hitch0ms", "hitch1x", "hitch-1x", "hitch50", "hitch1001x",
		"hitch9999999999ms", "FPS ", "p1234567890123", "hitchx", "hitchms"} {
		_, err := ParseMetric(name)
		if err == nil || !strings.HasSuffix(err.Error(), " is no metric: there are "+metricNames) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestAConditionIsReadAsItsGrammarSays(t *testing.T) {
	for text, want := range map[string]string{
		"p99 > +5%":           "p99 > +5%",
		"p99>5%":              "p99 > +5%",
		" SURE  fps <= -3 % ": "sure fps <= -3%",
		"p99 > 20ms":          "p99 > 20ms",
		"p99 >= -0.5 MS":      "p99 >= -0.5ms",
		"low0.1 < 30 fps":     "low0.1 < 30fps",
		"hitch50ms > 2/min":   "hitch50ms > 2/min",
		"hitch2x\t>+1\t/min":  "hitch2x > +1/min",
		"low1:integral<-5%":   "low1:integral_threshold < -5%",
	} {
		c, err := ParseCondition(text)
		if err != nil || c.String() != want {
			t.Errorf("%q is %q, %v, want %q", text, c.String(), err, want)
		}
	}
}

func TestAConditionsErrorPointsAtTheCharacter(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		what string
	}{
		{"", 0, "no metric stands here: there are " + metricNames},
		{"  > 5%", 2, "no metric stands here: there are " + metricNames},
		{"sure", 4, "no metric stands here: there are " + metricNames},
		{"p99x > 5%", 0, `"p99x" is no metric: there are ` + metricNames},
		{"sure p100 > 5%", 5, `"p100" is no metric: there are ` + metricNames},
		{"p99", 3, "want >, >=, < or <="},
		{"p99 => 5%", 4, "want >, >=, < or <="},
		{"p99 5%", 4, "want >, >=, < or <="},
		{"p99 > ", 6, "want a number as 5 or 0.5, with at most six decimals"},
		{"p99 > +-5%", 7, "want a number as 5 or 0.5, with at most six decimals"},
		{"p99 > 1.2.3%", 6, "want a number as 5 or 0.5, with at most six decimals"},
		{"p99 > 5", 7, "want a unit: ms or %"},
		{"p99 > 5 s", 8, "want a unit: ms or %"},
		{"fps > 5 hz", 8, "want a unit: fps or %"},
		{"hitch2x > 5", 11, "want a unit: /min or %"},
		{"p99 > 5fps", 7, "p99 is not in fps: want ms or %"},
		{"fps > 5 ms", 8, "fps is not in ms: want fps or %"},
		{"low1 > 5/min", 8, "low1 is not in /min: want fps or %"},
		{"p99 > 5% of", 9, "this is more than a condition"},
	} {
		_, err := ParseCondition(c.text)
		var e *ConditionError
		if !errors.As(err, &e) || e.At != c.at || e.What != c.what {
			t.Errorf("%q: %v, want at %d: %s", c.text, err, c.at, c.what)
		}
	}
	_, err := ParseCondition("p99 ! 5%")
	if want := "tactus: condition: want >, >=, < or <=\n  p99 ! 5%\n      ^"; err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
}

func FuzzCondition(f *testing.F) {
	for _, text := range []string{"p99 > +5%", "sure fps < 60fps", "hitch2x>1/min",
		"low0.1:integral <= -1.5 fps", "p99 > 5é"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCondition(text)
		if err != nil {
			var e *ConditionError
			if !errors.As(err, &e) || e.At < 0 || e.At > len(text) || e.What == "" {
				t.Errorf("%q: %#v", text, err)
			}
			return
		}
		again, err := ParseCondition(c.String())
		if err != nil || again.String() != c.String() || again.Metric != c.Metric || again.number != c.number ||
			again.difference != c.difference || again.op != c.op || again.Sure != c.Sure {
			t.Errorf("%q is %q, which is read as %+v, %v", text, c, again, err)
		}
	})
}

func TestAConditionIsJudgedByTheFigureAndASureOneByTheInterval(t *testing.T) {
	m := Metric{kind: kindPercentile, share: 99 * framelog.Percent}
	d := Difference{Metric: m, HasRatio: true, Base: Interval{20e6, 19e6, 21e6}, New: Interval{22e6, 20.5e6, 23e6},
		Change: Interval{2e6, 0.5e6, 3e6}, Ratio: Interval{0.1, 0.025, 0.15}}
	of := &Comparison{Summary: Summary{Name: "new"}, Differences: []Difference{d}}
	for _, c := range []struct {
		text string
		want string
	}{
		{"p99 > +5%", "holds: p99 is +10.0 %, 95 % interval +2.5 % to +15.0 %"},
		{"sure p99 > +5%", "does not hold: p99 is +10.0 %, 95 % interval +2.5 % to +15.0 %"},
		{"sure p99 > +2%", "holds: p99 is +10.0 %, 95 % interval +2.5 % to +15.0 %"},
		{"p99 > 22ms", "does not hold: p99 is 22.000 ms, 95 % interval 20.500 ms to 23.000 ms"},
		{"p99 >= 22ms", "holds: p99 is 22.000 ms, 95 % interval 20.500 ms to 23.000 ms"},
		{"sure p99 > 20ms", "holds: p99 is 22.000 ms, 95 % interval 20.500 ms to 23.000 ms"},
		{"p99 < +3ms", "holds: p99 is +2.000 ms, 95 % interval +0.500 ms to +3.000 ms"},
		{"sure p99 < +3ms", "does not hold: p99 is +2.000 ms, 95 % interval +0.500 ms to +3.000 ms"},
		{"sure p99 <= +3ms", "holds: p99 is +2.000 ms, 95 % interval +0.500 ms to +3.000 ms"},
	} {
		cond, err := ParseCondition(c.text)
		if err != nil {
			t.Fatal(err)
		}
		h := cond.Judge(of)
		if h.Text != c.want || h.Holds != strings.HasPrefix(c.want, "holds") || !h.Judged || h.Name != "new" {
			t.Errorf("%s: %+v, want %q", c.text, h, c.want)
		}
	}
}

func TestAConditionWithoutDataIsJudgedByTheFigureAndNeverSurely(t *testing.T) {
	none := math.NaN()
	d := Difference{Metric: Metric{kind: kindMax}, HasRatio: true, Base: Interval{20e6, none, none},
		New: Interval{22e6, none, none}, Change: Interval{2e6, none, none}, Ratio: Interval{0.1, none, none},
		Why: "one frame"}
	hitches := Difference{Metric: Metric{kind: kindHitches, times: 2}, New: Interval{1, 1, 1}, Change: Interval{1, 1, 1}}
	of := &Comparison{Differences: []Difference{d, hitches}}
	for _, c := range []struct {
		text, want    string
		holds, judged bool
	}{
		{"max > +5%", "holds: max is +10.0 %, no interval: one frame", true, true},
		{"sure max > +5%", "not judged: not enough data: one frame", false, false},
		{"hitch2x > +5%", "not judged: the base is 0, so that no percentage is defined", false, false},
		{"sure hitch2x >= +1/min", "holds: hitch2x is +1.00 /min, 95 % interval +1.00 /min to +1.00 /min", true, true},
	} {
		cond, err := ParseCondition(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if h := cond.Judge(of); h.Text != c.want || h.Holds != c.holds || h.Judged != c.judged {
			t.Errorf("%s: %+v, want %+v", c.text, h, c)
		}
	}
	defer func() {
		if r := recover(); r != "tactus: condition fps > 5%: the comparison has no fps" {
			t.Errorf("a metric that is not there: %v", r)
		}
	}()
	cond, _ := ParseCondition("fps > 5%")
	cond.Judge(of)
}
