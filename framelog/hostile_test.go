package framelog_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

const header = "frame,frame_time_ms\n"

// plainRows are rows of 16.7 ms.
func plainRows(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,16.7\n", i)
	}
	return b.String()
}

func read(t *testing.T, text string, o framelog.Options) *framelog.Log {
	t.Helper()
	l, err := framelog.Read(strings.NewReader(text), "log", o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// mustRefuse reads and wants the error, word for word.
func mustRefuse(t *testing.T, r io.Reader, o framelog.Options, want string) {
	t.Helper()
	_, err := framelog.Read(r, "log", o)
	var refused *framelog.RefusedError
	if !errors.As(err, &refused) || err.Error() != want {
		t.Errorf("error is\n  %v, want\n  %v", err, want)
	}
}

// wantSkip wants one reason, count and line.
func wantSkip(t *testing.T, l *framelog.Log, want framelog.Skip) {
	t.Helper()
	if len(l.Skipped) != 1 || l.Skipped[0] != want {
		t.Errorf("skipped %+v, want %+v", l.Skipped, want)
	}
}

func hasWarning(l *framelog.Log, code string) bool {
	for _, w := range l.Warnings {
		if w.Code == code {
			return true
		}
	}
	return false
}

func TestHalfANumberAtTheEndIsNoFrame(t *testing.T) {
	l := read(t, header+plainRows(10)+"10,1", framelog.Options{})
	wantSkip(t, l, framelog.Skip{Reason: "cut off in the middle of a number", Count: 1, Line: 12})
	same(t, "frames", l.Stream().Count(framelog.Present), 10)
	same(t, "cut off", hasWarning(l, "cut-off"), true)
}

func TestZeroBytesInARowMakeItNoNumber(t *testing.T) {
	l := read(t, header+plainRows(10)+"10,16\x00.7\n"+plainRows(2), framelog.Options{})
	wantSkip(t, l, framelog.Skip{Reason: "the frame time is not a number", Count: 1, Line: 12})
	same(t, "frames", l.Stream().Count(framelog.Present), 12)
}

func TestZeroBytesBehindACrashLeaveWhatWasWritten(t *testing.T) {
	for _, zeros := range []int{1, 4096, 1 << 20, 40 << 20} {
		l := read(t, header+plainRows(1000)+strings.Repeat("\x00", zeros), framelog.Options{})
		same(t, "rows", l.Rows, 1000)
		same(t, "frames", l.Stream().Count(framelog.Present), 1000)
		same(t, "cut off", hasWarning(l, "cut-off"), true)
	}
}

// endless gives one text again and again.
type endless struct {
	text string
	left int64
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, e.text[e.at:])
	for n < len(p) {
		n += copy(p[n:], e.text)
	}
	e.at = (e.at + n) % len(e.text)
	e.left -= int64(n)
	return n, nil
}

func allocated(f func()) uint64 {
	var a, b runtime.MemStats
	runtime.ReadMemStats(&a)
	f()
	runtime.ReadMemStats(&b)
	return b.TotalAlloc - a.TotalAlloc
}

func TestALineOf100MegabytesIsRefusedByItsNumberWithoutItsMemory(t *testing.T) {
	got := allocated(func() {
		r := io.MultiReader(strings.NewReader(header+plainRows(100_000)), &endless{text: "x", left: 100 << 20})
		mustRefuse(t, r, framelog.Options{}, "tactus: log:100002: a line of more than 16777216 bytes: "+
			"no frame log has one; is this a text file with one frame a line?")
	})
	if got > raceFactor*80<<20 {
		t.Errorf("%d bytes allocated", got)
	}
}

func TestLineMaxIsExactAndNamesTheLine(t *testing.T) {
	line := "1,16.7" + strings.Repeat(" ", 94) // 100 bytes
	o := framelog.Options{LineMax: 100}
	for _, end := range []string{"\n", "\r\n"} {
		same(t, "rows", read(t, header+plainRows(300)+line+end+plainRows(3), o).Rows, 304)
		mustRefuse(t, strings.NewReader(header+plainRows(300)+line+" "+end+plainRows(3)), o,
			"tactus: log:302: a line of more than 100 bytes: no frame log has one; is this a text file with one frame a line?")
		mustRefuse(t, strings.NewReader(line+" "+end), o,
			"tactus: log:1: a line of more than 100 bytes: no frame log has one; is this a text file with one frame a line?")
	}
}

func TestAHeaderOfABillionColumnsIsRefusedWithoutTheirMemory(t *testing.T) {
	got := allocated(func() {
		mustRefuse(t, &endless{text: ",", left: 1 << 30}, framelog.Options{},
			"tactus: log:1: a line of more than 16777216 bytes: "+
				"no frame log has one; is this a text file with one frame a line?")
	})
	if got > raceFactor*80<<20 {
		t.Errorf("%d bytes allocated", got)
	}
	got = allocated(func() {
		mustRefuse(t, strings.NewReader(strings.Repeat("a,", 8<<20-1)+"\n"), framelog.Options{},
			"tactus: log:1: a header of 8388608 columns, over 65536: no frame log has so many")
	})
	if got > raceFactor*120<<20 {
		t.Errorf("%d bytes allocated", got)
	}
}

func TestAHeaderOf70000ColumnsIsRefusedAndOneOf60000IsRead(t *testing.T) {
	mustRefuse(t, strings.NewReader("frametime"+strings.Repeat(",a", 69_999)+"\n"), framelog.Options{},
		"tactus: log:1: a header of 70000 columns, over 65536: no frame log has so many")
	row := "16.7" + strings.Repeat(",1", 59_999) + "\n"
	for _, name := range []string{"a", "frametime", "text"} {
		l, err := framelog.Read(strings.NewReader("frametime"+strings.Repeat(","+name, 59_999)+"\n"+strings.Repeat(row,
			20)), "log",
			framelog.Options{})
		if err != nil || l.Rows != 20 {
			t.Errorf("%v", err)
		}
	}
}

func TestManyColumnsThatMayBeTheFrameTimeAreRefusedAtOnce(t *testing.T) {
	var names strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&names, "frametime%d,", i)
	}
	row := strings.Repeat("16.7,", 60_000) + "\n"
	_, err := framelog.Read(strings.NewReader(names.String()+"\n"+strings.Repeat(row, 70)), "log", framelog.Options{})
	if err == nil || len(err.Error()) > 500 || !strings.Contains(err.Error(), "two columns may be") {
		t.Errorf("%.600v", err)
	}
}

