package record_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog/compare"
	"github.com/tactus-go/tactus/framelog/compare/record"
)

// frames returns n frame times that repeat every seven frames.
func frames(n int, slower float64) []time.Duration {
	all := make([]time.Duration, n)
	for i := range all {
		all[i] = time.Duration(slower * float64(16_000_000+i%7*100_000))
	}
	return all
}

func group(name string, times []time.Duration) compare.Group {
	return compare.Group{Name: name, Runs: []*compare.Run{compare.RunOf(name+".csv", times)}}
}

func TestARecordHoldsWhatWasComparedAndNoNumberThatIsNone(t *testing.T) {
	result, err := compare.Compare(t.Context(), group("base", frames(2000, 1)),
		[]compare.Group{group("new", frames(2000, 1.2))}, compare.Options{Resamples: 200, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(record.Of(result, record.Options{Side: "present", Cut: "from 1s", Block: time.Second}))
	if err != nil {
		t.Fatal(err) // a number that is none would be refused here
	}
	var r record.Comparison
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatal(err)
	}
	if r.Side != "present" || r.Cut != "from 1s" || r.Seed != 3 || r.Resamples != 200 || r.Block != 1e9 || r.Failed {
		t.Errorf("%+v", r)
	}
	if len(r.New) != 1 || len(r.New[0].Differences) != len(compare.Metrics()) || r.Base.Runs[0].Frames != 2000 {
		t.Fatalf("%+v", r)
	}
	for i, d := range r.New[0].Differences {
		want := result.News[0].Differences[i]
		if d.Metric != want.Metric.String() || d.Verdict != want.Verdict.String() || d.Why != want.Why {
			t.Errorf("%+v, and the result has %+v", d, want)
		}
		if _, has := d.Change["low_"+want.Metric.Unit()]; has != (want.Change.Low == want.Change.Low) {
			t.Errorf("%s: the interval's end is there: %v, and it is %v", d.Metric, has, want.Change.Low)
		}
	}
}
