package framelog

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"time"
)

// A parser reads the rows of blocks into batches. Each goroutine has its own.
type parser struct {
	*layout
	limits limits
	out    *batch
	quoted bool                         // there is a quote in the block
	first  bool                         // no row of the file was read yet
	turn   func(p *parser, line []byte) // takes lines with another code; nil for none

	// Most rows belong to the stream of the row before, which the same first bytes show.
	memo   []byte
	stream *Stream
	fields [3][]byte // the names in the row, for the slow way
}

// A row is what a line said.
type row struct {
	interval, display, clock         int64
	cost, lost, steps, alpha, fps    int64
	intervalIs, displayIs, clockIs   status
	dropped, generated, paused, gap  bool
	discard, short, named, cut, open bool
	surplus                          bool // there are more fields than names
	numbers                          int  // fields that are
	tag, kind                        []byte
}

// block parses a block of whole lines; the last may lack its end.
func (p *parser) block(data, before []byte, end byte, reuse *batch) *batch {
	if p.out = reuse; p.out == nil {
		p.out = newBatch(p.layout, p.limits)
	}
	p.first = before == nil
	p.quoted = bytes.IndexByte(data, '"') >= 0
	p.stream, p.memo = nil, p.memo[:0]
	for len(data) > 0 {
		i := bytes.IndexByte(data, end)
		if i < 0 {
			p.line(data, before, true)
			break
		}
		p.line(data[:i], before, false)
		before, data = data[:i], data[i+1:]
	}
	return p.out
}

// line parses one line, without its end but for a carriage return; open tells that it has none.
func (p *parser) line(line, before []byte, open bool) {
	p.out.lines++
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if n := len(line); open && n > 0 && line[n-1] == 0 {
		p.out.zeros = p.out.lines
		line = bytes.TrimRight(line, "\x00")
	}
	if len(line) > 0 && line[0] == 0xef {
		line = bytes.TrimPrefix(line, []byte("\ufeff")) // of a file that was joined to another
	}
	if len(line) == 0 || p.aside(line) {
		return
	}
	var r row
	p.row(&r, line)
	if open {
		r.open = true
		p.tail(&r, line, bytes.TrimSuffix(before, []byte{'\r'}))
	}
	p.put(&r, line)
}

// aside takes a line that is no row: a comment, an empty row, the header again, another code.
func (p *parser) aside(line []byte) bool {
	switch first := line[0]; {
	case first == '#' || first == '/' && len(line) > 1 && line[1] == '/':
		p.out.comment(line)
		return true
	case first == '[' && p.machine:
		p.out.comment(line)
		return true
	case first == ' ' || first == '\t' || first == p.sep:
		if len(bytes.Trim(line, " \t,;")) == 0 {
			return true
		}
	case len(p.header) > 0 && first == p.header[0] && bytes.Equal(line, p.header):
		p.out.texts.add(skipText, p.out.lines)
		return true
	}
	if p.code == "" {
		return false
	}
	field, _ := scanField(line, 0, p.sep)
	if string(field) == p.code {
		return false
	}
	if p.turn != nil {
		p.turn(p, line)
	}
	return true
}

// row takes the fields of a line apart.
func (p *parser) row(r *row, line []byte) {
	at, column := 0, 0
	if p.stream != nil && p.key > 0 && bytes.HasPrefix(line, p.memo) {
		at, column = len(p.memo), p.key
	} else if p.hasNames {
		r.named = true
		p.fields = [3][]byte{}
	}
	for ; column < len(p.roles); column++ {
		if at > len(line) {
			r.short = column <= p.intervalAt
			break
		}
		switch role := p.roles[column]; {
		case role == roleNone && !p.quoted:
			n := p.jump[column]
			at = passFields(line, at, p.sep, n)
			column += n - 1
		case role == roleNone:
			at = passField(line, at, p.sep)
		case role.numeric():
			var v int64
			var s status
			from := at
			if v, s, at = scanDecimal(line, at, p.shift[column], p.sep, p.point); s == statusText && p.group != 0 {
				v, s = thousands(line, from, p.shift[column], p.sep, p.group, p.point)
			}
			if s == statusOK {
				r.numbers++
			}
			r.number(role, v, s)
		default:
			var field []byte
			field, at = scanField(line, at, p.sep)
			p.text(r, role, field)
			if column+1 == p.key && at < len(line) {
				p.memo = append(p.memo[:0], line[:at+1]...)
			}
		}
		at++
	}
	r.surplus = at <= len(line) && p.named > 0 && p.over(line, at, p.named-column)
	if !r.named {
		return
	}
	p.stream = nil
	if !r.short {
		p.stream = p.out.stream(p.fields)
	}
}

