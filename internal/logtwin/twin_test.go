package logtwin_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tactus-go/tactus/internal/logtwin"
)

var update = flag.Bool("update", false, "write the files anew")

const folder = "../../framelog/testdata/twins"

func TestFilesAreWhatTheGeneratorMakes(t *testing.T) {
	if *update {
		write(t)
	}
	made := map[string]bool{}
	for _, twin := range logtwin.All() {
		made[twin.Name] = true
		data, err := os.ReadFile(filepath.Join(folder, twin.Name))
		if err != nil {
			t.Errorf("%v; make it with go test ./internal/logtwin -update", err)
		} else if !bytes.Equal(data, twin.Data) {
			t.Errorf("%s differs from the generator's: go test ./internal/logtwin -update", twin.Name)
		}
	}
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if !made[f.Name()] {
			t.Errorf("%s is no twin: remove it", f.Name())
		}
	}
}

func write(t *testing.T) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, twin := range logtwin.All() {
		if err := os.WriteFile(filepath.Join(folder, twin.Name), twin.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTwinsAreSmallAndHaveNamesOfTheirOwn(t *testing.T) {
	seen, total := map[string]bool{}, 0
	for _, twin := range logtwin.All() {
		if folded := strings.ToLower(twin.Name); seen[folded] {
			t.Errorf("%s is there twice", twin.Name)
		} else {
			seen[folded] = true
		}
		if len(twin.Data) > 20_000 {
			t.Errorf("%s has %d bytes", twin.Name, len(twin.Data))
		}
		total += len(twin.Data)
	}
	if total > 400_000 {
		t.Errorf("all have %d bytes", total)
	}
	t.Logf("%d twins, %d bytes", len(seen), total)
}

func TestWhatATwinWantsAgreesWithItself(t *testing.T) {
	for _, twin := range append(logtwin.All(), logtwin.Large(2000)...) {
		w := twin.Want
		if w.Refused != "" && !w.MayRefuse {
			if w.Frames != 0 || w.Rows != 0 || len(w.Warnings) != 0 {
				t.Errorf("%s is refused and holds something: %+v", twin.Name, w)
			}
			continue
		}
		switch {
		case w.Frames < 1 || w.Sum < time.Duration(w.Frames) || w.Streams < 1:
			t.Errorf("%s holds nothing: %+v", twin.Name, w)
		case w.Rows-max(w.Skipped, 0) < w.Frames:
			t.Errorf("%s has fewer rows than frames: %+v", twin.Name, w)
		case !strings.Contains(" s ms us ns fps ", " "+w.Unit+" "):
			t.Errorf("%s has the unit %q", twin.Name, w.Unit)
		case w.Sampled != has(w.Warnings, "sampled") || w.Streams > 1 != has(w.Warnings, "streams"):
			t.Errorf("%s lacks a warning: %+v", twin.Name, w)
		}
		for _, code := range w.Warnings {
			if !strings.Contains(codes, " "+code+" ") {
				t.Errorf("%s wants the warning %q, which is none", twin.Name, code)
			}
		}
	}
}

const codes = " sampled microseconds streams clock-restart alternating coarse-clock start-up few-frames" +
	" skipped long-frame generated cut-off dropped lost-rows partial guessed "

func has(list []string, one string) bool {
	for _, s := range list {
		if s == one {
			return true
		}
	}
	return false
}

func TestEveryPointHasATwin(t *testing.T) {
	names := map[string]bool{}
	for _, twin := range append(logtwin.All(), logtwin.Large(100)...) {
		names[twin.Name] = true
	}
	points := logtwin.Points()
	if len(points) != 32 {
		t.Errorf("%d points, want 32", len(points))
	}
	for i, p := range points {
		if p.Number != i+1 || p.What == "" || len(p.Twins) == 0 {
			t.Errorf("point %d is %+v", i+1, p)
		}
		for _, name := range p.Twins {
			if !names[name] {
				t.Errorf("point %d names %s, which is no twin", p.Number, name)
			}
		}
	}
}

func TestTwinsAreTheSameEachTime(t *testing.T) {
	first, second := logtwin.All(), logtwin.All()
	for i := range first {
		if first[i].Name != second[i].Name || !bytes.Equal(first[i].Data, second[i].Data) {
			t.Errorf("%s differs from %s", second[i].Name, first[i].Name)
		}
	}
}

func TestEncodingsAreWhatTheyAreCalled(t *testing.T) {
	for _, twin := range logtwin.All() {
		wide := bytes.HasPrefix(twin.Data, []byte{0xff, 0xfe}) || bytes.HasPrefix(twin.Data, []byte{0xfe, 0xff})
		foreign := wide || strings.HasSuffix(twin.Name, ".png") || strings.HasSuffix(twin.Name, ".gz") ||
			strings.HasSuffix(twin.Name, ".hml") || twin.Name == "encoding-latin1.csv"
		if utf8.Valid(twin.Data) == foreign {
			t.Errorf("%s: UTF-8 is %v", twin.Name, !foreign)
		}
	}
}

// A counter counts lines and bytes.
type counter struct{ lines, bytes int }

func (c *counter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte("\n"))
	c.bytes += len(p)
	return len(p), nil
}

func TestStreamedLogHasTheRowsAskedFor(t *testing.T) {
	for _, rows := range []int{0, 1, 20_000} {
		c := counter{}
		if err := logtwin.PresentMon2(&c, rows, 1); err != nil {
			t.Fatal(err)
		}
		if c.lines != rows+1 {
			t.Errorf("%d rows are %d lines", rows, c.lines)
		}
		if per := c.bytes / max(rows, 1); rows > 1000 && (per < 180 || per > 240) {
			t.Errorf("a row has %d bytes, want about 200", per)
		}
	}
}

func TestStreamedLogHoldsWhatItSays(t *testing.T) {
	var log bytes.Buffer
	if err := logtwin.PresentMon2(&log, 5000, 9); err != nil {
		t.Fatal(err)
	}
	presents, shown := time.Duration(0), time.Duration(0)
	for _, line := range strings.Split(strings.TrimSpace(log.String()), "\r\n")[1:] {
		cells := strings.Split(line, ",")
		presents += millis(t, cells[10])
		shown += millis(t, cells[11])
	}
	if want := logtwin.PresentMon2Want(5000, 9); presents != want.Sum || shown != want.DisplaySum {
		t.Errorf("it holds %v and %v, and says %v and %v", presents, shown, want.Sum, want.DisplaySum)
	}
}

func millis(t *testing.T, text string) time.Duration {
	d, err := time.ParseDuration(text + "ms")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestStreamedLogReturnsTheWritersError(t *testing.T) {
	for _, rows := range []int{0, 100_000} {
		if err := logtwin.PresentMon2(full{}, rows, 1); err != io.ErrShortWrite {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}

func BenchmarkPresentMon2(b *testing.B) {
	c := counter{}
	if err := logtwin.PresentMon2(&c, 10_000, 1); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(c.bytes))
	for b.Loop() {
		if err := logtwin.PresentMon2(io.Discard, 10_000, 1); err != nil {
			b.Fatal(err)
		}
	}
}
