package framelog

// A unit is one that columns of times come in.
type unit struct {
	name  string // as Source.Unit and Options.Unit have it
	long  string
	shift int8 // 10^shift nanoseconds
}

var units = []unit{
	{"ms", "milliseconds", 6},
	{"s", "seconds", 9},
	{"us", "microseconds", 3},
	{"ns", "nanoseconds", 0},
	{"ticks", "ticks of 100 ns", 2},
}

var (
	milliseconds = units[0]
	seconds      = units[1]
	microseconds = units[2]
	nanoseconds  = units[3]
	ticks        = units[4]
)
