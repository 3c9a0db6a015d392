package framelog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// What went wrong in public with other readers, each as the promise that it does not here.

func TestTheSameRunHasTheSameFiguresInEveryVersionOfPresentMon(t *testing.T) {
	headers := []string{
		"Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,MsBetweenPresents," +
			"MsBetweenDisplayChange,MsInPresentAPI",
		"Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,msInPresentAPI," +
			"msBetweenPresents,msBetweenDisplayChange",
		"Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,CPUStartTime,FrameTime,CPUBusy," +
			"CPUWait,DisplayedTime",
		"Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,TimeInMs,MsBetweenSimulationStart," +
			"MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI",
		"Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,CPUStartTime,CPUBusy,CPUWait,DisplayedTime",
	}
	rows := []string{"a,1,0x1,DXGI,0,0,0,%[1]d.5,%[2]d.25,%[2]d,0.1", "a,1,0x1,DXGI,0,0,0,%[1]d.5,0.1,%[2]d.25,%[2]d",
		"a,1,0x1,DXGI,0,0,%[1]d500,%[2]d.25,9,9,%[2]d", "a,1,0x1,DXGI,0,0,%[1]d500,7,%[2]d.25,%[2]d,0.1",
		"a,1,0x1,DXGI,0,0,%[1]d500,%[2]d,0.25,%[2]d"}
	var want string
	for k, header := range headers {
		text := header + "\n"
		for i := range 50 {
			text += fmt.Sprintf(rows[k]+"\n", i, 10+i%7)
		}
		s := read(t, text, framelog.Options{}).Stream()
		got := fmt.Sprint(s.Count(framelog.Present), total(s, framelog.Present), total(s, framelog.Display),
			s.Frame(49).Clock)
		if k == 0 {
			want = got
		}
		same(t, header, got, want)
	}
}

func TestGeneratedFramesWithoutATimeAreNoFramesAndAreCounted(t *testing.T) {
	text := "Application,FrameType,CPUStartTime,FrameTime,DisplayedTime\n"
	for i, ms := range []string{"19.4536", "0.0", "19.5659", "0.0"} {
		text += fmt.Sprintf("a,%s,%d,%s,9.7\n", []string{"Application", "Intel XeSS-FG"}[i%2], 20*(i/2), ms)
	}
	l := read(t, text, framelog.Options{})
	s := l.Stream()
	same(t, "frames", s.Count(framelog.Present), 2)
	same(t, "display", s.Count(framelog.Display), 4)
	same(t, "generated", s.Generated, 2)
	same(t, "warned", hasWarning(l, "generated"), true)
}

func TestAnUnknownProcessBesideAnotherAndAQPCClockAreRead(t *testing.T) {
	text := "Application,ProcessID,SwapChainAddress,CPUStartQPC,FrameTime\n"
	for i := range 20 {
		text += fmt.Sprintf("<unknown>,%d,0x0,%d,10\nb.exe,2,0x1,%d,20\n", 7, 900_000_000+i*100_000, 900_000_000+i*200_000)
	}
	l := read(t, text+"<unknown>,7,0x0,902000000,10\n", framelog.Options{})
	same(t, "streams", len(l.Streams), 2)
	same(t, "name", l.Stream().StreamName.String(), "<unknown>, process 7, swap chain 0x0")
	span, _ := l.Stream().Span()
	same(t, "span", span, 200*time.Millisecond)
	same(t, "clock-unit", hasWarning(l, "clock-unit"), false)
}

func TestTicksThatDisagreeWithTheFrameTimesAreSaidAndAreNoSamples(t *testing.T) {
	for _, rate := range []int{24_000, 3_580, 3_000_000} { // ticks a millisecond
		text := "Application,CPUStartQPC,FrameTime\n"
		for i := range 20 {
			text += fmt.Sprintf("a,%d,10\n", i*10*rate)
		}
		l := read(t, text, framelog.Options{})
		same(t, "warned", hasWarning(l, "clock-unit"), true)
		same(t, "sampled", l.Sampled, false)
	}
}

func TestAQPCTimeWithDecimalsIsSeconds(t *testing.T) {
	text := "Application,MsBetweenPresents,QPCTime\n"
	for i := range 20 {
		text += fmt.Sprintf("a,10.000,%d.%02d0000\n", 1000+i/100, i%100)
	}
	l := read(t, text, framelog.Options{})
	span, _ := l.Stream().Span()
	same(t, "span", span, 190*time.Millisecond)
	same(t, "clock-unit", hasWarning(l, "clock-unit"), false)
}

func TestAFrameOf50SecondsIsKeptAndNamedByItsLine(t *testing.T) {
	l := read(t, header+plainRows(600)+"600,50000\n", framelog.Options{})
	same(t, "frames", l.Stream().Count(framelog.Present), 601)
	i := slices.IndexFunc(l.Warnings, func(w framelog.Warning) bool { return w.Code == "long-frame" })
	if i < 0 || l.Warnings[i].Line != 602 {
		t.Errorf("%+v", l.Warnings)
	}
}

