package framelog_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

func TestARunningClockLongerThanABlockGivesOneFrameLessThanRowsForAnyWorkers(t *testing.T) {
	var b strings.Builder
	b.WriteString("Frame, Time (ms)\n")
	const rows = 90_000
	for i := range rows {
		fmt.Fprintf(&b, "%5d, %10.3f\n", i+1, float64(i)*16.7)
	}
	if b.Len() < 3<<19 {
		t.Fatal("shorter than three blocks")
	}
	for _, workers := range []int{1, 2, 8} {
		l := read(t, b.String(), framelog.Options{Workers: workers})
		same(t, "frames", l.Stream().Count(framelog.Present), rows-1)
		same(t, "sum", total(l.Stream(), framelog.Present), (rows-1)*16_700*time.Microsecond)
		same(t, "skipped", l.SkippedRows(), 0)
	}
}

func TestInterleavedStreamsNeverGiveANegativeFrame(t *testing.T) {
	var b strings.Builder
	b.WriteString("Application,ProcessID,TimeInSeconds\n")
	for i := range 60_000 { // two games, each with a clock of its own
		fmt.Fprintf(&b, "a.exe,1,%.4f\nb.exe,2,%.4f\n", float64(i)*0.01, 5000-float64(60_000-i)*0.02)
	}
	for _, workers := range []int{1, 2, 8} {
		l := read(t, b.String(), framelog.Options{Workers: workers, Clock: "TimeInSeconds"})
		same(t, "streams", len(l.Streams), 2)
		same(t, "skipped", l.SkippedRows(), 0)
		for k, s := range l.Streams {
			same(t, "frames", s.Count(framelog.Present), 59_999)
			same(t, "sum", total(s, framelog.Present), time.Duration(k+1)*599_990*time.Millisecond)
		}
	}
}

func TestAClockThatStartsAgainAcrossABlockIsOneRestart(t *testing.T) {
	for _, first := range []int{30_000, 34_950, 34_951, 34_952, 34_953, 34_954, 40_000} {
		var b strings.Builder
		b.WriteString("frame,fps,time\n")
		for i := range first { // 15 bytes a row
			fmt.Fprintf(&b, "%05d,60,%5.2f\n", i%90_000, 1+float64(i%9_000)*0.01+0*float64(i))
		}
		text := b.String()
		for _, workers := range []int{1, 8} {
			l := read(t, text, framelog.Options{Workers: workers})
			same(t, "rows", l.Rows, first)
			back := (first - 1) / 9_000
			same(t, "skipped", l.SkippedRows(), back)
			same(t, "frames", l.Stream().Count(framelog.Present), first-1-back)
			same(t, "sum", total(l.Stream(), framelog.Present), time.Duration(first-1-back)*10*time.Millisecond)
		}
	}
}

const block = 1 << 19

func TestALastLineWithoutItsEndMayEndWithTheBlock(t *testing.T) {
	for _, size := range []int{block - 1, block, block + 1, 2*block - 1, 2 * block, 2*block + 1} {
		text := header + plainRows(size/7)
		text = text[:strings.LastIndexByte(text[:size-7], '\n')+1]
		text += "1,16.7" + strings.Repeat(" ", size-len(text)-6)
		if len(text) != size {
			t.Fatal(len(text))
		}
		l := read(t, text, framelog.Options{})
		same(t, "rows", l.Rows, strings.Count(text, "\n"))
		same(t, "skipped", l.SkippedRows(), 0)
	}
}

func TestAHeaderLongerThanABlockIsRead(t *testing.T) {
	long := "frametime" + strings.Repeat(","+strings.Repeat("n", 30), 60_000) + "\n"
	if len(long) < 3*block {
		t.Fatal(len(long))
	}
	l := read(t, long+strings.Repeat("16.7,1,2\n", 100), framelog.Options{})
	same(t, "rows", l.Rows, 100)
	same(t, "line", l.Stream().Frame(99).Line, 101)
}

func TestEmptyLinesAreNoRowsAndCountAsLines(t *testing.T) {
	l := read(t, "\n\r\n"+header+"\n0,16.7\n\n\n ,\n1,16.7\n", framelog.Options{})
	same(t, "rows", l.Rows, 2)
	same(t, "line", l.Stream().Frame(1).Line, 9)
}

