package framelog

import (
	"bytes"
	"slices"
	"strings"
)

// A column of numbers may have a comma before decimals, as 16,7, or between thousands, as 1,016. A group
// of just three digits may be either, and is decided by the other rows of the column.

// A markCount is how the numbers of a column are written.
type markCount struct {
	points, commas int // marks that can only stand before decimals
	dots, groups   int // one point, or one comma, before three digits
	thousands      int // commas that can only stand between thousands
	plain          int // whole numbers but 0, which says nothing
	sample         string
	small, large   []float64 // the values in the order of the rows, by either reading
	known          []float64 // the plain ones
}

// marks finds out what the rows write before decimals and between thousands: a comma can only be one of
// them where it separates nothing, or inside quotes.
func (t *table) marks() {
	t.point, t.group = '.', 0
	points, commas, sure, split := 0, 0, 0, false
	for _, c := range t.markCounts() {
		switch {
		case c.groups == 0 || c.commas > 0:
		case c.thousands > 0:
			split = true
		case c.plain == 0:
		case c.rises() || c.mostlyPlain() && !c.near():
			split = true
			t.said = "'" + c.sample + "' with a comma between thousands, since other rows are whole numbers"
		case !c.near():
			t.doubt = c.sample
		}
		points += c.points + c.dots
		sure += c.commas
		if commas += c.commas; !split {
			commas += c.groups
		}
		split = split || c.thousands > 0
	}
	if commas > points && !split {
		t.point = ','
	}
	switch {
	case t.point == ',' && sure > 0:
		t.group = '.'
	case t.point == '.' && (points > 0 || split):
		t.group = ','
	}
}

// rises reports whether a column runs on with commas between thousands, as a clock does, and not with
// decimals.
func (c *markCount) rises() bool {
	return len(c.large) > 2 && slices.IsSorted(c.large) && !slices.IsSorted(c.small)
}

// mostlyPlain reports whether few numbers have a comma, and all others are under a thousand.
func (c *markCount) mostlyPlain() bool {
	return c.plain > c.groups && slices.Max(c.known) < 1000
}

// near reports whether the numbers with a comma are of the size of those without, if it stands before
// decimals.
func (c *markCount) near() bool {
	m := median(slices.Clone(c.known))
	for _, v := range c.small {
		if v > 4*m || v < m/4 {
			return false
		}
	}
	return true
}

func (t *table) markCounts() []markCount {
	var all []markCount
	for _, row := range t.rows {
		for at, column := 0, 0; at <= len(row) && column < columnsMax; column++ {
			var f []byte
			f, at = scanField(row, at, t.sep)
			at++
			if len(f) > numberMax || !numberLike(string(f)) {
				continue
			}
			for len(all) <= column {
				all = append(all, markCount{})
			}
			all[column].add(f)
		}
	}
	return all
}

func (c *markCount) add(f []byte) {
	comma, point := bytes.IndexByte(f, ','), bytes.IndexByte(f, '.')
	switch {
	case comma >= 0 && grouped(f, ',', '.'):
		c.sample = clip(string(f))
		if c.groups++; bytes.Count(f, []byte{','}) > 1 || point >= 0 {
			c.thousands++
		}
	case comma >= 0 && (point < 0 || point < comma):
		c.commas++
	case point >= 0 && grouped(f, '.', ','):
		c.dots++
	case point >= 0:
		c.points++
	}
	small, is := parseOdd(bytes.ReplaceAll(f, []byte{','}, []byte{'.'}), 6, '.')
	large, also := parseOdd(bytes.ReplaceAll(f, []byte{','}, nil), 6, '.')
	if is != statusOK || also != statusOK || large == 0 {
		return
	}
	if comma < 0 && point < 0 {
		c.plain++
		c.known = append(c.known, float64(large)/1e6)
	}
	c.small, c.large = append(c.small, float64(small)/1e6), append(c.large, float64(large)/1e6)
}

// grouped reports whether a number has that mark between all its thousands: 1,016 or 1,234,567.8.
func grouped(f []byte, group, point byte) bool {
	text := strings.TrimLeft(string(f), "+-")
	whole, _, _ := strings.Cut(text, string(point))
	parts := strings.Split(whole, string(group))
	if len(parts) < 2 || len(parts[0]) < 1 || len(parts[0]) > 3 || parts[0][0] == '0' {
		return false
	}
	for i, p := range parts {
		if i > 0 && len(p) != 3 || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return true
}

// thousands reads a number that has marks between thousands.
func thousands(line []byte, at int, shift int8, sep, group, point byte) (int64, status) {
	f, _ := scanField(line, at, sep)
	if len(f) > numberMax || !grouped(f, group, point) {
		return 0, statusText
	}
	return parseOdd(bytes.ReplaceAll(f, []byte{group}, nil), shift, point)
}
