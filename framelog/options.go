package framelog

import "strconv"

// Options are how to read a log. The zero value reads what the file says.
type Options struct {
	// Column names the column of frame times, Unit its unit (s, ms, us, ns, ticks of 100 ns, fps), Clock
	// the column of the clock; each is found by itself where it is empty. A Column whose values are a
	// clock is given as Clock alone. A name or a unit that there is not is refused.
	Column, Unit, Clock string
	// Workers is how many goroutines parse; 0 is one for each processor.
	Workers int
	// LineMax is the longest line in bytes, up to 2^30; 0 is 16 MiB.
	LineMax int
	// FramesMax is the most frames of a log; 0 is 2^28.
	FramesMax int
	// UnzippedMax is the most bytes that a gzip file may hold; 0 is 64 GiB, and at most 200 times
	// its own size beyond 64 MiB. A file that is unpacked is read without these bounds.
	UnzippedMax int64
	// Size is how many bytes the reader is expected to give, packed where they are: those of the file when
	// it was opened. One that gives fewer was cut while it was read, which a warning says. 0 is unknown.
	Size int64
	// Progress is called now and then, by the goroutine that called Read, with the Bytes and Rows that
	// were read so far. Where a read was short, as of a file that is being written, all of the log is
	// whole up to there; it is not to be kept. Nil for none.
	Progress func(l *Log)
}

func itoa(n int) string { return strconv.Itoa(n) }
