package logtwin

import (
	"io"
	"strconv"
	"time"
)

// PresentMon2 writes a log of PresentMon 2.3.1 of so many rows, about 200 bytes each, one process. It
// is for logs of any size: it keeps one buffer. The error is the writer's own.
func PresentMon2(w io.Writer, rows int, seed uint64) error {
	const full = 1 << 20
	b := make([]byte, 0, full+1024)
	b = append(b, bom+columns231+windows...)
	r := random(seed)
	clock := int64(0)
	for range rows {
		ticks := r.ticks()
		b = appendPresent(b, clock, ticks)
		clock += ticks
		if len(b) >= full {
			if _, err := w.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	_, err := w.Write(b)
	return err
}

// PresentMon2Want returns what the log of the same arguments holds.
func PresentMon2Want(rows int, seed uint64) Want {
	r := random(seed)
	sum := int64(0)
	for range rows {
		sum += r.ticks()
	}
	return Want{Rows: rows, Frames: rows, Sum: time.Duration(sum * 100), Unit: "ms", Streams: 1,
		Display: rows, DisplaySum: time.Duration((sum + int64(rows)) * 100), Generated: -1}
}

// ticks is the next frame time in units of 100 ns: 5 to 9 ms, and one in 4,096 is of 60 ms more.
func (r *random) ticks() int64 {
	v := r.next()
	t := int64(50_000 + v%40_000)
	if v>>52 == 0 {
		t += 600_000
	}
	return t
}

// appendPresent appends a row. The display's interval is a tick more than the present's, and the
// application's 17, so that a reader cannot take one for the other. Half of its columns hold what most
// real rows do: nothing.
func appendPresent(b []byte, clock, ticks int64) []byte {
	b = append(b, "Harbour.exe,16836,0x24F60141020,DXGI,0,0,1,Hardware: Independent Flip,"...)
	b = appendTicks(b, clock+ticks)
	b = append(b, ",NA,"...)
	b = appendTicks(b, ticks)
	b = append(b, "0000000000,"...)
	b = appendTicks(b, ticks+1)
	b = append(b, ",0.1534,0.2639,14.2201,"...)
	b = appendTicks(b, clock)
	b = append(b, ',')
	b = appendTicks(b, ticks+17)
	b = append(b, ',')
	b = appendTicks(b, ticks/4)
	b = append(b, ',')
	b = appendTicks(b, ticks+17-ticks/4)
	return append(b, ",0.0339,3.8543,3.1201,0.7342,NA,NA,NA,NA,NA\r\n"...)
}

// appendTicks appends milliseconds with four decimals.
func appendTicks(b []byte, ticks int64) []byte {
	b = strconv.AppendInt(b, ticks/10_000, 10)
	rest := ticks % 10_000
	return append(b, '.', '0'+byte(rest/1000), '0'+byte(rest/100%10), '0'+byte(rest/10%10), '0'+byte(rest%10))
}