func TestAClockThatSaysNothingStandsStillWhereverTheBlockEnds(t *testing.T) {
	var b strings.Builder
	b.WriteString("Application,TimeInSeconds,MsBetweenPresents\n")
	for i := range 200_000 {
		clock := "NA"
		if i%3 == 2 {
			clock = fmt.Sprintf("%.3f", 100+float64(i)*0.01)
		}
		fmt.Fprintf(&b, "a,%s,10\n", clock)
	}
	for name, r := range map[string]io.Reader{"blocks": strings.NewReader(b.String()),
		"small": &slowReader{strings.NewReader(b.String())}} {
		l, err := framelog.Read(r, name, framelog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "restart", hasWarning(l, "clock-restart"), false)
		span, ok := l.Stream().Span()
		same(t, "span", span, 1999_950*time.Millisecond)
		same(t, "has clock", ok, true)
	}
}

func TestARowWhoseNameBeginsWithABracketIsARow(t *testing.T) {
	l := read(t, "Application,MsBetweenPresents\n"+strings.Repeat("[game].exe,16.7\n", 10), framelog.Options{})
	same(t, "rows", l.Rows, 10)
}

func TestTimesThatAreTooMuchTogetherStayAtTheLargest(t *testing.T) {
	l := read(t, "frametime\n"+strings.Repeat("9000000000000\n", 30), framelog.Options{Unit: "ms"})
	same(t, "frames", l.Stream().Count(framelog.Present), 30)
	for _, w := range l.Warnings {
		if strings.Contains(w.Text, "-") && strings.Contains(w.Text, "lasts -") {
			t.Error(w.Text)
		}
	}
	l = read(t,
		"Application,CPUStartTime,CPUBusy,CPUWait\n"+strings.Repeat("a,1,9000000000000,9000000000000\na,1,1,2\n", 10),
		framelog.Options{})
	wantSkip(t, l, framelog.Skip{Reason: "the frame time is not finite", Count: 10, Line: 2})
	same(t, "sum", total(l.Stream(), framelog.Present), 30*time.Millisecond)
}

func TestADumpOfClocksFromBothEndsOfTimeHasNoFrameAcross(t *testing.T) {
	l := read(t, "time\n"+strings.Repeat("9000000000000000000\n-9000000000000000000\n", 1)+"1\n2\n",
		framelog.Options{Clock: "time", Unit: "ns"})
	for i := range l.Stream().Len() {
		if d := l.Stream().Frame(i).Interval; d < 0 || d > 9_000_000_000_000_000_001 {
			t.Errorf("row %d lasts %d", i, d)
		}
	}
}

func TestACapFrameXRecordOfOneLineMayBeOfAnySize(t *testing.T) {
	large(t)
	rows := strings.TrimSuffix(strings.Repeat("16.7,", 400_000), ",")
	text := `{"Info":{"AppVersion":"1.7"},"Runs":[{"CaptureData":{"MsBetweenPresents":[` + rows + `],"A":[` + rows +
		`],"B":[` + rows +
		`],"C":[` + rows + `],"D":[` + rows + `],"E":[` + rows + `],"F":[` + rows + `],"G":[` + rows + `],"H":[` + rows +
		`]}}]}`
	if len(text) < 17<<20 {
		t.Fatal(len(text))
	}
	l := read(t, text, framelog.Options{})
	same(t, "frames", l.Stream().Count(framelog.Present), 400_000)
	same(t, "bytes", l.Bytes, int64(len(text)))
}

func TestACapFrameXTextWithoutEndIsRefused(t *testing.T) {
	mustRefuse(t, io.MultiReader(strings.NewReader(`{"Info":{"Comment":"`), &endless{text: "x", left: 1 << 30}),
		framelog.Options{},
		"tactus: log:1: JSON with a text of more than 16777216 bytes: no capture has one")
}

func capture(runs ...string) string {
	var all []string
	for _, r := range runs {
		all = append(all, `{"CaptureData":{`+r+`}}`)
	}
	return `{"Info":{"AppVersion":"1.7.0.4","GameName":null},"Runs":[` + strings.Join(all, ",") + `]}`
}

