package framelog_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

func TestAnUnknownUnitIsRefused(t *testing.T) {
	mustRefuse(t, strings.NewReader(header+plainRows(3)), framelog.Options{Unit: "fortnights"},
		"tactus: log: the unit 'fortnights' is none of s, ms, us, ns, ticks and fps: give one of these")
}

func TestOptionsOutOfRangePanic(t *testing.T) {
	for _, o := range []framelog.Options{{LineMax: -1}, {LineMax: 1<<30 + 1}, {FramesMax: -1}, {UnzippedMax: -1},
		{Workers: -1}} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "tactus: ") {
					t.Errorf("%+v: panic %v", o, r)
				}
			}()
			framelog.Read(strings.NewReader(header), "log", o)
		}()
	}
}

// The columns that a user names count for every tool's tables.
func TestANamedColumnIsReadInTheTablesOfEveryTool(t *testing.T) {
	present := "Application,ProcessID,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI\n" +
		strings.Repeat("a,1,2.5,16.7,33.4,0.2\n", 20)
	mango := "fps,frametime,cpu_load,gpu_load,elapsed,step\n" + strings.Repeat("60,16.7,1,2,16700000,3\n", 20)
	burner := "00, 24-10-2025 15:41:23, Hardware monitoring log v1.6\n01, 24-10-2025 15:41:23, GPU\n" +
		"02, 24-10-2025 15:41:23, GPU usage, Framerate, Frametime, Frametime Max\n" +
		strings.Repeat("80, 24-10-2025 15:41:24, 97, 60.0, 16.7, 33.4\n", 10) +
		"02, 24-10-2025 15:41:23, Framerate, Frametime Max, Frametime, GPU usage\n" +
		strings.Repeat("80, 24-10-2025 15:41:25, 60.0, 33.4, 16.7, 97\n", 10)
	nameless := strings.Repeat("60,16.7,3\n", 20)
	for _, c := range []struct {
		text, column, clock, unit string
		want                      string
	}{
		{present, "MsBetweenDisplayChange", "", "", "[33.4ms ms 0 -1]"},
		{present, "msinpresentapi", "", "", "[200µs ms 20 0]"},
		{present, "4", "", "us", "[16.7µs us 20 0]"},
		{mango, "frametime", "", "us", "[16.7µs us 0 -1]"},
		{mango, "fps", "", "", "[16.666667ms fps 0 -1]"},
		{mango, "step", "", "ms", "[3ms ms 0 -1]"},
		{mango, "step", "", "", "[3ms ms 0 -1]"},
		{burner, "Frametime Max", "", "", "[33.4ms ms 0 -1]"},
		{burner, "Framerate", "", "", "[16.666667ms fps 0 -1]"},
		{nameless, "2", "", "ms", "[16.7ms ms 0 -1]"},
		{mango, "", "", "fps", "[16.666667ms fps 0 -1]"},
	} {
		l, err := framelog.Read(strings.NewReader(c.text), "log", framelog.Options{Column: c.column, Clock: c.clock,
			Unit: c.unit})
		if err != nil {
			t.Errorf("%s: %v", c.column, err)
			continue
		}
		s := l.Stream()
		same(t, c.column+" rows", l.Rows, 20)
		same(t, c.column, fmt.Sprint([]any{s.Frame(19).Interval, l.Source.Unit, s.Count(framelog.Display), s.Dropped}),
			c.want)
	}
}

func TestANamedClockGivesDifferencesInTheTablesOfEveryTool(t *testing.T) {
	var mango, present strings.Builder
	mango.WriteString("fps,frametime,cpu_load,gpu_load,elapsed\n")
	present.WriteString("Application,TimeInSeconds,MsBetweenPresents\n")
	for i := range 20 {
		fmt.Fprintf(&mango, "60,16.7,1,2,%d\n", (i+1)*10_000_000)
		fmt.Fprintf(&present, "a,%.3f,16.7\n", float64(i)*0.01)
	}
	for _, c := range []struct{ text, clock, unit string }{{mango.String(), "elapsed", "ns"}, {mango.String(),
		"elapsed", ""}, {present.String(),
		"TimeInSeconds", ""}} {
		l := read(t, c.text, framelog.Options{Clock: c.clock, Unit: c.unit})
		same(t, "frames", l.Stream().Count(framelog.Present), 19)
		same(t, "interval", l.Stream().Frame(19).Interval, 10_000_000)
	}
}

