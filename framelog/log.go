package framelog

// A Log is what a file said.
type Log struct {
	// Name is what the caller called it: a path, or "-".
	Name string
	// Format is the tool and the version of its format, as "PresentMon 2.3.1 or later".
	Format string
	// Unverified tells that no real file of this format was ever read by this reader's tests.
	Unverified bool
	// Source says what the frame times are.
	Source Source
	// Header is what the file says of itself: machine, game, settings.
	Header []Field
	// Sampled tells that a row is a polling interval and not a frame.
	Sampled bool
	// Rows counts the rows of data, Skipped those of them that have no frame time that counts.
	Rows    int
	Skipped []Skip
	// Streams are its streams in the order in which they came, Default is the index of that which
	// figures are for: the one with the most rows that is not a compositor's, the first of equal ones.
	Streams []*Stream
	Default int
	// Runs is how many runs a record holds, each a stream of its own; 0 where a file is one run.
	Runs int
	// Columns are means of columns that the file has beside its frame times: its own FPS column.
	Columns []ColumnMean
	// Warnings are what looks wrong with it, the most important first, where figures are for the default
	// stream; WarningsFor has those for another, or for a part.
	Warnings []Warning
	// Notes are what a reader of the figures should know of the format, though nothing is wrong.
	Notes []string
	// Summary is what a file says that holds figures of its own in place of frames.
	Summary []Field
	// Bytes is how much was read, after decompression.
	Bytes int64
	// LineIs says what the Line of a frame, a skip and a warning counts: "line", or "frame of the run" in
	// a JSON record, whose lines say nothing.
	LineIs string

	saying
}

// Stream returns the stream that figures are for; nil where there is none.
func (l *Log) Stream() *Stream {
	if l.Default >= len(l.Streams) {
		return nil
	}
	return l.Streams[l.Default]
}

// SkippedRows returns the sum of Skipped.
func (l *Log) SkippedRows() int {
	n := 0
	for _, s := range l.Skipped {
		n += s.Count
	}
	return n
}

// A Source says where the frame times came from.
type Source struct {
	// Text says it in words, as "MsBetweenPresents" or "differences of 'time' (running clock, seconds)".
	Text string
	// Column and Unit are what was read.
	Column, Unit string
	// Display is the column of the display intervals, Clock that of the clock, "" where there is none.
	Display, Clock string
	// Guessed tells that no rule of a known tool named the column, and why it was taken.
	Guessed string
}

// A Field is a named text of a file.
type Field struct{ Name, Value string }

// A Skip is a reason for which rows were left out.
type Skip struct {
	Reason string
	Count  int
	Line   int // of the first
}

// A ColumnMean is the mean of a column of rates, and the rate that its frame times would give.
type ColumnMean struct {
	Name     string
	Mean     float64 // of the column
	Harmonic float64 // rows over the sum of 1/value: frames over time
}

// A Warning is something about a log that makes its figures mean less than they seem to.
type Warning struct {
	// Code names the kind, as "sampled"; it does not change between versions.
	Code string
	// Text says what, with numbers, and what to do.
	Text string
	// Count is how many rows it is about, Line the first of them; 0 where it is about none.
	Count, Line int
}

// A RefusedError says why a file is no frame log, and what to give instead.
type RefusedError struct {
	Name string // the file's
	Line int    // 0 where it is about the whole
	What string // what it is
	Do   string // what to do
}

// Error returns all of it in one line, beginning with "tactus: ".
func (e *RefusedError) Error() string {
	at := e.Name
	if e.Line > 0 {
		at += ":" + itoa(e.Line)
	}
	text := "tactus: " + at + ": " + e.What
	if e.Do != "" {
		text += ": " + e.Do
	}
	return text
}