func TestADisplayChangeOfZeroIsNoInterval(t *testing.T) {
	l := read(t, "Application,MsBetweenPresents,MsBetweenDisplayChange\n"+strings.Repeat("a,10,20\na,10,0.000\n", 20),
		framelog.Options{})
	s := l.Stream()
	same(t, "display", s.Count(framelog.Display), 20)
	same(t, "sum", total(s, framelog.Display), 400*time.Millisecond)
	same(t, "present", s.Count(framelog.Present), 40)
	same(t, "dropped", s.Dropped, 20)
	same(t, "source", l.Source.Text+" / "+l.Source.Display, "MsBetweenPresents / MsBetweenDisplayChange")
}

func TestHitchesCountFromTheFirstFrameWhateverTheClockStartsAt(t *testing.T) {
	text := "Application,TimeInMs,MsBetweenPresents\na,183000,10\n"
	for i := range 50 {
		text += fmt.Sprintf("a,%d,10\n", 183_010+10*i)
	}
	slow := read(t, text+"a,183710,200\n", framelog.Options{}).Stream().Slowest(framelog.Present, 1)
	same(t, "start", slow[0].Start, 510*time.Millisecond)
}

func TestFramesOfUnderAMillisecondHaveTheirExactRate(t *testing.T) {
	l := read(t, "Application,FrameTime\n"+strings.Repeat("a,0.4321\n", 30_000), framelog.Options{})
	same(t, "sum", total(l.Stream(), framelog.Present), 30_000*432_100)
}

func TestADecimalCommaIsReadWhateverTheMachinesLanguage(t *testing.T) {
	for _, env := range []string{"C", "de_DE.UTF-8"} {
		t.Setenv("LC_ALL", env)
		l := read(t, "frame;frame_time_ms\n"+strings.Repeat("1;16,7\n", 10), framelog.Options{})
		same(t, "sum", total(l.Stream(), framelog.Present), 167*time.Millisecond)
	}
}

func TestOneRowThatIsNoNumberPoisonsNothing(t *testing.T) {
	f := read(t, header+plainRows(20)+"20,nan\n"+plainRows(20), framelog.Options{}).Stream().Figures(framelog.Present)
	same(t, "frames", f.N, 40)
	same(t, "total", f.Time, 40*16_700_000)
}

func TestUnknownAndMissingColumnsAreTolerated(t *testing.T) {
	l := read(t, "Application,Mystery,MsBetweenPresents,Other,\n"+strings.Repeat("a,?,16.7,,\n", 20), framelog.Options{})
	same(t, "frames", l.Stream().Count(framelog.Present), 20)
	same(t, "display", l.Stream().HasDisplay(), false)
}

func TestFramesOfOneAndFourMillisecondsAre400FPS(t *testing.T) {
	f := read(t, "fps,frametime,cpu_load,elapsed\n1000,1,1,1000000\n250,4,1,5000000\n",
		framelog.Options{}).Stream().Figures(framelog.Present)
	same(t, "mean", f.Time/time.Duration(f.N), 2500*time.Microsecond)
}

func TestEveryRefusalSaysWhatTheFileIsAndWhatToDo(t *testing.T) {
	for _, text := range []string{"", "\n", "a,b\n", "0.1% Min FPS,1% Min FPS\n1,2\n", "hello\nworld\n", "fps\n60\n",
		"{}", "[{}]", "{",
		"\x89PNG\r\n\x1a\n\x00\x00", "frametime\n", "frametime\nNA\n", "// a=b\n"} {
		_, err := framelog.Read(strings.NewReader(text), "file.csv", framelog.Options{})
		refused, ok := err.(*framelog.RefusedError)
		if !ok || refused.What == "" || refused.Do == "" || !strings.HasPrefix(err.Error(), "tactus: file.csv:") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAClockOfFourDigitsIsCoarseAndNoSampling(t *testing.T) {
	text := "Application,TimeInSeconds,MsBetweenPresents,MsBetweenAppStart\n"
	for i := range 20_000 {
		text += fmt.Sprintf("a,%.4g,16.67,16.67\n", 90+float64(i)*0.01667)
	}
	l := read(t, text, framelog.Options{})
	same(t, "sampled", l.Sampled, false)
	same(t, "coarse", hasWarning(l, "coarse-clock"), true)
}

func TestSensorRowsWithAFrameTimeAreSamples(t *testing.T) {
	text := `"Date","Time","Core 0 [%]","Core 1 [%]","Core 2 [%]","GPU [C]","Framerate [FPS]","Frame Time [ms]"` + "\n"
	for i := range 20 {
		text += fmt.Sprintf("18.6.2021,10:00:%02d.123,1,2,3,60,60.0,16.7\n", i*2)
	}
	l := read(t, text, framelog.Options{})
	same(t, "format", l.Format, "HWiNFO sensor log")
	same(t, "sampled", l.Sampled, true)
	same(t, "frames", l.Stream().Count(framelog.Present), 20)
}

func TestALastLineOfWarningTextIsNoRow(t *testing.T) {
	l := read(t, "Application,ProcessID,Motherboard,Processor,MsBetweenPresents\na,1,\"B, C\",P,16.7\n"+
		strings.Repeat("a,1,,,16.7\n", 20)+"Warning: events were lost\n", framelog.Options{})
	same(t, "rows", l.Rows, 21)
	same(t, "skipped", l.SkippedRows(), 0)
	same(t, "text", hasWarning(l, "text"), true)
}
