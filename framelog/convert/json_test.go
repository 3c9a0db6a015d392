package convert_test

import (
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/convert"
)

// object is the JSON form as a program reads it.
type object struct {
	Source, Format, Column, Unit, Stream, Side, Tool string
	FrameCount                                       int `json:"frame_count"`
	Sampled, Lengths                                 bool
	Frames                                           struct {
		FrameTime []int64    `json:"frame_time_ns"`
		Line      []int      `json:"line"`
		Display   []int64    `json:"display_ns"`
		Clock     []int64    `json:"clock_ns"`
		Steps     []int64    `json:"steps"`
		Alpha     []*float32 `json:"alpha"`
		Cost      []int64    `json:"cost_ns"`
		Dropped   []int64    `json:"dropped_ns"`
		Scene     []string   `json:"scene"`
	} `json:"frames"`
}

// valid is text as JSON holds it: what is no UTF-8 is replaced, character by character.
func valid(s string) string { return string([]rune(s)) }

func TestJSONHoldsEveryFrameAsItIs(t *testing.T) {
	m := made(random(t), 3000)
	m.Source, m.Stream = "\xff\"\\\x00</script>\u2028é\U0001F3AE", "</SCRIPT>\x7f"
	d := json.NewDecoder(strings.NewReader(string(text(t, m.JSON))))
	d.DisallowUnknownFields()
	var o object
	if err := d.Decode(&o); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Errorf("more than one object: %v", err)
	}
	if o.Source != valid(m.Source) || o.Stream != m.Stream || o.Side != "present" {
		t.Errorf("source %q, stream %q, side %q", o.Source, o.Stream, o.Side)
	}
	k := 0
	for i, f := range m.Frames {
		if f.Interval == 0 {
			continue
		}
		e, c := m.Engines[i], &o.Frames
		same := c.FrameTime[k] == int64(f.Interval) && c.Line[k] == f.Line && c.Display[k] == int64(f.Display) &&
			c.Clock[k] == int64(f.Clock) && c.Steps[k] == e.Steps && c.Cost[k] == int64(e.Cost) &&
			c.Dropped[k] == int64(e.Dropped) && c.Scene[k] == valid(f.Tag)
		if alpha := c.Alpha[k]; (alpha == nil) != math.IsNaN(e.Alpha) || alpha != nil && *alpha != float32(e.Alpha) {
			same = false
		}
		if !same {
			t.Fatalf("frame %d is not %+v, %+v", k, f, e)
		}
		k++
	}
	if o.FrameCount != k || len(o.Frames.FrameTime) != k || len(o.Frames.Scene) != k || len(o.Frames.Alpha) != k {
		t.Errorf("%d frames, counted as %d", k, o.FrameCount)
	}
}

func TestJSONOfNoFramesIsWhole(t *testing.T) {
	m := &convert.Made{}
	var o object
	if err := json.Unmarshal(text(t, m.JSON), &o); err != nil || o.FrameCount != 0 || len(o.Frames.FrameTime) != 0 {
		t.Errorf("%v: %+v", err, o)
	}
}

// FuzzJSONAndTraceAreValidForAnyName holds names to what the standard library reads back.
func FuzzJSONAndTraceAreValidForAnyName(f *testing.F) {
	for _, tag := range tags {
		f.Add(tag, tag)
	}
	f.Fuzz(func(t *testing.T, source, tag string) {
		m := &convert.Made{Source: source, Stream: source, Frames: []framelog.Frame{{Interval: 7, Tag: tag}}}
		var o object
		if err := json.Unmarshal(text(t, m.JSON), &o); err != nil {
			t.Fatal(err)
		}
		if o.Source != valid(source) || tag != "" && o.Frames.Scene[0] != valid(tag) {
			t.Errorf("%q, %q became %q, %q", source, tag, o.Source, o.Frames.Scene)
		}
		trace := text(t, m.Trace)
		if !json.Valid(trace) || !utf8.Valid(trace) {
			t.Errorf("the trace is not valid: %q", trace)
		}
		lines := strings.Count(string(text(t, m.CSV)), "\n")
		if lines != 3 {
			t.Errorf("CSV of one frame has %d lines", lines)
		}
	})
}
