package framelog

import (
	"fmt"
	"strings"
)

// homeMade reads a table that no known tool wrote. A column is taken by its name, and said to be a
// guess; where two fit equally well the file is refused, since either would be right half of the time.
func homeMade(t *table, unitName string) (*format, error) {
	if numbers(t.names) {
		return headerless(t, unitName)
	}
	f := t.format("home-made table")
	best, score := t.candidates()
	switch {
	case len(best) > 1:
		return nil, &RefusedError{Line: t.lines, What: "a table in which two columns may be the frame time, " +
			t.quote(best), Do: "say which with --column, as --column '" + clip(t.names[best[0]]) + "'"}
	case len(best) == 1:
		t.guess(f, best[0], score, unitName)
	default:
		if err := t.guessRest(f, unitName); err != nil {
			return nil, err
		}
	}
	t.guessClock(f)
	t.streams(f)
	for _, c := range []string{"scene", "tag", "level", "map", "state"} {
		if t.give(f, c, roleTag, unit{}) {
			break
		}
	}
	return f, nil
}

// numbers reports whether a line of names is one of numbers: the file has no header.
func numbers(names []string) bool {
	for _, n := range names {
		if !numberLike(n) {
			return false
		}
	}
	return true
}

// quote lists columns.
func (t *table) quote(columns []int) string {
	var all []string
	for _, c := range columns[:min(len(columns), 4)] {
		all = append(all, "'"+clip(t.names[c])+"'")
	}
	if more := len(columns) - len(all); more > 0 {
		all = append(all, itoa(more)+" more")
	}
	return strings.Join(all, " and ")
}

// exactNames are names of frame times that leave no doubt, without what is in brackets, without blanks
// and marks.
var exactNames = map[string]bool{"frametime": true, "frametimems": true, "frametimeus": true, "frametimens": true,
	"frametimes": true, "framems": true, "frameduration": true, "framedurationms": true, "deltatime": true,
	"unscaleddeltatime": true, "msbetweenpresents": true, "frametimeseconds": true, "frametimesec": true}

// likelyNames are those that mostly are.
var likelyNames = map[string]bool{"ms": true, "delta": true, "dt": true, "deltams": true, "interval": true,
	"intervalms": true, "total": true, "totalms": true, "work": true, "workms": true, "duration": true,
	"durationms": true, "elapsedms": true, "msperframe": true, "frame(ms)": true, "frametotal": true}

// candidates returns the columns that fit best, and how well.
func (t *table) candidates() (best []int, score int) {
	for i := range t.folded {
		s := 0
		name := bare(t.folded[i])
		switch {
		case exactNames[name]:
			s = 3
		case strings.Contains(name, "frametime") && !strings.Contains(name, "cpu") && !strings.Contains(name, "gpu"):
			s = 2
		case likelyNames[name]:
			s = 1
		}
		if s == 0 || s < score || t.column(t.folded[i]) < i || !t.numeric(i) { // of one name twice the first counts
			continue
		}
		if s > score {
			best, score = nil, s
		}
		best = append(best, i)
	}
	return best, score
}

// bare takes units in brackets, blanks and marks off a name.
func bare(name string) string {
	if i := strings.IndexAny(name, "(["); i > 0 {
		name = name[:i]
	}
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' || r == '.' {
			return -1
		}
		return r
	}, name)
}

// numeric reports whether most of a column's first fields are numbers.
func (t *table) numeric(column int) bool { return len(t.values(column, 6))*2 > len(t.rows) }

// guess takes a column of frame times.
func (t *table) guess(f *format, column, score int, unitName string) {
	u, how := t.unitOf(column, unitName)
	f.layout.set(column, roleInterval, u.shift)
	name := strings.TrimSpace(t.names[column])
	f.source = Source{Text: name, Column: name, Unit: u.name}
	f.source.Guessed = "the column by its name, the unit " + how
	if i := t.column("fps"); i >= 0 && i != column {
		f.layout.set(i, roleFPS, 9)
		f.fpsName = t.names[i]
	}
}

// unitMarks are what names have for units, longest first.
var unitMarks = []struct {
	mark string
	unit unit
}{
	{"milliseconds", milliseconds}, {"microseconds", microseconds}, {"nanoseconds", nanoseconds}, {"seconds", seconds},
	{"usec", microseconds}, {"msec", milliseconds}, {"nsec", nanoseconds}, {"sec", seconds},
	{"ms", milliseconds}, {"us", microseconds}, {"µs", microseconds}, {"μs", microseconds}, {"ns", nanoseconds},
	{"s", seconds},
}

// unitNamed returns the unit that a name ends in: "frame_time_ms", "Frame Time (us)", "delta [s]".
func unitNamed(name string) (unit, bool) {
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" _-.()[]/", r) })
	for k := len(words) - 1; k >= 0; k-- {
		for _, m := range unitMarks {
			if words[k] == m.mark {
				return m.unit, true
			}
		}
	}
	return unit{}, false
}

