package framelog

import (
	"bytes"
	"math"
	"math/bits"
	"strconv"
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

// digitsMax is how many digits 64 bits surely hold.
const digitsMax = 18

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
			if i-first+digits < digitsMax {
				mantissa = mantissa*10 + uint64(line[i]-'0')
				decimals++
			}
		}
		if i == first && digits == 0 {
			return scanOdd(line, start, shift, sep, point)
		}
	}
	for i < len(line) && line[i] == ' ' {
		i++
	}
	if i < len(line) && line[i] != sep || digits+decimals == 0 || digits > digitsMax {
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
	if missing(field) {
		return 0, statusMissing
	}
	if len(field) > numberMax {
		return 0, statusText
	}
	text := string(field)
	if point != '.' {
		text = string(bytes.ReplaceAll(field, []byte{point}, []byte{'.'}))
	}
	f, err := strconv.ParseFloat(text, 64)
	if f == 0 && err != nil {
		return 0, statusText
	}
	f = math.Round(f * math.Pow10(int(shift)))
	if !(math.Abs(f) < 1<<63) { // NaN too
		return 0, statusNotFinite
	}
	return int64(f), statusOK
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
