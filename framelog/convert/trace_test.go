package convert_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/convert"
)

// An event is one of a trace, its times as they are printed.
type event struct {
	Name, Ph, S string
	PID, TID    int
	TS, Dur     json.Number
	Args        map[string]any
}

func events(t *testing.T, trace []byte) []event {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(trace))
	d.DisallowUnknownFields()
	var whole struct {
		DisplayTimeUnit string
		OtherData       map[string]string
		TraceEvents     []event
	}
	if err := d.Decode(&whole); err != nil {
		t.Fatal(err)
	}
	if whole.DisplayTimeUnit != "ms" {
		t.Errorf("displayTimeUnit %q", whole.DisplayTimeUnit)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Errorf("more than one object: %v", err)
	}
	return whole.TraceEvents
}

// ends returns where an event begins and ends as one kind of reader sees it.
var readers = map[string]func(t *testing.T, e event) (from, end float64){
	"exact decimals": func(t *testing.T, e event) (float64, float64) {
		ts := nanos(t, string(e.TS), 1000)
		return float64(ts), float64(ts + nanos(t, string(e.Dur), 1000)) // below 2^53: exact
	},
	"microseconds as JavaScript's numbers": func(t *testing.T, e event) (float64, float64) {
		ts, dur := number(t, e.TS), number(t, e.Dur)
		return ts, ts + dur
	},
	"numbers cut to nanoseconds": func(t *testing.T, e event) (float64, float64) {
		ts, dur := int64(number(t, e.TS)*1000), int64(number(t, e.Dur)*1000)
		return float64(ts), float64(ts + dur)
	},
	"numbers rounded to nanoseconds": func(t *testing.T, e event) (float64, float64) {
		ts, dur := math.Round(number(t, e.TS)*1000), math.Round(number(t, e.Dur)*1000)
		return ts, ts + dur
	},
}

func number(t *testing.T, n json.Number) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func traced(t *testing.T, m *convert.Made) map[string][]event {
	t.Helper()
	return tracedText(t, text(t, m.Trace))
}

// tracedText checks a trace by the rules that its viewers have, and returns its events by phase and
// thread.
func tracedText(t *testing.T, trace []byte) map[string][]event {
	t.Helper()
	by := map[string][]event{}
	for _, e := range events(t, trace) {
		if e.PID != 1 {
			t.Fatalf("process %d: %+v", e.PID, e)
		}
		key := e.Ph + strconv.Itoa(e.TID)
		if e.Ph == "C" {
			key = "C " + e.Name
		}
		if e.Ph == "i" && (e.S != "t" || (e.TID == 2) != strings.Contains(e.Name, "frame")) {
			t.Fatalf("instant %+v: only thread 2 holds frame marks", e)
		}
		by[key] = append(by[key], e)
	}
	for key, track := range by {
		if key[0] == 'M' {
			continue
		}
		for reader, ends := range readers {
			last := -1.0
			for i, e := range track {
				if e.Ph != "X" {
					e.Dur = "0"
				}
				from, end := ends(t, e)
				// Two instants a nanosecond apart may meet where a float is no finer, days into a log.
				meets := reader == "exact decimals" && e.Ph != "X" && i > 0 && from == last
				if from < last || end < from || meets {
					t.Fatalf("%s, read as %s: event %d (%+v) begins at %v, before %v", key, reader, i, e, from, last)
				}
				last = end
			}
		}
	}
	return by
}

func TestNothingInATraceOverlapsHoweverItIsRead(t *testing.T) {
	r := random(t)
	for range 5 {
		m := made(r, 3000)
		m.Frames[0].Interval = time.Duration(r.Int64N(1 << 51)) // so that the others are late in a long one
		by, want := traced(t, m), spans(m)
		slices := by["X1"]
		if len(slices) != len(want) || len(by["i2"]) != len(want) || len(by["C frame_time_ms"]) != len(want) ||
			len(by["C steps"]) != len(want) || len(by["C dropped_ms"]) != len(want) {
			t.Fatalf("%d slices, %d marks for %d frames", len(slices), len(by["i2"]), len(want))
		}
		at := int64(0)
		for i, span := range want {
			short := span - nanos(t, string(slices[i].Dur), 1000)
			if nanos(t, string(slices[i].TS), 1000) != at || short < 0 || short > 4 {
				t.Fatalf("slice %d: %+v, want %d ns at %d ns", i, slices[i], span, at)
			}
			if by["i2"][i].TS != slices[i].TS || by["i2"][i].Name != "frame" {
				t.Fatalf("mark %d: %+v", i, by["i2"][i])
			}
			at += span
		}
	}
}

func TestATraceMarksHitchesOnceAndScenesAsRuns(t *testing.T) {
	const ms = time.Millisecond
	var m convert.Made
	for _, f := range []struct {
		span time.Duration
		tag  string
	}{{10 * ms, "menu"}, {60 * ms, "menu"}, {51 * ms, ""}, {50 * ms, "level"}, {0, "gone"}, {70 * ms, "level"}} {
		m.Frames = append(m.Frames, framelog.Frame{Interval: f.span, Tag: f.tag})
	}
	by := traced(t, &m)
	var got []string
	for _, e := range append(by["i3"], by["X4"]...) {
		got = append(got, e.Name+" @ "+string(e.TS)+" + "+string(e.Dur))
	}
	const want = "hitch 111.000000 ms @ 10000.000 + \nhitch 70.000000 ms @ 171000.000 + \n" +
		"menu @ 0.000 + 70000.000\nlevel @ 121000.000 + 120000.000"
	if all := strings.Join(got, "\n"); all != want {
		t.Errorf("got:\n%s\nwant:\n%s", all, want)
	}
	if n := by["i3"][0].Args["frames"]; n != 2.0 {
		t.Errorf("%v frames in the first hitch", n)
	}
	names := map[string]bool{}
	for key, all := range by {
		for _, e := range all {
			if key[0] == 'M' && e.Name == "thread_name" {
				names[e.Args["name"].(string)] = true
			}
		}
	}
	for _, name := range []string{"frames (present)", "frame marks", "hitches", "scenes"} {
		if !names[name] {
			t.Errorf("no thread is called %q: %v", name, names)
		}
	}
}