// passFields returns where the nth field ends, of a line without quotes; beyond the line where it has
// not so many. Eight bytes are compared at once.
func passFields(line []byte, at int, sep byte, n int) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	for ; at+8 <= len(line); at += 8 {
		x := binary.LittleEndian.Uint64(line[at:]) ^ low*uint64(sep)
		x = ^(x&^high + (high - low) | x | (high - low)) // the high bit of each byte that is sep
		if k := bits.OnesCount64(x); k < n {
			n -= k
			continue
		}
		for ; n > 1; n-- {
			x &= x - 1
		}
		return at + bits.TrailingZeros64(x)/8
	}
	for ; at < len(line); at++ {
		if line[at] == sep {
			if n--; n == 0 {
				return at
			}
		}
	}
	return len(line) + min(n-1, 1)
}

// passField returns where a field ends.
func passField(line []byte, at int, sep byte) int {
	if at < len(line) && line[at] == '"' {
		_, at = scanQuoted(line, at, sep)
		return at
	}
	if i := bytes.IndexByte(line[at:], sep); i >= 0 {
		return at + i
	}
	return len(line)
}

// over reports whether a line has more than n fields from there on, of which one beyond is not empty.
func (p *parser) over(line []byte, at, n int) bool {
	if n > 0 && !p.quoted {
		if at = passFields(line, at, p.sep, n); at >= len(line) {
			return false
		}
		n = 0
	}
	for ; n > 0; n-- {
		if at = passField(line, at, p.sep) + 1; at > len(line) {
			return false
		}
	}
	for _, c := range line[at:] {
		if c != p.sep && c != ' ' && c != '\t' {
			return true
		}
	}
	return false
}

// number takes a field that is a decimal.
func (r *row) number(role role, v int64, s status) {
	switch role {
	case roleInterval, roleRate:
		if role == roleRate && v > 0 {
			r.fps, v = v, int64(1e18/float64(v)+0.5) // a rate is kept in 10^-9 per second
		}
		if r.interval += v; v > 0 && r.interval < v {
			s = statusNotFinite // several columns that are too much together
		}
		r.intervalIs = max(r.intervalIs, s)
	case roleDisplay:
		r.display, r.displayIs = v, s
	case roleClock:
		r.clock, r.clockIs = v, s
	case roleCost:
		r.cost = v
	case roleLost:
		r.lost = int64(later(time.Duration(max(r.lost, 0)), time.Duration(max(v, 0))))
	case roleFPS:
		r.fps = v
	case roleSteps:
		r.steps = v
	case roleAlpha:
		if r.alpha = v; s != statusOK {
			r.alpha = -1
		}
	case roleDropped:
		r.dropped = v != 0
	case rolePaused:
		r.paused = v != 0
	case roleDiscard:
		r.discard = v != 0
	}
}

// text takes a field that is none.
func (p *parser) text(r *row, role role, field []byte) {
	switch role {
	case roleApplication, roleProcess, roleChain:
		p.fields[role-roleApplication] = field
	case roleTag:
		r.tag = field
	case roleGap:
		r.gap = len(field) > 0
	case roleType:
		r.kind, r.generated = field, generatedType(field)
	case roleDate:
		r.clock, r.clockIs = parseDate(field)
	}
}

// generatedType reports whether a frame type of PresentMon is one that no game frame has: "Intel
// XeSS-FG", "AMD AFMF" and what comes after them.
func generatedType(field []byte) bool {
	switch string(field) {
	case "", "NA", "NotSet", "Unspecified", "Application", "Repeated":
		return false
	}
	return true
}

// put adds a row to its stream, or counts why not.
func (p *parser) put(r *row, line []byte) {
	b := p.out
	why, counts := p.judge(r, line)
	if !counts && r.numbers == 0 && (why == skipText || why == skipNotNumber || why == skipSurplus) {
		p.checkJoined(line)
	}
	if !counts && why == skipText {
		b.texts.add(skipText, b.lines)
		return
	}
	b.rows++
	p.first = false // which may say more: OCAT's tells of the machine, for any number of cards
	if !counts {
		b.skips.add(why, b.lines)
		if why == skipShort || why == skipCut || why == skipSurplus || p.hasNames && p.stream == nil {
			return
		}
		r.interval = 0
	}
	if p.stream == nil {
		p.stream = b.stream([3][]byte{})
	}
	s := p.stream
	s.Rows++
	if !counts && (why == skipPaused || why == skipGap) {
		s.part()
	}
	if p.differences {
		p.difference(s, r, counts)
	}
	if p.hasTypes {
		s.countType(r.kind, 1)
	}
	if r.generated {
		s.Generated++
	}
	if r.displayIs != statusOK || r.display <= 0 {
		r.display = 0
		r.dropped = r.dropped || p.dropsByZero
	}
	if r.dropped {
		s.Dropped++
	}
	if counts && r.fps > 0 {
		b.fps.add(r.fps)
	}
	if counts || r.display > 0 {
		p.store(s, r)
	}
}

