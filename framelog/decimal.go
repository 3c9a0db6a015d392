package framelog

import (
	"bytes"
	"math"
	"math/bits"
)

// A status says what a field was.
type status uint8

const (
	statusOK        status = iota
	statusMissing          // empty, or a word for nothing
	statusText             // not a number
	statusNotFinite        // NaN, an infinity, or more than 64 bits of nanoseconds
)

// powers of ten that 64 bits hold.
var powers = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18, 1e19}

// digitsMax is how many digits 64 bits surely hold. What fits in 63 bits has no more before the digit
// that decides over rounding.
const digitsMax = 19

// scanDecimal reads the decimal that begins at line[i] and ends before sep or the line, times 10^shift,
// rounded half away from zero. It returns where the field ends. What is not plain digits with a point
// goes the slow way.
func scanDecimal(line []byte, i int, shift int8, sep, point byte) (v int64, s status, end int) {
	start := i
	for i < len(line) && line[i] == ' ' {
		i++
	}
	negative := i < len(line) && line[i] == '-'
	if negative {
		i++
	}
	var mantissa uint64
	first := i
	for i < len(line) && line[i]-'0' < 10 {
		mantissa = mantissa*10 + uint64(line[i]-'0')
		i++
	}
	digits, decimals := i-first, 0
	if i < len(line) && line[i] == point && point != sep {
		i++
		for first = i; i < len(line) && line[i]-'0' < 10; i++ {
			mantissa = mantissa*10 + uint64(line[i]-'0')
		}
		decimals = i - first
		if i == first && digits == 0 {
			return scanOdd(line, start, shift, sep, point)
		}
	}
	for i < len(line) && line[i] == ' ' {
		i++
	}
	if i < len(line) && line[i] != sep || digits+decimals == 0 || digits+decimals > digitsMax {
		return scanOdd(line, start, shift, sep, point)
	}
	n, ok := scale(mantissa, int(shift)-decimals)
	if !ok {
		return 0, statusNotFinite, i
	}
	if negative {
		n = -n
	}
	return n, statusOK, i
}

// scale returns m * 10^e, rounded half up; false where 63 bits do not hold it.
func scale(m uint64, e int) (int64, bool) {
	switch {
	case e >= len(powers):
		return 0, m == 0
	case e >= 0:
		hi, lo := bits.Mul64(m, powers[e])
		return int64(lo), hi == 0 && lo <= math.MaxInt64
	case -e >= len(powers):
		return 0, true
	}
	d := powers[-e]
	n := m / d
	if m%d >= d/2 && d > 1 {
		n++
	}
	return int64(n), n <= math.MaxInt64
}

// scanOdd is scanDecimal for all that it leaves: quotes, exponents, words, hundreds of digits.
func scanOdd(line []byte, i int, shift int8, sep, point byte) (v int64, s status, end int) {
	field, end := scanField(line, i, sep)
	v, s = parseOdd(field, shift, point)
	return v, s, end
}

// scanField returns the field that begins at line[i], without blanks and quotes around it, and where it
// ends. A quote that is never closed ends with the line.
func scanField(line []byte, i int, sep byte) (field []byte, end int) {
	start := i
	for i < len(line) && line[i] == ' ' {
		i++
	}
	if i < len(line) && line[i] == '"' {
		return scanQuoted(line, i, sep)
	}
	end = bytes.IndexByte(line[i:], sep)
	if end < 0 {
		end = len(line) - i
	}
	return bytes.TrimSpace(line[start : i+end]), i + end
}

// scanQuoted is scanField from a quote on; a doubled quote inside stands for one.
func scanQuoted(line []byte, i int, sep byte) (field []byte, end int) {
	i++
	start, doubled := i, false
	for i < len(line) {
		if line[i] != '"' {
			i++
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			doubled = true
			i += 2
			continue
		}
		break
	}
	field = line[start:i]
	if doubled {
		field = bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
	}
	if end = bytes.IndexByte(line[i:], sep); end < 0 {
		return field, len(line)
	}
	return field, i + end
}

// numberMax is the longest text that is taken for a number: beyond it there is no honest one.
const numberMax = 512

// parseOdd reads a number that is not plain, or says what else the field is.
func parseOdd(field []byte, shift int8, point byte) (int64, status) {
	switch {
	case missing(field):
		return 0, statusMissing
	case len(field) > numberMax:
		return 0, statusText
	}
	negative := field[0] == '-'
	if negative || field[0] == '+' {
		field = field[1:]
	}
	if notFinite(field) {
		return 0, statusNotFinite
	}
	m, e, up, ok := mantissa(field, point)
	if !ok {
		return 0, statusText
	}
	n, ok := scale(m, e+int(shift))
	if up && e+int(shift) == 0 { // else the digit left out decides nothing
		n++
	}
	if !ok || n < 0 {
		return 0, statusNotFinite
	}
	if negative {
		n = -n
	}
	return n, statusOK
}

// mantissa takes digits, a point and an exponent as m * 10^e. Of more digits than 64 bits hold the last
// ones only count in e, and up tells that the first of those is at least 5.
func mantissa(field []byte, point byte) (m uint64, e int, up, ok bool) {
	digits, seen, behind := 0, false, false
	i := 0
	for ; i < len(field); i++ {
		c := field[i]
		if c == point && !behind {
			behind = true
			continue
		}
		if c-'0' >= 10 {
			break
		}
		seen = true
		if up = up || digits == digitsMax && c >= '5'; digits < digitsMax {
			m = m*10 + uint64(c-'0')
			if behind {
				e--
			}
		} else if !behind {
			e++
		}
		if m > 0 {
			digits++
		}
	}
	if i == len(field) {
		return m, e, up, seen
	}
	ten, ok := exponent(field[i:])
	return m, e + ten, up, ok && seen
}

// exponentMax is beyond all that a number of numberMax letters can make up for.
const exponentMax = 100_000

// exponent reads e-05.
func exponent(field []byte) (int, bool) {
	if field[0]|0x20 != 'e' {
		return 0, false
	}
	field = field[1:]
	negative := len(field) > 0 && field[0] == '-'
	if len(field) > 0 && (negative || field[0] == '+') {
		field = field[1:]
	}
	n := 0
	for _, c := range field {
		if c-'0' >= 10 {
			return 0, false
		}
		n = min(n*10+int(c-'0'), exponentMax)
	}
	if negative {
		n = -n
	}
	return n, len(field) > 0
}

// notFinite reports whether a field without its sign is a word for what is no finite number. C libraries
// write inf, infinity, nan, nan(ind), 1.#INF, 1.#QNAN and the like.
func notFinite(field []byte) bool {
	if bytes.HasPrefix(field, []byte("1.#")) {
		return true
	}
	if len(field) < 3 {
		return false
	}
	switch rest := field[3:]; {
	case bytes.EqualFold(field[:3], []byte("nan")):
		return len(rest) == 0 || rest[0] == '(' && rest[len(rest)-1] == ')'
	case bytes.EqualFold(field[:3], []byte("inf")):
		return len(rest) == 0 || bytes.EqualFold(rest, []byte("inity"))
	}
	return false
}

// missing reports whether a field is a word for nothing.
func missing(field []byte) bool {
	switch len(field) {
	case 0:
		return true
	case 1:
		return field[0] == '-'
	case 2:
		return bytes.EqualFold(field, []byte("na"))
	case 3:
		return bytes.EqualFold(field, []byte("n/a")) || bytes.EqualFold(field, []byte("---"))
	case 4:
		return bytes.EqualFold(field, []byte("null")) || bytes.EqualFold(field, []byte("none"))
	}
	return false
}
