package framelog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

func TestACommaBetweenThousandsIsNoDecimalComma(t *testing.T) {
	plain := strings.Repeat("1,16\n1,17\n", 4)
	for name, c := range map[string]struct {
		text    string
		sum     time.Duration
		guessed bool
	}{
		"a hitch among whole numbers":  {header + plain + "1,\"1,016\"\n" + plain, 1280 * ms, true},
		"several groups":               {"frame,frame_time_ns\n" + strings.Repeat("1,\"16,700,000\"\n", 10), 167 * ms, false},
		"with decimals":                {header + plain + "1,\"1,016.5\"\n" + plain, 1280*ms + 500*time.Microsecond, false},
		"behind the first rows":        {header + plainRows(100) + "1,\"1,016\"\n", 1670*ms + 1016*ms, false},
		"three decimals":               {header + strings.Repeat("1,\"16,700\"\n", 10), 167 * ms, false},
		"three decimals and none":      {header + strings.Repeat("1,\"16,700\"\n1,17\n", 10), 337 * ms, false},
		"a decimal comma":              {header + strings.Repeat("1,\"16,7\"\n1,17\n", 10), 337 * ms, false},
		"a point where a comma is one": {"frame;frame_time_ms\n" + strings.Repeat("1;16,7\n", 10) + "1;1.016,5\n", 1183*ms + 500*time.Microsecond, false},
	} {
		l := read(t, c.text, framelog.Options{})
		same(t, name, total(l.Stream(), framelog.Present), c.sum)
		same(t, name+" guessed", strings.Contains(l.Source.Guessed, "between thousands"), c.guessed)
	}
}

func TestAClockWithThousandsRunsOn(t *testing.T) {
	text := "time_ms\n"
	for _, at := range []string{"970", "986", `"1,002"`, `"1,018"`, `"1,034"`, `"1,050"`} {
		text += at + "\n"
	}
	l := read(t, text, framelog.Options{})
	same(t, "sum", total(l.Stream(), framelog.Present), 80*ms)
}

func TestAMarkThatMayBeEitherIsRefused(t *testing.T) {
	mustRefuse(t, strings.NewReader(header+strings.Repeat("1,\"1,016\"\n1,16\n", 8)), framelog.Options{},
		"tactus: log:1: a table in which '1,016' may be with decimals or with thousands: write the file without marks "+
			"between thousands")
}
