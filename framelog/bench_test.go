package framelog_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/internal/logtwin"
)

// benchRows is how many rows are read, some 20 MB unless TACTUS_BENCH_ROWS says otherwise: 5000000 is
// 1 GB.
func benchRows(b *testing.B) int {
	b.Helper()
	rows := 100_000
	if text := os.Getenv("TACTUS_BENCH_ROWS"); text != "" {
		var err error
		if rows, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	return rows
}

func benchLog(b *testing.B, rows int) []byte {
	b.Helper()
	var text bytes.Buffer
	if err := logtwin.PresentMon2(&text, rows, 1); err != nil {
		b.Fatal(err)
	}
	return text.Bytes()
}

// BenchmarkRead reads a PresentMon 2 log with as many goroutines as the name says, and the plain way.
func BenchmarkRead(b *testing.B) {
	benchRows := benchRows(b)
	text := benchLog(b, benchRows)
	for _, workers := range []int{1, 2} {
		b.Run("workers="+strconv.Itoa(workers), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				l, err := framelog.Read(bytes.NewReader(text), "bench", framelog.Options{Workers: workers})
				if err != nil || l.Rows != benchRows {
					b.Fatal(err, l.Rows)
				}
			}
		})
	}
	b.Run("encoding/csv", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if rows := readCSV(b, bytes.NewReader(text)); rows != benchRows {
				b.Fatal(rows)
			}
		}
	})
}

// readCSV is the plain way: encoding/csv and strconv on the columns that Read needs.
func readCSV(b *testing.B, r io.Reader) (rows int) {
	c := csv.NewReader(r)
	c.ReuseRecord, c.FieldsPerRecord, c.LazyQuotes = true, -1, true
	header, err := c.Read()
	if err != nil {
		b.Fatal(err)
	}
	columns := map[string]int{}
	for i, n := range header {
		columns[n] = i
	}
	var need []int
	for _, n := range []string{"TimeInMs", "MsBetweenPresents", "MsBetweenDisplayChange"} {
		need = append(need, columns[n])
	}
	var out [3][]int64
	for {
		row, err := c.Read()
		if err == io.EOF {
			return len(out[1])
		}
		if err != nil {
			b.Fatal(err)
		}
		for k, i := range need {
			v, err := strconv.ParseFloat(row[i], 64)
			if err != nil {
				v = 0
			}
			out[k] = append(out[k], int64(v*1e6+0.5))
		}
	}
}
