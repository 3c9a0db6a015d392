package framelog_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/framelog"
)

func TestAHintToExcelNamesTheSeparator(t *testing.T) {
	for _, hint := range []string{"sep=;\n", "\"sep=;\"\r\n", "\ufeffsep=;\r\n", "SEP=;;;\n"[:6] + "\n"} {
		l := read(t, hint+"frame,a;frame_time_ms,b\n"+strings.Repeat("1;16,7\n", 10), framelog.Options{Column: "2"})
		same(t, "sum", total(l.Stream(), framelog.Present), 167*ms)
		same(t, "line", l.Stream().Frame(0).Line, 3)
	}
	same(t, "rows", read(t, "sep=,\n"+header+plainRows(10), framelog.Options{}).Rows, 10)
}

func TestAColumnOfFrameTimesWithoutNumbersIsSaid(t *testing.T) {
	mustRefuse(t, strings.NewReader("frame,ms\n"+strings.Repeat("1,x\n1,16.7\n1,x\n", 4)), framelog.Options{},
		"tactus: log:1: a table whose column 'ms' looks like frame times, but 8 of its first 12 fields are no numbers, "+
			"as 'x': name another with --column and its --unit, or a running clock with --clock")
}

func TestAFileCutWhileItIsReadIsSaid(t *testing.T) {
	text := header + plainRows(10)
	l := read(t, text, framelog.Options{Size: 500})
	same(t, "warning", textOf(l.Warnings, "cut-off"),
		"the file was 500 bytes when it was opened and ended after 90: it was cut while it was read")
	for _, size := range []int64{0, 90, 89} {
		same(t, "whole", hasWarning(read(t, text, framelog.Options{Size: size}), "cut-off"), false)
	}
	all := zipped(t, header+plainRows(20_000))
	for _, c := range []struct {
		data []byte
		want bool
	}{{all, false}, {all[:len(all)/2], true}, {append(bytes.Clone(all), make([]byte, 512)...), false}} {
		l, err := framelog.Read(bytes.NewReader(c.data), "log", framelog.Options{Size: int64(max(len(all), len(c.data)))})
		if err != nil {
			t.Fatal(err)
		}
		said := false
		for _, w := range l.Warnings {
			said = said || strings.Contains(w.Text, "cut while it was read")
		}
		same(t, "of a gzip file", said, c.want)
	}
}

func TestAGzipFileOfOneRowAgainAndAgainIsRefusedForUsers(t *testing.T) {
	large(t)
	_, err := framelog.Read(bytes.NewReader(rowBomb()), "log", framelog.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "tactus: log: the gzip file holds more than 67 MB in 0.") ||
		!strings.HasSuffix(err.Error(), " MB of its own, which no log does: unpack it first, if it is a log") {
		t.Error(err)
	}
}
