package framestats_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
)

func newLog(t testing.TB, w io.Writer, c framestats.LogConfig) *framestats.Log {
	t.Helper()
	l, err := framestats.NewLog(w, c)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func closeLog(t testing.TB, l *framestats.Log) {
	t.Helper()
	if err := l.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func TestALogIsWhatItsFormatSays(t *testing.T) {
	var out bytes.Buffer
	l := newLog(t, &out, framestats.LogConfig{})
	for _, f := range []framestats.Frame{
		{At: 0, Real: 0},
		{At: 16_666_667, Real: 16_666_667, Steps: 1, Cost: 1_200_001, Alpha: 0.25, Tag: "level 1"},
		{At: 3_016_666_667, Real: 3 * time.Second, Cause: tactus.Dragged, Steps: 5, Alpha: 1, Clamped: 2750 * ms,
			DroppedCap: 166_666_667, DroppedBudget: 1, Tag: `boss, "hard"`},
		{At: -1, Real: -5, Paused: true, Alpha: math.NaN()},
	} {
		l.Record(&f)
	}
	closeLog(t, l)
	const want = `# tactus-frame-log version=1 over_ms=0.000000
frame,time_s,frame_time_ms,steps,alpha,step_cost_ms,clamped_ms,dropped_cap_ms,dropped_budget_ms,paused,gap,tag
0,0.000000000,0.000000,0,0.000000,0.000000,0.000000,0.000000,0.000000,0,,
1,0.016666667,16.666667,1,0.250000,1.200001,0.000000,0.000000,0.000000,0,,level 1
2,3.016666667,3000.000000,5,1.000000,0.000000,2750.000000,166.666667,0.000001,0,dragged,"boss, ""hard"""
3,-0.000000001,-0.000005,0,,0.000000,0.000000,0.000000,0.000000,1,,
# rows=4 dropped=0
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if l.Written() != 4 || l.Dropped() != 0 || l.Err() != nil {
		t.Errorf("%d written, %d dropped, error %v", l.Written(), l.Dropped(), l.Err())
	}
}

// parse reads a log's rows as any CSV reader does.
func parse(t testing.TB, text string) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if got := strings.Join(rows[0], ","); got != framestats.LogHeader {
		t.Fatalf("the header is %s", got)
	}
	return rows[1:]
}

func FuzzARowIsOneLineAndReadsBackWhole(f *testing.F) {
	f.Add(int64(16_666_667), int64(16_666_667), int64(1), 0.5, int64(1000), "level 1", true)
	f.Add(int64(math.MinInt64), int64(math.MaxInt64), int64(math.MinInt64), math.Inf(1), int64(-1),
		" a,\"b\"\r\nc\xff", false)
	f.Fuzz(func(t *testing.T, at, real, steps int64, alpha float64, cost int64, tag string, paused bool) {
		var out bytes.Buffer
		l := newLog(t, &out, framestats.LogConfig{})
		l.Record(&framestats.Frame{At: tactus.Instant(at), Real: time.Duration(real), Steps: steps, Alpha: alpha,
			Cost: time.Duration(cost), Tag: tag, Paused: paused})
		closeLog(t, l)
		if n := strings.Count(out.String(), "\n"); n != 4 || !utf8.ValidString(out.String()) || len(out.String()) > 800 {
			t.Fatalf("%d lines, %d bytes:\n%s", n, out.Len(), out.String())
		}
		row := parse(t, out.String())[0]
		if got := nanos(t, row[1], 9); got != at {
			t.Errorf("time_s %s is not %d ns", row[1], at)
		}
		if got := nanos(t, row[2], 6); got != real {
			t.Errorf("frame_time_ms %s is not %d ns", row[2], real)
		}
		if row[3] != strconv.FormatInt(steps, 10) || nanos(t, row[5], 6) != cost || (row[9] == "1") != paused {
			t.Errorf("steps, cost, paused are %q", row)
		}
		a, err := strconv.ParseFloat(row[4], 64)
		if (err == nil) != (alpha >= 0 && alpha <= 1) || err == nil && math.Abs(a-alpha) > 6e-7 {
			t.Errorf("alpha %s is not %g", row[4], alpha)
		}
		if len(tag) <= 64 && utf8.ValidString(tag) && strings.IndexFunc(tag, isControl) < 0 && row[11] != tag {
			t.Errorf("the tag %q is %q", tag, row[11])
		}
	})
}

func isControl(c rune) bool {
	return c < ' ' || c >= 0x7f && c < 0xa0 || c == '\u2028' || c == '\u2029'
}

// nanos reads a decimal with so many places as whole units of the last one.
func nanos(t *testing.T, text string, places int) int64 {
	whole, frac, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+frac, 10, 64)
	if err != nil || len(frac) != places {
		t.Fatalf("%q is no decimal with %d places: %v", text, places, err)
	}
	return n
}

func TestALogCanKeepOnlyFramesOverAThreshold(t *testing.T) {
	var out bytes.Buffer
	l := newLog(t, &out, framestats.LogConfig{Over: 50 * ms})
	for _, d := range []time.Duration{8 * ms, 50 * ms, 51 * ms, 8 * ms, time.Second} {
		l.Record(&framestats.Frame{Real: d})
	}
	closeLog(t, l)
	rows := parse(t, out.String())
	if len(rows) != 2 || rows[0][0] != "2" || rows[1][0] != "4" || l.Dropped() != 0 {
		t.Errorf("rows %q, %d dropped: want frames 2 and 4", rows, l.Dropped())
	}
	if !strings.HasPrefix(out.String(), "# tactus-frame-log version=1 over_ms=50.000000\n") {
		t.Errorf("the first line does not say the threshold:\n%s", out.String())
	}
}

// gate is a writer that waits until it is opened.
type gate struct {
	bytes.Buffer
	open chan struct{}
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.open
	return g.Buffer.Write(p)
}

func TestAWriterThatIsAwayNeverMakesTheLoopWaitAndLostRowsAreCounted(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	l := newLog(t, g, framestats.LogConfig{Rows: 100})
	for i := range 1000 { // would not end if it waited
		l.Record(&framestats.Frame{Real: 16 * ms, Steps: int64(i)})
	}
	if n := l.Dropped(); n != 900 || l.Written() != 0 {
		t.Errorf("%d dropped, %d written: want 900 and none", n, l.Written())
	}
	stuck, cancel := context.WithCancel(context.Background())
	cancel()
	if err := l.Close(stuck); !errors.Is(err, context.Canceled) {
		t.Errorf("Close beside a stuck writer: %v, want to be told", err)
	}
	close(g.open)
	closeLog(t, l)
	rows := parse(t, g.String())
	if len(rows) != 100 || rows[0][0] != "0" || rows[99][0] != "99" {
		t.Errorf("%d rows: want the first 100", len(rows))
	}
	if !strings.HasSuffix(g.String(), "\n# rows=100 dropped=900\n") {
		t.Errorf("the last line does not say what was lost: ...%s", g.String()[g.Len()-40:])
	}
	l.Record(&framestats.Frame{Real: 16 * ms})
	if l.Dropped() != 901 {
		t.Error("a row after Close is not counted as dropped")
	}
	for range 200 {
		l.Record(&framestats.Frame{Real: time.Second})
	}
}

// disk takes so many bytes and is then full.
type disk struct {
	left  int
	err   error
	calls int
}

func (d *disk) Write(p []byte) (int, error) {
	d.calls++
	if len(p) > d.left {
		n := d.left
		d.left = 0
		return n, d.err
	}
	d.left -= len(p)
	return len(p), nil
}

func TestAFullDiskIsReportedOnceAndNothingIsWrittenAfterIt(t *testing.T) {
	full := errors.New("no space left on device")
	for _, c := range []struct {
		name string
		left int
		err  error
		want error
	}{
		{"from the start", 0, full, full}, {"after some rows", 20_000, full, full},
		{"short without an error", 9000, nil, io.ErrShortWrite},
	} {
		d := &disk{left: c.left, err: c.err}
		l := newLog(t, d, framestats.LogConfig{Rows: 1 << 12})
		for range 3000 {
			l.Record(&framestats.Frame{Real: 16 * ms})
		}
		err := l.Close(context.Background())
		if !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), "tactus: frame log, after ") {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if again := l.Close(context.Background()); again != nil {
			t.Errorf("%s: reported twice: %v", c.name, again)
		}
		if kept := l.Err(); !errors.Is(kept, c.want) {
			t.Errorf("%s: %v is kept, want %v", c.name, kept, c.want)
		}
		calls := d.calls
		if l.Written()+l.Dropped() != 3000 || d.left != 0 {
			t.Errorf("%s: %d written and %d dropped of 3000", c.name, l.Written(), l.Dropped())
		}
		l.Record(&framestats.Frame{Real: 16 * ms})
		if d.calls != calls {
			t.Errorf("%s: written to again", c.name)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { panic("a bug of the writer's") }

func TestAWriterThatPanicsIsAnErrorOfTheLog(t *testing.T) {
	l := newLog(t, broken{}, framestats.LogConfig{})
	l.Record(&framestats.Frame{Real: ms})
	if err := l.Close(context.Background()); err == nil || !strings.Contains(err.Error(), "a bug of the writer's") {
		t.Errorf("%v, want the panic as an error", err)
	}
}

// notice tells of each write.
type notice struct{ rows chan int }

func (n *notice) Write(p []byte) (int, error) {
	n.rows <- bytes.Count(p, []byte("\n"))
	return len(p), nil
}

func TestRowsReachTheWriterWithinAQuarterSecondOfFramesOr64OfThem(t *testing.T) {
	n := &notice{rows: make(chan int, 100)}
	l := newLog(t, n, framestats.LogConfig{})
	if <-n.rows != 2 {
		t.Error("the header does not come first")
	}
	for range 16 {
		l.Record(&framestats.Frame{Real: 15_625 * time.Microsecond})
	}
	if got := <-n.rows; got != 16 {
		t.Errorf("%d rows after a quarter second, want 16", got)
	}
	for range 64 {
		l.Record(&framestats.Frame{Real: ms})
	}
	if got := <-n.rows; got != 64 {
		t.Errorf("%d rows at 1000 FPS, want 64", got)
	}
	closeLog(t, l)
}

func TestHammerRowsAreWrittenInOrderOrCountedAsDropped(t *testing.T) {
	const frames = 50_000
	var out bytes.Buffer
	l := newLog(t, &out, framestats.LogConfig{Rows: 128})
	var watch sync.WaitGroup
	stop := make(chan struct{})
	watch.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if l.Written()+l.Dropped() > frames || l.Err() != nil {
					t.Errorf("%d written, %d dropped, error %v", l.Written(), l.Dropped(), l.Err())
					return
				}
				runtime.Gosched()
			}
		}
	})
	for i := range frames {
		l.Record(&framestats.Frame{At: tactus.Instant(i), Real: time.Duration(i), Steps: int64(i), Tag: strconv.Itoa(i)})
		if i%100 == 0 {
			runtime.Gosched()
		}
	}
	closeLog(t, l)
	close(stop)
	watch.Wait()
	rows := parse(t, out.String())
	if uint64(len(rows)) != l.Written() || l.Written()+l.Dropped() != frames {
		t.Fatalf("%d rows, %d written, %d dropped of %d", len(rows), l.Written(), l.Dropped(), frames)
	}
	last := -1
	for _, row := range rows {
		i, err := strconv.Atoi(row[0])
		if err != nil || i <= last || row[3] != row[0] || row[11] != row[0] || row[1] != fmt.Sprintf("0.%09d", i) {
			t.Fatalf("row %q after %d: of several frames, or out of order", row, last)
		}
		last = i
	}
	t.Logf("%d rows, %d dropped", len(rows), l.Dropped())
}

func TestLoggingAFrameAllocatesNothing(t *testing.T) {
	l := newLog(t, io.Discard, framestats.LogConfig{})
	if n := testing.AllocsPerRun(5000, func() {
		l.Record(&framestats.Frame{Real: 7 * ms, Steps: 1, Alpha: 0.3, Cost: ms, Tag: "level 1, \"hard\""})
	}); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
	closeLog(t, l)
}

func TestALogRefusesWhatItCannotKeepTo(t *testing.T) {
	for field, c := range map[string]framestats.LogConfig{"Rows": {Rows: -1}, "Over": {Over: -1}} {
		_, err := framestats.NewLog(io.Discard, c)
		var bad *tactus.ConfigError
		if !errors.As(err, &bad) || bad.Field != "LogConfig."+field {
			t.Errorf("%v, want a refusal of %s", err, field)
		}
	}
	if _, err := framestats.NewLog(io.Discard, framestats.LogConfig{Rows: 1<<20 + 1}); err == nil {
		t.Error("a ring over its bound is made")
	}
	got := panicOf(func() { framestats.NewLog(nil, framestats.LogConfig{}) })
	if got != "tactus: the frame log's writer is nil" {
		t.Errorf("without a writer: %q", got)
	}
}
