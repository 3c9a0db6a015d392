package report_test

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/report"
	"github.com/tactus-go/tactus/internal/logtwin"
)

// BenchmarkReport compares reading a PresentMon 2 log with reading it and all figures of a report.
// TACTUS_BENCH_ROWS says how long it is: 5000000 is about 1 GB.
func BenchmarkReport(b *testing.B) {
	rows := 200_000
	if text := os.Getenv("TACTUS_BENCH_ROWS"); text != "" {
		var err error
		if rows, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	var text bytes.Buffer
	if err := logtwin.PresentMon2(&text, rows, 1); err != nil {
		b.Fatal(err)
	}
	run := func(name string, workers int, full bool) {
		b.Run(name+"/workers="+strconv.Itoa(workers), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				l, err := framelog.Read(plainReader{bytes.NewReader(text.Bytes())}, "bench", framelog.Options{Workers: workers})
				if err != nil || l.Rows != rows {
					b.Fatal(err, l.Rows)
				}
				if full && report.Of(l, report.Config{}).Default.Frames == 0 {
					b.Fatal("no frames")
				}
			}
		})
	}
	for _, workers := range []int{1, 2} {
		run("read", workers, false)
		run("read+report", workers, true)
	}
}

// A plainReader is a reader and nothing else, as a file is.
type plainReader struct{ io.Reader }