func TestAColumnNameOfAMegabyteIsNoMegabyteOfMessage(t *testing.T) {
	long := strings.Repeat("n", 1<<20)
	_, err := framelog.Read(strings.NewReader(long+",b\n"+"x,y\n"), "log", framelog.Options{})
	if err == nil || len(err.Error()) > 500 {
		t.Errorf("%.600v", err)
	}
}

func TestNumbersOf400DigitsAreReadOrNotFinite(t *testing.T) {
	l := read(t, header+"0,16.7\n1,"+strings.Repeat("9", 400)+"\n2,16."+strings.Repeat("6", 400)+"\n3,"+
		strings.Repeat("0", 400)+"5\n4,16."+strings.Repeat("6", 600)+"\n5,16.7\n", framelog.Options{})
	same(t, "skipped", fmt.Sprint(l.Skipped), "[{the frame time is not a number 1 6} {the frame time is not finite 1 3}]")
	same(t, "sum", total(l.Stream(), framelog.Present), 2*16_700_000+16_666_667+5_000_000)
}

func TestFrameTimesThatAreNoneAreLeftOutByReason(t *testing.T) {
	l := read(t, header+"0,16.7\n1,-16.7\n2,NaN\n3,inf\n4,-nan(ind)\n5,0\n6,NA\n7,\n8,x\n10,16.7\n"+plainRows(20),
		framelog.Options{})
	same(t, "skipped", fmt.Sprint(l.Skipped), "[{no frame time (empty, NA, N/A or -) 2 8} "+
		"{the frame time is not a number 1 10} {the frame time is not finite 3 4} {the frame time is zero 1 7} "+
		"{the frame time is negative 1 3}]")
	same(t, "frames", l.Stream().Count(framelog.Present), 22)
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// rowBomb is a gzip file of 100 MB of one row, made once.
var rowBomb = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	io.WriteString(z, header)
	io.Copy(z, &endless{text: "1,16.7\n", left: 100 << 20})
	z.Close()
	return b.Bytes()
})