// unitOf returns a column's unit and how it is known.
func (t *table) unitOf(column int, given string) (unit, string) {
	for _, u := range units {
		if u.name == given {
			return u, "as given"
		}
	}
	if u, ok := unitNamed(t.folded[column]); ok {
		return u, "by its name"
	}
	if i := t.column("fps"); i >= 0 {
		product := median(t.products(i, column))
		for _, u := range []unit{seconds, milliseconds, microseconds, nanoseconds} {
			one := 1e9 / float64(powers[u.shift])
			if product > one/20 && product < one*20 {
				return u, fmt.Sprintf("since fps times it is about %.0f", one)
			}
		}
	}
	var sizes []float64
	for _, v := range t.values(column, 6) {
		sizes = append(sizes, float64(v)/1e6)
	}
	return unitOfSize(median(sizes), "by its size")
}

// stepUnit returns the unit of a clock whose differences are frame times, and how it is known.
func (t *table) stepUnit(column int, given string) (unit, string) {
	if u, ok := unitGiven(given); ok {
		return u, "as given"
	}
	if u, ok := unitNamed(t.folded[column]); ok {
		return u, "by its name"
	}
	return t.unitOfSteps(column)
}

// unitOfSteps returns a clock's unit by how far it goes between rows: where it began says nothing.
func (t *table) unitOfSteps(column int) (unit, string) {
	var steps []float64
	at := t.values(column, 6)
	for i := 1; i < len(at); i++ {
		if at[i] > at[i-1] {
			steps = append(steps, float64(at[i]-at[i-1])/1e6)
		}
	}
	return unitOfSize(median(steps), "by the size of its steps")
}

// unitOfSize returns the first unit in which a frame time is one of under half a second.
func unitOfSize(m float64, by string) (unit, string) {
	by += fmt.Sprintf(": the middle one of the first is %.6g", m)
	for _, u := range []unit{seconds, milliseconds, microseconds} {
		if most := 0.5 * 1e9 / float64(powers[u.shift]); m < most {
			return u, by
		}
	}
	return nanoseconds, by
}

// clockNames are names of running clocks, bare.
var clockNames = map[string]bool{"time": true, "timestamp": true, "timestampms": true, "timems": true, "times": true,
	"elapsed": true, "elapsedtime": true, "t": true, "clock": true, "timestampns": true, "timestampus": true,
	"timens": true, "timeus": true, "timesec": true, "timeinseconds": true, "systemtime": true}

// clockColumn returns the column of a running clock, -1 for none.
func (t *table) clockColumn() int {
	for i, n := range t.folded {
		if clockNames[bare(n)] && t.numeric(i) && t.runs(i) {
			return i
		}
	}
	return -1
}

// guessClock takes a clock beside frame times.
func (t *table) guessClock(f *format) {
	i := t.clockColumn()
	if i < 0 || f.layout.has(roleClock) || i < len(f.layout.roles) && f.layout.roles[i] != roleNone {
		return
	}
	u, ok := unitNamed(t.folded[i])
	if !ok {
		u = t.clockUnit(f, i)
	}
	f.layout.set(i, roleClock, u.shift)
	f.source.Clock = strings.TrimSpace(t.names[i])
}

// clockUnit returns the unit in which a clock runs as long as the frames last.
func (t *table) clockUnit(f *format, column int) unit {
	at := t.values(column, 6)
	if len(at) < 2 {
		return seconds
	}
	var lasted float64
	for c, r := range f.layout.roles {
		if r == roleInterval {
			for _, v := range t.values(c, f.layout.shift[c]) {
				lasted += float64(v)
			}
		}
	}
	ran := float64(at[len(at)-1]-at[0]) / 1e6
	best := seconds
	for _, u := range []unit{seconds, milliseconds, microseconds, nanoseconds} {
		if ran*float64(powers[u.shift]) > lasted/3 {
			best = u
		}
	}
	return best
}

// guessRest reads a table without a column of frame times: differences of its clock, or its rates.
func (t *table) guessRest(f *format, unitName string) error {
	clock, rate := t.clockColumn(), t.rateColumn()
	switch {
	case clock >= 0 && rate < 0:
		u, how := t.stepUnit(clock, unitName)
		f.differencesOf(t, clock, u)
		f.source.Guessed = "differences of the only clock, the unit " + how
		return nil
	case rate >= 0:
		return t.guessRate(f, rate, clock)
	}
	if t.prose() {
		return &RefusedError{Line: t.lines, What: "a text without frame times: its lines hold no numbers",
			Do: "give the file that the capture tool wrote, with a line for each frame"}
	}
	if what := t.unreadable(); what != "" {
		return &RefusedError{Line: t.lines, What: what, Do: "name another with --column and its --unit, or a running clock " +
			"with --clock"}
	}
	return &RefusedError{Line: t.lines, What: "a table without a column that looks like frame times; it has " + t.few(),
		Do: "name one with --column and its --unit, or a running clock with --clock"}
}

