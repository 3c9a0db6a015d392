package framelog

import "bytes"

// tail looks at the last line of a file that has no line end. Either its writer never ends the last
// line, or it was killed: then the last number is half a number, and half a frame time is none.
func (p *parser) tail(r *row, line, before []byte) {
	commas := bytes.Count(line, []byte{p.sep})
	if r.short {
		return
	}
	last := commas // the column that the line ends in
	whole := decimals(line, p.point) >= decimals(before, p.point)
	if last < bytes.Count(before, []byte{p.sep}) {
		whole = false // the line before has more
	}
	if whole || last >= len(p.roles) {
		return
	}
	switch p.roles[last] {
	case roleInterval, roleRate:
		r.cut = true
	case roleDisplay:
		r.displayIs = statusMissing
	case roleClock, roleDate:
		r.clockIs = statusMissing
		r.cut = p.differences
	}
}

// decimals counts the digits behind the last point of a line.
func decimals(line []byte, point byte) int {
	n := 0
	line = bytes.TrimRight(line, " ")
	for i := len(line) - 1; i >= 0; i-- {
		switch c := line[i]; {
		case c == point:
			return n
		case c-'0' >= 10:
			return 0
		}
		n++
	}
	return 0
}