func TestAGzipBombIsRefusedByItsRatio(t *testing.T) {
	large(t)
	start := time.Now()
	_, err := framelog.Read(bytes.NewReader(rowBomb()), "log", framelog.Options{UnzippedMax: 50 << 20})
	if err == nil || !strings.Contains(err.Error(), "tactus: log: the gzip file holds more than ") {
		t.Error(err)
	}
	t.Log(err, time.Since(start))
}

func TestAGzipFileCutOffInTheMiddleGivesWhatIsThere(t *testing.T) {
	all := zipped(t, header+plainRows(20_000))
	l, err := framelog.Read(bytes.NewReader(all[:len(all)/2]), "log", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := l.Rows; n < 5_000 || n > 15_000 {
		t.Errorf("%d rows of half a file", n)
	}
	same(t, "cut off", hasWarning(l, "cut-off"), true)
	mustRefuse(t, bytes.NewReader(all[:5]), framelog.Options{},
		"tactus: log: a gzip file that ends before its first byte of content: copy it again")
	all[len(all)/2] ^= 0x55
	if l, err = framelog.Read(bytes.NewReader(all), "log", framelog.Options{}); err != nil || !hasWarning(l, "cut-off") {
		t.Errorf("a broken bit: %v", err)
	}
}

func TestWhatStandsBehindAGzipFileIsLeftAlone(t *testing.T) {
	data := append(zipped(t, header+plainRows(100)), make([]byte, 512)...)
	l, err := framelog.Read(bytes.NewReader(data), "log", framelog.Options{})
	if err != nil || l.Rows != 100 {
		t.Error(err)
	}
}

func TestGzipInGzipIsRefused(t *testing.T) {
	mustRefuse(t, bytes.NewReader(zipped(t, string(zipped(t, header+plainRows(100))))), framelog.Options{},
		"tactus: log: a gzip file inside a gzip file, not a frame-time log: "+
			"give the text file that the capture tool wrote (CSV, JSON, .hml or .txt; .gz is read too)")
}

// A brokenReader gives a text and then an error.
type brokenReader struct {
	r   io.Reader
	err error
}

func (b *brokenReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err == io.EOF {
		err = b.err
	}
	return n, err
}

var errBroken = errors.New("the cable is out")

func TestAReadersErrorInTheMiddleIsReturned(t *testing.T) {
	big := header + plainRows(200_000)
	for name, text := range map[string]string{"table": big, "short": header, "gzip": string(zipped(t, big)), "nothing": "",
		"json": `{"Runs":[{"CaptureData":{"MsBetweenPresents":[16.7,`} {
		_, err := framelog.Read(&brokenReader{strings.NewReader(text), errBroken}, "log", framelog.Options{})
		if !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAFolderIsAnErrorAndNoPanic(t *testing.T) {
	f, err := os.Open(t.TempDir())
	if err != nil {
		t.Skip("this system opens no folders: ", err)
	}
	defer f.Close()
	if _, err := framelog.Read(f, "log", framelog.Options{}); err == nil {
		t.Error("a folder is read")
	}
}

// An idleReader gives nothing and no error.
type idleReader struct{ io.Reader }

func (r idleReader) Read(p []byte) (int, error) {
	if r.Reader == nil {
		return 0, nil
	}
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func TestAReaderThatGivesNothingForEverEnds(t *testing.T) {
	for name, text := range map[string]string{"": "", "table": header + plainRows(10), "zip": string(zipped(t,
		header)[:20]),
		"UTF-16": "\xff\xfef\x00r\x00", "json": `{"Runs":[`} {
		_, err := framelog.Read(idleReader{strings.NewReader(text)}, "log", framelog.Options{})
		if !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCarriageReturnsAloneEndLines(t *testing.T) {
	text := header + plainRows(100_000)
	l := read(t, strings.ReplaceAll(text, "\n", "\r"), framelog.Options{})
	same(t, "rows", l.Rows, 100_000)
	same(t, "line", l.Stream().Frame(99_999).Line, 100_001)
}

func TestLineEndsMayBeMixed(t *testing.T) {
	l := read(t, header+"0,16.7\r\n1,16.7\n2,16.7\r\n\r\n\n3,16.7", framelog.Options{})
	same(t, "rows", l.Rows, 4)
	same(t, "line", l.Stream().Frame(3).Line, 7)
}

func TestAByteOrderMarkInTheMiddleBelongsToTheHeaderBehindIt(t *testing.T) {
	one := "\ufeff" + "frametime\n16.7\n16.7\n"
	l := read(t, one+one, framelog.Options{})
	same(t, "rows", l.Rows, 4)
	same(t, "skipped", l.SkippedRows(), 0)
	same(t, "text", hasWarning(l, "text"), true)
}

func TestTwoLogsOfDifferentFormatsInOneFileAreRefusedWhereTheSecondBegins(t *testing.T) {
	second := "fps,frametime,cpu_load,gpu_load,elapsed\n60,16.7,1,2,3000\n"
	const want = "the header of another log, with other columns: two logs in one file: split the file there, and give " +
		"each by itself"
	mustRefuse(t, strings.NewReader(header+plainRows(30)+second), framelog.Options{}, "tactus: log:32: "+want)
	mustRefuse(t, strings.NewReader(second+strings.Repeat("60,16.7,1,2,3\n", 300_000)+header+plainRows(3)),
		framelog.Options{},
		"tactus: log:300003: "+want)
}

func TestOverABoundTheLineIsNamedWhateverTheChunks(t *testing.T) {
	large(t)
	var streams, tags, names strings.Builder
	names.WriteString("Application,ProcessID,MsBetweenPresents\n")
	streams.WriteString("Application,ProcessID,MsBetweenPresents\n")
	for i := range 5000 {
		fmt.Fprintf(&streams, "game.exe,%d,16.7\n", i)
	}
	for i := range 1_000_000 {
		fmt.Fprintf(&names, "game%d.exe,1,16.7\n", i)
	}
	tags.WriteString("frame_time_ms,tag\n")
	for i := range 70_000 {
		fmt.Fprintf(&tags, "16.7,tag %d\n", i)
	}
	for _, c := range []struct {
		text, want string
		o          framelog.Options
	}{
		{streams.String(), "tactus: log:4098: more than 4096 streams: give a log of fewer processes", framelog.Options{}},
		{names.String(), "tactus: log:4098: more than 4096 streams: give a log of fewer processes", framelog.Options{}},
		{tags.String(), "tactus: log:65537: more than 65535 different tags: give a log whose column of tags has fewer",
			framelog.Options{}},
		{header + plainRows(100_000), "tactus: log:77779: more than 77777 frames: cut the log, or raise FramesMax",
			framelog.Options{FramesMax: 77_777}},
	} {
		for _, workers := range []int{1, 2, 8} {
			c.o.Workers = workers
			mustRefuse(t, strings.NewReader(c.text), c.o, c.want)
			mustRefuse(t, io.LimitReader(&slowReader{strings.NewReader(c.text)}, 1<<40), c.o, c.want)
		}
	}
}

// A slowReader gives 7,001 bytes at most.
type slowReader struct{ io.Reader }

func (s *slowReader) Read(p []byte) (int, error) { return s.Reader.Read(p[:min(len(p), 7001)]) }

// A file that shrinks while it is read ends early, as one that was cut off.
func TestAFileThatShrinksWhileItIsReadIsCutOff(t *testing.T) {
	text := header + plainRows(200_000)
	whole := strings.LastIndexByte(text[:len(text)/2], '\n') + 1
	l, err := framelog.Read(&slowReader{strings.NewReader(text[:whole+8])}, "log", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "rows", l.Rows, strings.Count(text[:whole], "\n"))
	wantSkip(t, l, framelog.Skip{Reason: "cut off in the middle of a number", Count: 1, Line: l.Rows + 1})
}

func TestAHalfRowOfAndroidAtTheEndIsNoFrame(t *testing.T) {
	const text = "---PROFILEDATA---\nFlags,IntendedVsync,FrameCompleted,\n" +
		"0,1000000000,1016000000,\n0,2000000000,2016000000,\n"
	l := read(t, text+"0,3000000000,30160000", framelog.Options{})
	wantSkip(t, l, framelog.Skip{Reason: "cut off in the middle of a number", Count: 1, Line: 5})
	same(t, "sum", total(l.Stream(), framelog.Present), 32*time.Millisecond)
}
