package framelog

// A format is what a file turned out to be, and how its rows are read.
type format struct {
	name       string
	unverified bool
	source     Source
	header     []Field
	notes      []string
	summary    []Field

	layout  *layout
	fpsName string // the column of its own rates
	skip    int    // bytes of the head before the first row
	lines   int    // lines in them

	sampled    bool // by definition
	ticks      bool // the clock counts ticks, whose rate the file does not tell
	lengths    bool // frame times are lengths, which overlap
	sequential bool // rows change how later rows are read
	parser     func(l *layout, limits limits) rowParser
	check      func(in *reading) // what only this format can say of the whole
	warnings   []Warning
}

func (f *format) newParser(limits limits) rowParser {
	if f.parser != nil {
		return f.parser(f.layout, limits)
	}
	return &parser{layout: f.layout, limits: limits}
}