func TestAColumnThatIsNotThereIsRefused(t *testing.T) {
	mustRefuse(t, strings.NewReader(header+plainRows(3)), framelog.Options{Column: "x"},
		"tactus: log:1: a table without a column 'x', which --column names; it has 'frame', 'frame_time_ms': "+
			"give one of them, or its number from 1")
	mustRefuse(t, strings.NewReader(capture(`"MsBetweenPresents":[1]`)), framelog.Options{Column: "x"},
		"tactus: log: a JSON record, of which no column can be named: read it without --column and --clock, or export "+
			"the capture as CSV")
}

func TestAClockBesideANamedColumnRunsAsLongAsItsFrames(t *testing.T) {
	for _, u := range []struct {
		name   string
		factor float64
	}{{"s", 0.001}, {"ms", 1}, {"us", 1000}, {"ns", 1e6}} {
		text := "X,T\n"
		for i := range 200 {
			text += fmt.Sprintf("10,%.6f\n", float64(i+500)*10*u.factor)
		}
		l := read(t, text, framelog.Options{Column: "X", Unit: "ms", Clock: "T"})
		span, _ := l.Stream().Span()
		same(t, u.name+" span", span, 1990*time.Millisecond)
		same(t, u.name+" sampled", l.Sampled, false)
		same(t, u.name+" guessed", l.Source.Guessed, "the clock in "+u.name+", in which it runs as long as the frames last")
	}
}

func TestTheUnitOfANamedClockIsThatOfItsSteps(t *testing.T) {
	for _, c := range []struct{ from, step, unit, guessed string }{
		{"1700000000", "0.01", "", "the unit by the size of its steps: the middle one of the first is 0.01"},
		{"183000", "10", "", "the unit by the size of its steps: the middle one of the first is 10"},
		{"0", "10000", "", "the unit by the size of its steps: the middle one of the first is 10000"},
		{"7", "10000000", "", "the unit by the size of its steps: the middle one of the first is 1e+07"},
		{"183000", "10", "ms", ""},
	} {
		var from, step float64
		fmt.Sscan(c.from+" "+c.step, &from, &step)
		text := "a,T\n"
		for i := range 20 {
			text += fmt.Sprintf("1,%.2f\n", from+float64(i)*step)
		}
		l := read(t, text, framelog.Options{Clock: "T", Unit: c.unit})
		same(t, c.step+" interval", l.Stream().Frame(19).Interval, 10*time.Millisecond)
		same(t, c.step+" guessed", l.Source.Guessed, c.guessed)
	}
}

func TestAClockAloneInATableStartsAnywhere(t *testing.T) {
	text := "timestamp\n"
	for i := range 20 {
		text += fmt.Sprintf("%d\n", 183_000+i*10)
	}
	same(t, "interval", read(t, text, framelog.Options{}).Stream().Frame(19).Interval, 10*time.Millisecond)
}

func TestOneColumnIsNotBothFrameTimesAndClock(t *testing.T) {
	mustRefuse(t, strings.NewReader(header+plainRows(3)), framelog.Options{Column: "2", Clock: "frame_time_ms"},
		"tactus: log:1: the column 'frame_time_ms' is named by --column and by --clock, and holds frame times or a clock: "+
			"for a running clock give --clock alone")
}

func TestANamedColumnIsNoGuess(t *testing.T) {
	for _, c := range []struct{ text, unit, want string }{
		{"X\n" + strings.Repeat("16.7\n", 20), "", "the unit by its size: the middle one of the first is 16.7"},
		{"X\n" + strings.Repeat("16.7\n", 20), "ms", ""},
	} {
		same(t, "guessed", read(t, c.text, framelog.Options{Column: "X", Unit: c.unit}).Source.Guessed, c.want)
	}
}