func TestCapFrameXArraysMayBeMissingEmptyNullOrOfOtherLengths(t *testing.T) {
	const frames = `"MsBetweenPresents":[16.7,16,0,-1,null,"x",[1,{}],1e999,16.7]`
	for name, more := range map[string]string{"missing": "", "empty": `,"MsBetweenDisplayChange":[]`,
		"null":     `,"MsBetweenDisplayChange":null`,
		"a number": `,"MsBetweenDisplayChange":7`, "shorter": `,"MsBetweenDisplayChange":[1,2,3]`,
		"longer": `,"TimeInSeconds":[1,2,3,4,5,6,7,8,9,10,11]`} {
		l := read(t, capture(frames+more), framelog.Options{})
		s := l.Stream()
		same(t, name+": frames", s.Count(framelog.Present), 3)
		same(t, name+": display", s.HasDisplay(), false)
		same(t, name+": clock", s.HasClock(), false)
		same(t, name+": rows", l.Rows, 9)
		same(t, name+": skipped", l.SkippedRows(), 6)
		same(t, name+": notes", len(l.Notes) > 0, name == "shorter" || name == "longer")
	}
}

func TestCapFrameXRunsAreStreamsAndNotChained(t *testing.T) {
	run := `"TimeInSeconds":[0,0.01,0.02],"MsBetweenPresents":[10,10,10],` +
		`"MsBetweenDisplayChange":[10,0,20],"Dropped":[false,true,false]`
	l := read(t, capture(run, run+`,"X":{"a":[{"b":null}]}`, `"MsBetweenPresents":null`), framelog.Options{})
	same(t, "runs", l.Runs, 3)
	same(t, "streams", len(l.Streams), 3)
	for _, s := range l.Streams[:2] {
		same(t, "sum", total(s, framelog.Present), 30*time.Millisecond)
		same(t, "display", total(s, framelog.Display), 30*time.Millisecond)
		same(t, "dropped", s.Dropped, 1)
	}
}

func TestACapFrameXRecordCutOffIsRefusedByItsByte(t *testing.T) {
	text := capture(`"MsBetweenPresents":[10,10,10]`)
	for n := range len(text) {
		_, err := framelog.Read(strings.NewReader(text[:n]), "log", framelog.Options{})
		if err == nil {
			t.Fatalf("%q is read", text[:n])
		}
	}
	mustRefuse(t, strings.NewReader(text[:len(text)-8]), framelog.Options{},
		fmt.Sprintf("tactus: log: a JSON file that ends in the middle, at byte %d: copy it again, or export the capture "+
			"as CSV", len(text)-8))
}

func TestManyRunsAreBounded(t *testing.T) {
	runs := strings.Repeat("{},", 5000)
	mustRefuse(t, strings.NewReader(`{"Runs":[`+runs+`{}]}`), framelog.Options{},
		"tactus: log: more than 4096 runs: give a record of fewer")
}

func TestUTF16KeepsALineEndBehindHalfAPair(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("\xff\xfe")
	for _, c := range header + "0,16.7" {
		b.Write([]byte{byte(c), 0})
	}
	b.Write([]byte{0x00, 0xd8, '\n', 0, '1', 0, ',', 0, '5', 0, '\n', 0, '2', 0, ',', 0, '5', 0})
	l, err := framelog.Read(&b, "log", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "rows", l.Rows, 3)
}

func TestNoFrameTimeIsTakenAcrossARowWithoutAClock(t *testing.T) {
	var b strings.Builder
	b.WriteString("frame,fps,time\n")
	const rows, every = 100_000, 1000
	for i := range rows {
		clock := fmt.Sprintf("%.2f", float64(i)*0.01)
		if i%every == every/2 {
			clock = "?"
		}
		fmt.Fprintf(&b, "%d,100,%s\n", i, clock)
	}
	for name, r := range map[string]io.Reader{"blocks": strings.NewReader(b.String()),
		"small": &slowReader{strings.NewReader(b.String())}} {
		l, err := framelog.Read(r, name, framelog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := l.Stream().Figures(framelog.Present)
		same(t, "longest", f.Max, 10*time.Millisecond)
		same(t, "frames", f.N, rows-1-2*rows/every)
		same(t, "skipped", l.SkippedRows(), 2*rows/every)
	}
}
