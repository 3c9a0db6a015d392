package framelog

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestZZ(t *testing.T) {
	files, _ := filepath.Glob("/work/shared/cases/frametimes/*")
	for _, f := range files {
		r, _ := os.Open(f)
		l, err := Read(r, filepath.Base(f), Options{})
		if err != nil {
			fmt.Println("ERR", err)
			continue
		}
		s := l.Stream()
		var sum float64
		for _, d := range s.Intervals(Present) {
			sum += float64(d) / 1e9
		}
		sp, _ := s.Span()
		fmt.Println(l.Name, "|", l.Format, "|", l.Source.Text, "|", l.Rows, l.SkippedRows(), s.Count(Present), sum, sp.Seconds(), s.Count(Display), s.Dropped, l.Sampled, l.Columns, len(l.Streams))
		for _, w := range l.Warnings {
			fmt.Println("    W", w.Code, w.Text)
		}
	}
}