// markBehind stands for the difference of a row, until it is taken, where the row before has no clock:
// what lies between are two frames, and nobody knows how long each was.
const markBehind = 1

func (p *parser) difference(s *Stream, r *row, counts bool) {
	if counts && s.behind {
		r.interval = markBehind
	}
	s.behind = !counts
}

// judge says whether a row has a frame time that counts, and why it has not.
func (p *parser) judge(r *row, line []byte) (why reason, counts bool) {
	is := r.intervalIs
	if p.differences {
		is = r.clockIs
	}
	switch {
	case r.short && bytes.Count(line, []byte{p.sep})+1 < p.wordsMin:
		return skipText, false
	case r.cut || r.short && r.open:
		return skipCut, false
	case r.short:
		return skipShort, false
	case is == statusMissing:
		return skipMissing, false
	case is == statusText && (p.again(line) || p.manyNumbers && r.numbers == 0):
		return skipText, false
	case r.surplus && !p.first:
		return skipSurplus, false
	case is == statusText:
		return skipNotNumber, false
	case is == statusNotFinite:
		return skipNotFinite, false
	case r.discard:
		return skipFlagged, false
	case r.paused:
		return skipPaused, false
	case r.gap:
		return skipGap, false
	case p.differences || r.interval > 0:
		return 0, true
	case r.interval < 0:
		return skipNegative, false
	case r.generated:
		return skipGenerated, false
	}
	return skipZero, false
}

// again reports whether a line is the header once more, perhaps with columns that came late.
func (p *parser) again(line []byte) bool {
	if p.intervalAt < 0 || p.intervalAt >= len(p.names) {
		return false
	}
	at := 0
	for range p.intervalAt {
		if at = passField(line, at, p.sep) + 1; at > len(line) {
			return false
		}
	}
	field, _ := scanField(line, at, p.sep)
	return fold(string(field)) == fold(p.names[p.intervalAt])
}

// logColumns are columns by which the header of a log is known in the middle of another.
var logColumns = map[string]bool{"frametime": true, "msbetweenpresents": true, "frame time (ns)": true, "fps": true,
	"time (ms)": true, "cpubusy": true, "frame_ms": true, "frame_time_ms": true, "msbetweenapppresents": true,
	"systemtimeinms": true}

// checkJoined ends the reading at the header of another log.
func (p *parser) checkJoined(line []byte) {
	if p.joined(line) {
		p.out.fail(p.out.lines, "the header of another log, with other columns: two logs in one file",
			"split the file there, and give each by itself")
	}
}

// joined reports whether a line is the header of a log whose columns stand elsewhere: to read on would
// take other numbers for frame times.
func (p *parser) joined(line []byte) bool {
	known, same, column := false, len(p.names) > 0, 0
	for at := 0; at <= len(line) && column < columnsMax; column++ {
		field, end := scanField(line, at, p.sep)
		at = end + 1
		if len(field) <= numberMax {
			known = known || logColumns[fold(string(field))]
		}
		if column < len(p.roles) && p.roles[column] != roleNone && same {
			same = column < len(p.names) && bytes.EqualFold(field, []byte(strings.TrimSpace(p.names[column])))
		}
	}
	return known && !(same && column >= len(p.roles))
}

// store appends a row to the columns of its stream.
func (p *parser) store(s *Stream, r *row) {
	s.interval.addSpan(time.Duration(r.interval))
	s.line.add(uint32(p.out.lines))
	if p.hasDisplay {
		s.display.addSpan(time.Duration(r.display))
	}
	if p.hasClock {
		if n := s.clock.len(); r.clockIs != statusOK {
			if r.clock = 0; n > s.silent {
				r.clock = s.clock.at(n - 1) // a clock that says nothing has not moved
			} else {
				s.silent++
			}
		}
		s.clock.add(r.clock)
	}
	if p.hasFlags {
		var f uint8
		if r.dropped {
			f |= flagDropped
		}
		if r.generated {
			f |= flagGenerated
		}
		s.flags.add(f)
	}
	if p.hasTag {
		s.tag.add(p.out.tagNumber(s, r.tag))
	}
	if p.hasEngine {
		s.engine.add(r)
	}
	if s.apart {
		s.mark()
	}
	p.out.frames++
}
