package convert_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/convert"
)

var seedFlag = flag.Uint64("seed", 0, "seed of the random logs; 0 takes one from the clock")

// random returns a source of random numbers whose seed is printed, so that a failure can be repeated.
func random(t *testing.T) *rand.Rand {
	t.Helper()
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// tags are what people and machines call scenes.
var tags = []string{"menu", "level 1", `a "quoted" one`, "comma, and ; more", " blank ", "é\u2028\x00\n", "\xff",
	"</script>", "frame", "#"}

// made returns a log of n frames: lengths of every size, runs of tags, rows without an interval.
func made(r *rand.Rand, n int) *convert.Made {
	m := &convert.Made{Source: "run \"1\"\n.csv", Stream: "game\x01.exe"}
	tag := ""
	for i := range n {
		f := framelog.Frame{Interval: time.Duration(1 + r.Int64N(1<<r.IntN(30))), Line: i + 2,
			Clock: time.Duration(r.Int64N(1 << 40)), Display: time.Duration(r.Int64N(3)) * 16_666_667}
		if r.IntN(10) == 0 {
			f.Interval = 0
		}
		if r.IntN(20) == 0 {
			tag = append(tags, "")[r.IntN(len(tags)+1)]
		}
		f.Tag = tag
		e := framelog.Engine{Steps: r.Int64N(9), Alpha: float64(r.Float32()), Cost: time.Duration(r.Int64N(1e8)),
			Dropped: time.Duration(r.Int64N(1e8))}
		if r.IntN(10) == 0 {
			e.Alpha = math.NaN()
		}
		m.Frames, m.Engines = append(m.Frames, f), append(m.Engines, e)
	}
	return m
}

// spans returns the frame times that the writers are to write.
func spans(m *convert.Made) (all []int64) {
	for _, f := range m.Frames {
		span := f.Interval
		if m.Side == framelog.Display {
			span = f.Display
		}
		if span > 0 {
			all = append(all, int64(span))
		}
	}
	return all
}

func text(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var errFull = errors.New("full")

// full is a writer that takes so many bytes.
type full struct{ left int }

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.left {
		return f.left, errFull
	}
	f.left -= len(b)
	return len(b), nil
}

func TestEveryWriterReturnsItsWritersErrorWhereverItComes(t *testing.T) {
	m := made(random(t), 5000)
	for name, write := range map[string]func(io.Writer) error{"CSV": m.CSV, "JSON": m.JSON, "trace": m.Trace} {
		size := len(text(t, write))
		for _, left := range []int{0, size / 3, size - 1} {
			if err := write(&full{left}); !errors.Is(err, errFull) {
				t.Errorf("%s into %d of %d bytes: %v", name, left, size, err)
			}
		}
		if err := write(&full{size}); err != nil {
			t.Errorf("%s into just enough: %v", name, err)
		}
	}
}

func TestFrameTimesThatAddUpToTooMuchAreRefused(t *testing.T) {
	long := &convert.Made{Frames: []framelog.Frame{{Interval: math.MaxInt64 - 1}, {Interval: 2}}}
	for name, write := range map[string]func(io.Writer) error{"CSV": long.CSV, "JSON": long.JSON, "trace": long.Trace} {
		if err := write(io.Discard); !errors.Is(err, convert.ErrTooLong) {
			t.Errorf("%s of 292 years: %v", name, err)
		}
	}
	days := &convert.Made{Frames: []framelog.Frame{{Interval: 1<<52 + 1}}}
	if err := days.Trace(io.Discard); !errors.Is(err, convert.ErrTooLong) {
		t.Errorf("a trace of over 52 days: %v", err)
	}
	if err := days.CSV(io.Discard); err != nil {
		t.Errorf("CSV of over 52 days: %v", err)
	}
}

func TestNoRowAllocates(t *testing.T) {
	short, long := made(random(t), 10), made(random(t), 20_000)
	for name, writers := range map[string][2]func(io.Writer) error{
		"CSV": {short.CSV, long.CSV}, "JSON": {short.JSON, long.JSON},
	} {
		few := testing.AllocsPerRun(5, func() { writers[0](io.Discard) })
		many := testing.AllocsPerRun(5, func() { writers[1](io.Discard) })
		if many > few {
			t.Errorf("%s: %v allocations for 20,000 frames, %v for 10", name, many, few)
		}
	}
}

func benchmark(b *testing.B, write func(*convert.Made, io.Writer) error) {
	const n = 100_000
	m := made(rand.New(rand.NewPCG(1, 1)), n)
	for i := range m.Frames {
		m.Frames[i].Interval = max(m.Frames[i].Interval, 1)
	}
	for b.Loop() {
		if err := write(m, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/frame")
}

func BenchmarkCSV(b *testing.B)   { benchmark(b, (*convert.Made).CSV) }
func BenchmarkJSON(b *testing.B)  { benchmark(b, (*convert.Made).JSON) }
func BenchmarkTrace(b *testing.B) { benchmark(b, (*convert.Made).Trace) }

// BenchmarkStreamToTrace writes a stream that was read, as the command does.
func BenchmarkStreamToTrace(b *testing.B) {
	const n = 100_000
	m := made(rand.New(rand.NewPCG(1, 1)), n)
	var csv bytes.Buffer
	if err := m.CSV(&csv); err != nil {
		b.Fatal(err)
	}
	l, err := framelog.Read(&csv, "made", framelog.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := convert.WriteTrace(io.Discard, convert.Source{Log: l}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(l.Stream().Len()), "ns/frame")
}