// unreadable says which column looks like frame times by its name, and why it was not taken; "" for none.
func (t *table) unreadable() string {
	for i := range t.folded {
		name := bare(t.folded[i])
		if !exactNames[name] && !likelyNames[name] {
			continue
		}
		bad, sample := 0, ""
		for _, row := range t.rows {
			f := splitFields(row, t.sep)
			field := ""
			if i < len(f) {
				field = f[i]
			}
			if _, s, _ := scanDecimal([]byte(field), 0, 6, t.sep, t.point); s != statusOK {
				if bad++; sample == "" {
					sample = field
				}
			}
		}
		if bad > 0 {
			return fmt.Sprintf("a table whose column '%s' looks like frame times, but %d of its first %s no numbers, as '%s'",
				clip(t.names[i]), bad, counted(len(t.rows), "field")+" are", clip(sample))
		}
	}
	return ""
}

func (t *table) rateColumn() int {
	for i, n := range t.folded {
		if rateNamed(n) && t.numeric(i) {
			return i
		}
	}
	return -1
}

// rateNamed reports whether a column's name is that of a rate.
func rateNamed(folded string) bool {
	switch folded {
	case "fps", "framerate", "frame rate", "frames per second":
		return true
	}
	return false
}

// dateColumn returns the column of a date and time, -1 for none.
func (t *table) dateColumn() int {
	for i := range t.names {
		for _, row := range t.rows[:min(len(t.rows), 1)] {
			if f := splitFields(row, t.sep); i < len(f) && dated(f[i]) {
				return i
			}
		}
	}
	return -1
}

// guessRate takes rates where a clock tells whether a row is a frame or a second. Without one nobody
// can, and the file is refused.
func (t *table) guessRate(f *format, rate, clock int) error {
	name := strings.TrimSpace(t.names[rate])
	if clock < 0 {
		clock = t.dateColumn()
	}
	refused := &RefusedError{Line: t.lines, What: "a list of rates in '" + name + "', for periods and not for frames",
		Do: "capture frame times, or take the rates as frames all the same with --column '" + name + "' --unit fps"}
	if clock < 0 {
		return refused
	}
	f.layout.set(rate, roleRate, 9)
	f.source = Source{Text: "1000 / " + name, Column: name, Unit: "fps", Guessed: "the only column on frames is of rates",
		Clock: strings.TrimSpace(t.names[clock])}
	if u, ok := unitNamed(t.folded[clock]); t.runs(clock) && t.numeric(clock) {
		if !ok {
			u = seconds
		}
		f.layout.set(clock, roleClock, u.shift)
	} else {
		f.layout.set(clock, roleDate, 0)
	}
	return nil
}

// prose reports whether no column of the first rows is one of numbers.
func (t *table) prose() bool {
	for i := range t.names {
		if len(t.values(i, 0)) > 0 {
			return false
		}
	}
	return true
}

// few lists the first names.
func (t *table) few() string {
	names := t.names
	more := ""
	if len(names) > 8 {
		names, more = names[:8], " and "+itoa(len(t.names)-8)+" more"
	}
	var all []string
	for _, n := range names {
		all = append(all, "'"+clip(n)+"'")
	}
	return strings.Join(all, ", ") + more
}

// headerless reads a file of numbers alone: one column is the frame time; of two, the one that is the
// inverse of the other, or the differences of a clock.
func headerless(t *table, unitName string) (*format, error) {
	t.at, t.lines, t.header = t.start, t.lines-1, nil
	for i := range t.names {
		t.names[i] = itoa(i + 1)
		t.folded[i] = t.names[i]
	}
	t.rows, t.starts, t.index = t.head.rows(headLines), nil, nil
	t.marks()
	f := t.format("table without a header")
	f.layout.header, f.layout.names, f.layout.named = nil, nil, 0
	column, why := 0, "it is the only column"
	if len(t.names) > 1 {
		if column = t.inverse(); column < 0 {
			return nil, &RefusedError{Line: 1, What: "a table of " + itoa(len(t.names)) + " columns without names",
				Do: "say which is the frame time with --column 1 (the first) and --unit ms"}
		}
		why = "the other column is its inverse"
	}
	u, how := t.unitOf(column, unitName)
	f.layout.set(column, roleInterval, u.shift)
	f.source = Source{Text: "column " + t.names[column], Column: t.names[column], Unit: u.name,
		Guessed: why + ", the unit " + how}
	return f, nil
}

// inverse returns the column of frame times of two, of which the other is the rate; -1 for none.
func (t *table) inverse() int {
	if len(t.names) != 2 {
		return -1
	}
	p := median(t.products(0, 1))
	if p < 900 || p > 1100 {
		return -1
	}
	var a []float64
	for _, v := range t.values(0, 6) {
		a = append(a, float64(v)/1e6)
	}
	if median(a) < 31.6 { // of 1000/x and x the smaller is milliseconds for all rates over 31.6
		return 0
	}
	return 1
}
